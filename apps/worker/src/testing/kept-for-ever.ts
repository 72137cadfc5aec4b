import type { Retention } from '@gable/persistence/retention';

/** Nothing goes by its age. */
export const KEPT_FOR_EVER: Retention = {
  eventsMs: null,
  notificationsMs: null,
  revisionsMs: null,
  marketEventsMs: null,
};
