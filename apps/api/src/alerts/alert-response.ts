import { admitsScope } from '@gable/domain';
import type { AlertField, AlertSearchMode, DestinationChannel } from '@gable/domain/alert';
import { CLASSIC_KEYS, formatCriteria, type CriteriaJson } from '@gable/domain/criteria';
import { DESTINATION_STATES, type DestinationStatus, type StoredAlert } from '@gable/persistence/alerts';
import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';
import type { Caller } from '../access/caller.js';
import { ClassicFilters } from '../criteria/classic-filters.js';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { AlertFields } from './alert-request.js';

@ApiSchema({ name: 'DestinationStatus', description: 'The state of the destination.' })
class DestinationStatusResponse implements DestinationStatus {
  @ApiProperty({
    enum: DESTINATION_STATES,
    description:
      'FAILING: it failed ten times in a row, or its whole host does not answer; it is only probed, and ' +
      'deliveries wait. SWITCHED_OFF: it failed for days; nothing is sent until you send a test, resend or ' +
      'replay something, or write the destination again. UNCONFIRMED: e-mails wait until the recipient has ' +
      'confirmed the address, if the operator requires it.',
  })
  state: DestinationStatus['state'];

  @ApiProperty({ type: Date, nullable: true, description: 'null while ACTIVE.' }) since: DestinationStatus['since'];

  @ApiProperty({ type: String, nullable: true, description: 'A stable code and a sentence; null while ACTIVE.' })
  reason: DestinationStatus['reason'];
}

/** An alert as its owner sees it. */
@ApiSchema({ name: 'Alert', description: 'A classic alert also has its filters, beside the equivalent criteria.' })
export class AlertResponse
  extends IntersectionType(OmitType(AlertFields, ['signingKey']), ClassicFilters)
  implements Record<Exclude<AlertField, 'signingKey'>, unknown>
{
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ['advanced', 'classic'] }) searchMode: AlertSearchMode;

  @ApiJsonProperty({
    anyOf: [ref('Criteria'), { type: 'null' }],
    description: 'null only if the stored criteria can no longer be read; then give the alert new ones.',
  })
  criteria: CriteriaJson | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) eventDestinationId: string | null;
  @ApiPropertyOptional({
    description:
      'The secret that signs its webhooks. Keys without the scope alerts:write do not see it, because ' +
      'whoever has it can forge messages.',
  })
  signingKey?: string;

  @ApiProperty({ type: DestinationStatusResponse, nullable: true }) destinationStatus: DestinationStatus | null;
  @ApiProperty() createdAt: Date;
  @ApiProperty() updatedAt: Date;
}

/**
 * The signing key is left out for who may not write alerts. It is not null, which a `PUT` takes for a wish for a new
 * key, nor masked, which it would take for the key.
 */
export function alertResponse(alert: StoredAlert, { scopes }: Caller): AlertResponse {
  const { id, name, active, searchMode, notificationConfig, signingKey, destinationStatus, createdAt, updatedAt } =
    alert;
  return {
    id,
    name,
    active,
    searchMode,
    ...classicFilters(alert),
    criteria: readableCriteria(alert),
    notificationConfig,
    eventDestinationId: alert.destinationId,
    ...(admitsScope(scopes, 'alerts:write') && { signingKey }),
    destinationWebhookUrl: addressOf(alert, 'WEBHOOK'),
    destinationEmail: addressOf(alert, 'EMAIL'),
    destinationStatus,
    createdAt,
    updatedAt,
  };
}

/** One alert that was spoilt must not hide the others of its owner, who can still give it new criteria or remove it. */
function readableCriteria({ criteria }: StoredAlert): CriteriaJson | null {
  try {
    return formatCriteria(criteria);
  } catch {
    return null;
  }
}

/** All filters, null where not given: an answer that is sent back restores the alert, whatever changed in between. */
function classicFilters({ classicFilters: given }: StoredAlert): Record<string, unknown> {
  return given === null ? {} : Object.fromEntries([...CLASSIC_KEYS].map((key) => [key, given[key] ?? null]));
}

function addressOf({ destination }: StoredAlert, channel: DestinationChannel): string | null {
  return destination?.channel === channel ? destination.address : null;
}
