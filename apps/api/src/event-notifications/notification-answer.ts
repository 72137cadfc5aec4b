import type { StoredNotification } from '@gable/persistence/delivery';

export function notificationAnswer({
  eventIds,
  scheduledAt,
  deliveredAt,
  createdAt,
  updatedAt,
  ...notification
}: StoredNotification) {
  return {
    ...notification,
    ...(eventIds.length > 1 && { eventIds }),
    scheduledAt: scheduledAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export type NotificationAnswer = ReturnType<typeof notificationAnswer>;
