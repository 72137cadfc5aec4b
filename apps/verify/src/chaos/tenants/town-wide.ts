import { ALERT_EVENT_TYPES, type NotificationConfig } from '@gable/domain/alert';

/** The whole town and nothing else: what a rude feed lists elsewhere concerns nobody. */
export const IN_TOWN = { kind: 'division', included: [1], excluded: null } as const;

/** Rules that notify of every event. */
export const EVERYTHING: NotificationConfig = {
  rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })),
};
