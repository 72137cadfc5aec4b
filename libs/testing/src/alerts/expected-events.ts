import type { AlertEventType } from '@gable/domain/alert';
import type { AlertTimeline, AlertPhase } from './alert-timeline.js';
import type { CommittedChange } from './committed-change.js';
import { expectEventsOf, expectNotifiedEvents, type Remembered } from './expect-events-of.js';

/** An event as it must exist, or as it does. */
export interface EventFact {
  readonly alertId: string;
  readonly listingId: string;
  readonly propertyId: string;
  readonly revisionId: number;
  readonly type: AlertEventType;
  readonly criteriaVersion: number;
  /** A rule and a destination ask for a delivery. */
  readonly notified: boolean;
}

/** One event in one line, for sets and for reading a difference. */
export function lineOf(event: EventFact): string {
  const { alertId, listingId, propertyId, revisionId, type, criteriaVersion, notified } = event;
  const what = `${alertId} ${listingId} r${revisionId} ${type} of ${propertyId} by v${criteriaVersion}`;
  return notified ? `${what} notified` : what;
}

/** What an alert remembers: its own events and nothing else. */
export class AlertMemory {
  private readonly listings = new Set<string>();
  private readonly properties = new Set<string>();

  of({ listingId, propertyId, propertyListingIds }: CommittedChange): Remembered {
    return {
      listing: this.listings.has(listingId),
      property: this.properties.has(propertyId) || propertyListingIds.some((id) => this.listings.has(id)),
    };
  }

  add(events: readonly EventFact[]): void {
    for (const { listingId, propertyId } of events) {
      this.listings.add(listingId);
      this.properties.add(propertyId);
    }
  }
}

/** What one phase of an alert records of a change that is for it. */
export function eventsOfPhase(
  alertId: string,
  phase: AlertPhase,
  change: CommittedChange,
  remembered: Remembered,
): EventFact[] {
  if (!phase.active) return [];
  const types = expectEventsOf(phase.criteria, change, remembered);
  const notified = phase.channel === null ? [] : expectNotifiedEvents(phase.notificationConfig, types, change);
  const { listingId, propertyId, revisionId } = change;
  return types.map((type) => ({
    alertId,
    listingId,
    propertyId,
    revisionId,
    type,
    criteriaVersion: phase.criteriaVersion,
    notified: notified.includes(type),
  }));
}

/**
 * The exact set of events of an alert whose every write is known to lie between two changes. Throws where one is not:
 * then only `checkEvents` can say whether what exists may exist.
 */
export function expectedEvents({ alertId, phases }: AlertTimeline, changes: readonly CommittedChange[]): EventFact[] {
  if (phases.some(({ reach, activeSince }) => reach.after !== reach.until || activeSince.after !== activeSince.until))
    throw new Error('The timeline of this alert leaves more than one answer.');
  const memory = new AlertMemory();
  return changes.flatMap((change) => {
    const phase = phases.findLast(({ reach }) => change.at > reach.after);
    if (phase === undefined || change.at <= phase.activeSince.after) return [];
    const events = eventsOfPhase(alertId, phase, change, memory.of(change));
    memory.add(events);
    return events;
  });
}
