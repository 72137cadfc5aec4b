import type { StoredAlertEvent } from '@gable/persistence/alerts';

export function eventAnswer({ alertId, createdAt, ...event }: StoredAlertEvent) {
  const written = createdAt.toISOString();
  return { ...event, alert: `/alerts/${alertId}`, createdAt: written, updatedAt: written };
}

export type EventAnswer = ReturnType<typeof eventAnswer>;
