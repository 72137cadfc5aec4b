import { DESTINATION_CHANNELS, type DestinationChannel } from '@gable/domain/alert';
import { NOTIFICATION_STATUSES, type NotificationFilter, type NotificationStatus } from '@gable/persistence/delivery';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { EndlessQuery } from '../http/endless-collection.js';

/** Of one alert. */
export class AlertNotificationsQuery extends EndlessQuery {
  @ApiPropertyOptional({ enum: NOTIFICATION_STATUSES })
  @IsOptional()
  @IsIn(NOTIFICATION_STATUSES, { message: `expects one of ${NOTIFICATION_STATUSES.join(', ')}` })
  status?: NotificationStatus;

  @ApiPropertyOptional({ enum: DESTINATION_CHANNELS })
  @IsOptional()
  @IsIn(DESTINATION_CHANNELS, { message: `expects one of ${DESTINATION_CHANNELS.join(', ')}` })
  channel?: DestinationChannel;
}

export class NotificationsQuery extends AlertNotificationsQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only notifications of this alert.' })
  @IsOptional()
  @IsUUID('loose', { message: 'expects the UUID of an alert, once' })
  alert?: string;
}

export function filterOf({ alert, status, channel }: NotificationsQuery): NotificationFilter {
  return { alertId: alert, status, channel };
}
