import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { StoredAlertEvent } from '@gable/persistence/alerts';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ListingView, PropertyRecordView } from '@gable/domain/property';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { orNull, ref } from '../openapi/schema.js';
import { ListingResponse } from '../properties/property-response.js';
import { AttributeChangeResponse } from '../properties/listing-history-response.js';

@ApiSchema({ name: 'AlertEvent', description: 'One fact about one listing for one alert.' })
export class AlertEventResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({
    description: 'Path of the alert.',
    examples: ['/alerts/0199a1b2-0000-7000-8000-000000000001'],
  })
  alert: string;

  @ApiProperty({ format: 'uuid' }) propertyId: string;
  @ApiProperty({ format: 'uuid' }) listingId: string;
  @ApiProperty({ enum: ALERT_EVENT_TYPES, enumName: 'AlertEventType' }) eventType: AlertEventType;

  @ApiProperty({ type: 'integer', description: 'Which state of the listing; rises by one per state.' })
  revisionId: number;

  @ApiProperty({
    type: [AttributeChangeResponse],
    description: 'What the revision changed; empty for a listing’s first.',
  })
  change: AttributeChangeResponse[];

  @ApiProperty({
    type: ListingResponse,
    description: 'The state that made the event, whole; of LISTING_EXPIRED the last online one.',
  })
  listing: ListingView;

  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) updatedAt: string;
}

@ApiSchema({ name: 'AlertEventRecord', description: 'An event with the property behind it.' })
export class AlertEventRecordResponse extends AlertEventResponse {
  @ApiJsonProperty({
    ...orNull(ref('PropertyRecord')),
    description: 'As it is now; of one that was merged, its survivor. null where it is gone.',
  })
  property: PropertyRecordView | null;
}

export function alertEventResponse({ alertId, createdAt, ...event }: StoredAlertEvent): AlertEventResponse {
  const written = createdAt.toISOString();
  return { ...event, alert: `/alerts/${alertId}`, createdAt: written, updatedAt: written };
}
