import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AccountAuditEntry } from '@gable/persistence/operation';

/** Of whom an account knows nothing but that they run the service. */
const OPERATOR = 'operator';

@ApiSchema({
  name: 'AuditEntry',
  description: 'A change of something that belongs to an account: ids, times and limits, no texts.',
})
export class AuditEntryResponse {
  @ApiProperty({ type: Date }) at: Date;
  @ApiProperty({ description: '`key UUID`: the holder of that key. `operator`: the operator of the service.' })
  actor: string;
  @ApiProperty({
    description:
      'What was done: alerts create, change, delete; properties merge, split, withdraw; keys create, ' +
      'rotate, revoke; accounts block, unblock, set, quota; keys set. More values may be added.',
  })
  action: string;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What was changed, by ids.' })
  subject: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The result, by ids.' })
  outcome: Readonly<Record<string, unknown>>;
}

export function auditEntryResponse(entry: AccountAuditEntry): AuditEntryResponse {
  const { at, apiKeyUuid, action, subject, outcome } = entry;
  return { at, actor: apiKeyUuid === null ? OPERATOR : `key ${apiKeyUuid}`, action, subject, outcome };
}
