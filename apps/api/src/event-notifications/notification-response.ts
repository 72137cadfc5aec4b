import { DESTINATION_CHANNELS, type DestinationChannel } from '@gable/domain/alert';
import { NOTIFICATION_STATUSES, type NotificationStatus, type StoredNotification } from '@gable/persistence/delivery';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'EventNotification', description: 'One attempt to deliver one or more events.' })
export class NotificationResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: DESTINATION_CHANNELS }) channel: DestinationChannel;
  @ApiProperty({ description: 'The e-mail address or URL.' }) destinationAddress: string;
  @ApiProperty({ enum: NOTIFICATION_STATUSES }) status: NotificationStatus;
  @ApiProperty({ type: 'integer', minimum: 1 }) attemptNumber: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) deliveredAt: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'A stable code and a short sentence.' })
  lastErrorMessage: string | null;

  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) updatedAt: string;
  @ApiProperty({ format: 'uuid' }) alertId: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The event, or the first of several; null for a test.',
  })
  eventId: string | null;

  @ApiPropertyOptional({
    type: String,
    isArray: true,
    format: 'uuid',
    description: 'All events, oldest first, if there are several.',
  })
  eventIds?: string[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the attempt is due.' })
  scheduledAt: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The HTTP status that the webhook receiver returned.' })
  responseStatus: number | null;
}

export function notificationResponse({
  eventIds,
  scheduledAt,
  deliveredAt,
  createdAt,
  updatedAt,
  ...notification
}: StoredNotification): NotificationResponse {
  return {
    ...notification,
    ...(eventIds.length > 1 && { eventIds }),
    scheduledAt: scheduledAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
