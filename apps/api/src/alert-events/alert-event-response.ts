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

  @ApiProperty({
    type: 'integer',
    description: 'The number of the state of the listing; each new state has the next number.',
  })
  revisionId: number;

  @ApiProperty({
    type: [AttributeChangeResponse],
    description: 'What the revision changed; empty for the first revision of a listing.',
  })
  change: AttributeChangeResponse[];

  @ApiProperty({
    type: ListingResponse,
    description: 'The complete state that caused the event; for LISTING_EXPIRED, the last online state.',
  })
  listing: ListingView;

  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) updatedAt: string;
}

@ApiSchema({ name: 'AlertEventRecord', description: 'An event with its property.' })
export class AlertEventRecordResponse extends AlertEventResponse {
  @ApiJsonProperty({
    ...orNull(ref('PropertyRecord')),
    description: 'The property as it is now. If it was merged into another one, that one. null if it no longer exists.',
  })
  property: PropertyRecordView | null;
}

export function alertEventResponse({ alertId, createdAt, ...event }: StoredAlertEvent): AlertEventResponse {
  const written = createdAt.toISOString();
  return { ...event, alert: `/alerts/${alertId}`, createdAt: written, updatedAt: written };
}
