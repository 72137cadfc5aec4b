import type { WorkloadChange } from '@gable/alert-index/testing';

/** What is measured, and how much of it. */
export interface Plan {
  readonly alerts: number;
  readonly backlog: number;
  readonly rate: number;
  readonly seconds: number;
  readonly broad: number;
  /** Writes of alerts a second. */
  readonly puts: number;
  /** Beside `start`, which is always measured. */
  readonly parts: readonly string[];
  readonly url: string;
}

/** Makes so many changes of listings that nobody has seen yet. */
export type MakeChanges = (count: number) => WorkloadChange[];

/** How every result begins. */
export const head = (name: string, { alerts }: Plan) => ({ bench: 'pipeline', case: name, alerts });

/** Twenty transactions a second, as feeds that are read in small portions. */
export const PORTIONS_PER_SECOND = 20;

/** The same changes as listings that are new. */
export function arriving(quiet: MakeChanges, count: number): WorkloadChange[] {
  return quiet(count).map(({ before, after }) => ({ kind: 'new', before: null, after: (after ?? before)! }));
}
