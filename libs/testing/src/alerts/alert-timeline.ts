import type { Criteria } from '@gable/domain/criteria';
import type { DestinationChannel, NotificationConfig } from '@gable/domain/alert';

/**
 * Between which changes something took place: not seen by those up to `after`, seen by all beyond `until`, and by those
 * between perhaps.
 */
export interface Window {
  readonly after: number;
  readonly until: number;
}

/** What an alert was from one write to the next. */
export interface AlertPhase {
  /** Recording: neither switched off nor deleted. */
  readonly active: boolean;
  readonly criteria: Criteria;
  readonly criteriaVersion: number;
  readonly notificationConfig: NotificationConfig | null;
  readonly channel: DestinationChannel | null;
  /** Which changes are consumed with this phase and no longer with the one before. */
  readonly reach: Window;
  /** When it was made or last activated: changes committed before are not for it. */
  readonly activeSince: Window;
}

/** An alert over time, its oldest phase first. */
export interface AlertTimeline {
  readonly alertId: string;
  readonly phases: readonly AlertPhase[];
}

/** What a write may change; what stays away stays as it was. */
export type AlertWrite = Partial<Pick<AlertPhase, 'active' | 'criteria' | 'notificationConfig' | 'channel'>>;

/** When a write was made, seen from outside; the numbers are places in the order of changes. */
export interface WriteMoment {
  /** Changes up to here the alert's shard had consumed before the write was asked for. */
  readonly consumed: number;
  /** Changes up to here were committed before the write was asked for. */
  readonly committed: number;
  /** Changes beyond were begun after the write was answered. */
  readonly begun: number;
  /** Nothing was committed or consumed while it was made: then there is one answer only. */
  readonly alone?: boolean;
}

/** The timeline of an alert that is made at this moment. */
export function startTimeline(
  alertId: string,
  first: Required<AlertWrite>,
  { committed, begun, alone }: WriteMoment,
): AlertTimeline {
  const window = { after: committed, until: alone ? committed : begun };
  return { alertId, phases: [{ ...first, criteriaVersion: 1, reach: window, activeSince: window }] };
}

/** The timeline with one more phase. Criteria that differ from the ones before make a new version of them. */
export function continueTimeline(
  timeline: AlertTimeline,
  write: AlertWrite,
  { consumed, committed, begun, alone }: WriteMoment,
): AlertTimeline {
  const last = timeline.phases.at(-1)!;
  const next = { ...last, ...write };
  const activated = next.active && !last.active;
  const phase: AlertPhase = {
    ...next,
    criteriaVersion: last.criteriaVersion + (JSON.stringify(next.criteria) === JSON.stringify(last.criteria) ? 0 : 1),
    reach: { after: consumed, until: alone ? consumed : begun },
    activeSince: activated ? { after: committed, until: alone ? committed : begun } : last.activeSince,
  };
  return { ...timeline, phases: [...timeline.phases, phase] };
}
