import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AccountAuditEntry } from '@gable/persistence/operation';

/** Of whom an account knows nothing but that they run the service. */
const OPERATOR = 'operator';

@ApiSchema({
  name: 'AuditEntry',
  description: 'Something that was changed of an account: ids, times and limits, no texts.',
})
export class AuditEntryResponse {
  @ApiProperty({ type: Date }) at: Date;
  @ApiProperty({ description: '`key UUID`: who held that key. `operator`: who runs the service.' })
  actor: string;
  @ApiProperty({
    description:
      'What: alerts create, change, delete; properties merge, split, withdraw; keys create, rotate, revoke; ' +
      'accounts block, unblock, set, quota; keys set. More may come.',
  })
  action: string;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'With what, by ids.' })
  subject: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What came of it, by ids.' })
  outcome: Readonly<Record<string, unknown>>;
}

export function auditEntryResponse(entry: AccountAuditEntry): AuditEntryResponse {
  const { at, apiKeyUuid, action, subject, outcome } = entry;
  return { at, actor: apiKeyUuid === null ? OPERATOR : `key ${apiKeyUuid}`, action, subject, outcome };
}
