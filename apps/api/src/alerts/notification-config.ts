import { ALERT_EVENT_TYPES, THRESHOLD_DIRECTIONS } from '@gable/domain/alert';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiJsonProperty, ApiOneOf, ApiRequestSchema } from '../openapi/decorators.js';

const Percentage = () => ApiPropertyOptional({ type: Number, nullable: true, minimum: 0 });
const Nothing = () => ApiJsonProperty({ type: 'null' }, { required: false });
const Enabled = () => ApiPropertyOptional({ type: Boolean, nullable: true, default: true });

@ApiRequestSchema({
  description:
    'Percent of the old price: at least thresholdPercentage, or from thresholdMinPercentage to a larger ' +
    'thresholdMaxPercentage.',
})
class PriceChangeRule {
  @ApiProperty({ enum: ['PRICE_CHANGED'] }) eventType: string;
  @Percentage() thresholdPercentage?: number;
  @Percentage() thresholdMinPercentage?: number;
  @Percentage() thresholdMaxPercentage?: number;
  @ApiPropertyOptional({ enum: THRESHOLD_DIRECTIONS, nullable: true }) thresholdDirection?: string;
  @Enabled() enabled?: boolean;
}

@ApiRequestSchema()
class EventRule {
  @ApiProperty({ enum: ALERT_EVENT_TYPES.filter((type) => type !== 'PRICE_CHANGED') }) eventType: string;
  @Nothing() thresholdPercentage?: null;
  @Nothing() thresholdMinPercentage?: null;
  @Nothing() thresholdMaxPercentage?: null;
  @Nothing() thresholdDirection?: null;
  @Enabled() enabled?: boolean;
}

@ApiOneOf({ price: PriceChangeRule, other: EventRule })
class NotificationRule {}

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
