import { groupBy } from '@gable/domain';
import type { AlertTimeline } from './alert-timeline.js';
import type { CommittedChange } from './committed-change.js';
import { lineOf } from './expected-events.js';
import { checkEvents } from './check-events.js';
import type { RecordedEvent, RecordedNotification } from './read-records.js';

/** What is wrong with what a database holds; every list is empty where nothing is. One line a finding. */
export interface Findings {
  /** Events that had to be recorded and are not there. */
  readonly lost: readonly string[];
  /** Events that nothing allows, or that differ from what had to be recorded. */
  readonly phantom: readonly string[];
  /** Events and attempts of which there is more than one. */
  readonly doubled: readonly string[];
  /** Sent events whose delivery has no notification. */
  readonly withoutNotification: readonly string[];
  /** Notifications whose event is not there or does not point back. */
  readonly withoutEvent: readonly string[];
  /** Notifications that still wait though their alert is switched off or deleted. */
  readonly unsilenced: readonly string[];
}

/** Compares what a database holds with what the timelines of all its alerts allow. */
export function checkRecords(
  timelines: readonly AlertTimeline[],
  changes: readonly CommittedChange[],
  events: readonly RecordedEvent[],
  notifications: readonly RecordedNotification[],
): Findings {
  const byAlert = groupBy(events, ({ alertId }) => alertId);
  const findings = timelines.map((timeline) => checkEvents(timeline, changes, byAlert.get(timeline.alertId) ?? []));
  const known = new Set(timelines.map(({ alertId }) => alertId));
  const off = new Set(timelines.filter(({ phases }) => !phases.at(-1)!.active).map(({ alertId }) => alertId));
  const deliveries = groupBy(
    events.filter(({ notified }) => notified),
    ({ deliveryId }) => deliveryId!,
  );
  const attempts = groupBy(notifications, ({ deliveryId }) => deliveryId);
  return {
    lost: findings.flatMap(({ lost }) => lost.map(lineOf)),
    phantom: [
      ...findings.flatMap(({ phantom }) => phantom),
      ...events.filter(({ alertId }) => !known.has(alertId)),
    ].map(lineOf),
    doubled: [
      ...repeated(
        events.map(
          ({ alertId, listingId, revisionId, type }) => `event ${alertId} ${listingId} r${revisionId} ${type}`,
        ),
      ),
      ...repeated(
        notifications.map(({ deliveryId, attemptNumber }) => `delivery ${deliveryId} attempt ${attemptNumber}`),
      ),
      ...repeated(
        notifications
          .filter(
            ({ channel, status, attemptNumber }) => channel === 'EMAIL' && status === 'PENDING' && attemptNumber === 1,
          )
          .map(({ alertId, destinationId }) => `open mail of ${alertId} to ${destinationId}`),
      ),
    ],
    withoutNotification: events
      .filter(
        ({ deliveryId }) =>
          deliveryId !== null && !(attempts.get(deliveryId) ?? []).some(({ attemptNumber }) => attemptNumber === 1),
      )
      .map(lineOf),
    withoutEvent: notifications
      .filter((notification) => !hasItsEvent(notification, deliveries.get(notification.deliveryId) ?? []))
      .map(describe),
    unsilenced: notifications
      .filter(({ alertId, status }) => off.has(alertId) && (status === 'PENDING' || status === 'SUSPENDED'))
      .map(describe),
  };
}

/** Nothing of anything. */
export const NO_FINDINGS: Findings = Object.freeze({
  lost: [],
  phantom: [],
  doubled: [],
  withoutNotification: [],
  withoutEvent: [],
  unsilenced: [],
});

/** A webhook carries one event and its id; a mail carries one or more, of which it names one. */
function hasItsEvent(
  { alertId, eventId, deliveryId, channel }: RecordedNotification,
  notified: readonly RecordedEvent[],
): boolean {
  if (notified.some((event) => event.alertId !== alertId) || !notified.some(({ id }) => id === eventId)) return false;
  return channel === 'EMAIL' || (notified.length === 1 && eventId === deliveryId);
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

const describe = ({ channel, alertId, eventId, deliveryId, attemptNumber, status }: RecordedNotification): string =>
  `${channel} ${status} attempt ${attemptNumber} of ${alertId}, event ${eventId}, delivery ${deliveryId}`;
