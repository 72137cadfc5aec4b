import { DEFAULT_NOTIFICATION_CONFIG, type NotificationConfig } from '../alert/notification-rule.js';
import type { AlertEventType } from '../alert/event-type.js';

/** Why a waiting delivery is not sent: a stable code and its sentence. */
export const SKIP_REASONS = {
  ALERT_DELETED: 'The alert was deleted before this was sent.',
  ALERT_INACTIVE: 'The alert was switched off before this was sent.',
  DESTINATION_CHANGED: 'The alert has another destination since this was queued.',
  DESTINATION_REMOVED: 'The destination was taken from the alert before this was sent.',
  RULE_OFF: 'The notification rule for this event was removed or switched off before this was sent.',
  UNSUBSCRIBED: 'The recipient unsubscribed from the mails of this alert.',
  ADDRESS_SUPPRESSED:
    'The mail server said that there is no such mailbox; send a test, or take the address from the alert and give it ' +
    'again.',
  EVENT_GONE: 'The event no longer exists.',
} as const;
/** The stable code of a reason. */
export type SkipReason = keyof typeof SKIP_REASONS;

/** Code and sentence as `lastErrorMessage` shows them. */
export function skipMessage(reason: SkipReason): string {
  return `${reason}: ${SKIP_REASONS[reason]}`;
}

/** What holds for a delivery at the moment it would be sent. */
export interface DeliverySituation {
  readonly alert: {
    readonly deleted: boolean;
    readonly active: boolean;
    readonly notificationConfig: NotificationConfig | null;
  } | null;
  /** Whether the alert still names the destination that this was queued for. */
  readonly destination: 'CURRENT' | 'CHANGED' | 'REMOVED';
  readonly unsubscribed: boolean;
  /** A test goes out from an alert that is switched off, too. */
  readonly isTest: boolean;
  /** Types of its events; null where no rule is asked: a test, or what an earlier attempt rendered. */
  readonly eventTypes: readonly AlertEventType[] | null;
}

/** The reason not to send, the weightiest first; null where it may go. */
export function skipReason({
  alert,
  destination,
  unsubscribed,
  eventTypes,
  isTest,
}: DeliverySituation): SkipReason | null {
  if (alert === null || alert.deleted) return 'ALERT_DELETED';
  if (!alert.active && !isTest) return 'ALERT_INACTIVE';
  if (destination !== 'CURRENT') return `DESTINATION_${destination}`;
  if (unsubscribed) return 'UNSUBSCRIBED';
  if (eventTypes === null) return null;
  if (eventTypes.length === 0) return 'EVENT_GONE';
  return eventTypes.some((type) => isNotified(alert.notificationConfig, type)) ? null : 'RULE_OFF';
}

/** Whether an enabled rule notifies of events of this type. Thresholds were judged when the event was made. */
export function isNotified(config: NotificationConfig | null, type: AlertEventType): boolean {
  return (config ?? DEFAULT_NOTIFICATION_CONFIG).rules.some(({ eventType, enabled }) => eventType === type && enabled);
}
