import { ALERT_EVENT_TYPES, THRESHOLD_DIRECTIONS } from '@gable/domain/alert';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiRequestSchema } from '../openapi/decorators.js';

const Percentage = () => ApiPropertyOptional({ type: Number, nullable: true, minimum: 0 });

@ApiRequestSchema({
  description:
    'Thresholds are percent of the old price: at least thresholdPercentage, and from thresholdMinPercentage to ' +
    'thresholdMaxPercentage, which is not below it; 0 is none. They bear on PRICE_CHANGED alone. On another type ' +
    'they are kept, and Gable-Warnings of the answer names them.',
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
  description: 'Which events are notified. Without it, new matches are.',
})
export class NotificationConfigFields {
  @ApiProperty({
    type: [NotificationRule],
    maxItems: ALERT_EVENT_TYPES.length,
    description: 'One per event type. A type without a rule is recorded and not notified.',
  })
  rules: readonly NotificationRule[];
}
