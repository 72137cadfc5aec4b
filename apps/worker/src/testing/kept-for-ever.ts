import type { Retention } from '@gable/persistence/retention';
import type { UpkeepSettings } from '../upkeep/upkeep-stage.js';

/** Nothing goes by its age. */
export const KEPT_FOR_EVER: Retention = {
  eventsMs: null,
  notificationsMs: null,
  revisionsMs: null,
  marketEventsMs: null,
};

/** Upkeep of a store that PostgreSQL searches, in which nothing goes by its age but removed alerts. */
export const UPKEEP: UpkeepSettings = {
  keepsIndex: false,
  removedAlertsKeptMs: 90 * 86_400_000,
  retention: KEPT_FOR_EVER,
};
