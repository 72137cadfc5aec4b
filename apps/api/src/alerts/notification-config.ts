import { ALERT_EVENT_TYPES, THRESHOLD_DIRECTIONS } from '@gable/domain/alert';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiRequestSchema } from '../openapi/decorators.js';

const Percentage = () => ApiPropertyOptional({ type: Number, nullable: true, minimum: 0 });

@ApiRequestSchema({
  description:
    'Thresholds are percentages of the old price: at least thresholdPercentage, and from ' +
    'thresholdMinPercentage to thresholdMaxPercentage, which must not be below the minimum; 0 means no ' +
    'threshold. They only affect PRICE_CHANGED. On another event type they are kept, and the response ' +
    'header Gable-Warnings names them.',
})
class NotificationRule {
  @ApiProperty({ enum: ALERT_EVENT_TYPES }) eventType: string;
  @Percentage() thresholdPercentage?: number;
  @Percentage() thresholdMinPercentage?: number;
  @Percentage() thresholdMaxPercentage?: number;
  @ApiPropertyOptional({ enum: THRESHOLD_DIRECTIONS, nullable: true }) thresholdDirection?: string;
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: true }) enabled?: boolean;
}

@ApiRequestSchema({
  name: 'NotificationConfig',
  description: 'Which events are notified. Without it, only new matches.',
})
export class NotificationConfigFields {
  @ApiProperty({
    type: [NotificationRule],
    maxItems: ALERT_EVENT_TYPES.length,
    description: 'One per event type. A type without a rule is recorded and not notified.',
  })
  rules: readonly NotificationRule[];
}
