import { ALERT_EVENT_TYPES, type EventCounts } from '@gable/domain/alert';
import type { CriteriaJson } from '@gable/domain/criteria';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { answer, integer, ref } from '../openapi/schema.js';
import { PropertyResponse } from '../properties/property-response.js';

/** Properties shown of those that meet the criteria. */
export const MOST_SHOWN = 10;

@ApiSchema({ name: 'AlertPreview' })
export class AlertPreviewResponse {
  @ApiProperty({ type: 'integer', description: 'Properties that meet it now; exact up to 10,000, then 10,000.' })
  totalItems: number;

  @ApiProperty({ description: 'false where there are more than totalItems.' }) totalIsExact: boolean;

  @ApiProperty({ type: [PropertyResponse], maxItems: MOST_SHOWN, description: 'The newest of them.' })
  items: PropertyResponse[];

  @ApiJsonProperty(
    answer(Object.fromEntries(ALERT_EVENT_TYPES.map((type) => [type, { ...integer, minimum: 0 }])), [], {
      description:
        'Events of each type that the alert would have recorded, had it been there since eventsSince, with ' +
        'nothing remembered from before.',
    }),
  )
  events: EventCounts;

  @ApiProperty({ format: 'date-time', description: '30 days ago.' }) eventsSince: string;

  @ApiProperty({
    description:
      'Whether only a part of the properties that changed was looked through, and the counts scaled up. Kind and ' +
      'place of a listing are then taken as they are now.',
  })
  eventsAreEstimated: boolean;

  @ApiProperty({ type: 'integer', description: 'Properties whose changes were looked through.' })
  propertiesReplayed: number;

  @ApiProperty({ description: 'The criteria in words.' }) sentence: string;
  @ApiJsonProperty({ ...ref('Criteria'), description: 'As an alert would answer them.' }) criteria: CriteriaJson;
}
