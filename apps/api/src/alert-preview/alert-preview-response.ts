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
  @ApiProperty({
    type: 'integer',
    description: 'Properties that meet the criteria now; exact up to 10,000, then 10,000.',
  })
  totalItems: number;

  @ApiProperty({ description: 'false if there are more than totalItems.' }) totalIsExact: boolean;

  @ApiProperty({ type: [PropertyResponse], maxItems: MOST_SHOWN, description: 'The newest of these properties.' })
  items: PropertyResponse[];

  @ApiJsonProperty(
    answer(Object.fromEntries(ALERT_EVENT_TYPES.map((type) => [type, { ...integer, minimum: 0 }])), [], {
      description:
        'Events of each type that the alert would have recorded if it had existed since eventsSince, without ' +
        'any earlier event.',
    }),
  )
  events: EventCounts;

  @ApiProperty({ format: 'date-time', description: '30 days ago.' }) eventsSince: string;

  @ApiProperty({
    description:
      'true if only a sample of the changed properties was replayed and the counts were scaled up. The ' +
      'sample is chosen by the current type and place of the listings.',
  })
  eventsAreEstimated: boolean;

  @ApiProperty({ type: 'integer', description: 'Properties whose changes were replayed.' })
  propertiesReplayed: number;

  @ApiProperty({ description: 'The criteria in words.' }) sentence: string;
  @ApiJsonProperty({ ...ref('Criteria'), description: 'The criteria in the form in which an alert returns them.' })
  criteria: CriteriaJson;
}
