import type { Database } from '../database/database.js';
import { EventSweep, NotificationSweep } from './event-sweep.js';
import { MarketEventSweep, RevisionSweep } from './fact-sweep.js';
import { FIRST, type RetainedTable, type Sweep, type SweepPosition } from './sweep.js';

/** For how long rows are kept, in milliseconds; null: for ever. */
export interface Retention {
  readonly eventsMs: number | null;
  /** No longer than events. */
  readonly notificationsMs: number | null;
  /** No shorter than events, which show the states of revisions. */
  readonly revisionsMs: number | null;
  readonly marketEventsMs: number | null;
}

/** What one step of a pass did. */
export interface RetentionStep {
  readonly removed: Partial<Record<RetainedTable, number>>;
  /** Set with the last step: `waiting` are rows of the pass that stay with something that waits or is younger. */
  readonly ended: { readonly waiting: number } | null;
}

interface Phase {
  readonly sweep: Sweep;
  readonly cutoff: Date;
}

/**
 * Goes through all tables that are kept for a time, a portion with each step. Nothing is written down of how far it is:
 * a pass that was killed begins anew, and finds what is left. One process at a time, under a lock of the caller.
 */
export class RetentionPass {
  private phases: Phase[] = [];
  private position: SweepPosition = FIRST;
  private waiting = 0;
  private oldestEvent = new Date(0);

  constructor(
    private readonly database: Database,
    private readonly retention: Retention,
  ) {}

  /** Begins a pass where none is under way. Null where everything is kept for ever. */
  async step(): Promise<RetentionStep | null> {
    if (this.phases.length === 0) {
      const now = await this.database.now();
      this.phases = phasesOf(this.database, this.retention, now);
      [this.position, this.waiting] = [FIRST, 0];
      this.oldestEvent = before(now, this.retention.eventsMs ?? now.getTime());
    }
    const [phase] = this.phases;
    if (phase === undefined) return null;
    const portion = await phase.sweep.portion(this.position, phase.cutoff, this.oldestEvent);
    const { removed, waiting, oldestKept, next } = portion;
    if (oldestKept && oldestKept < this.oldestEvent) this.oldestEvent = oldestKept;
    this.waiting += waiting;
    this.position = next ?? FIRST;
    if (next === null) this.phases.shift();
    return { removed, ended: this.phases.length === 0 ? { waiting: this.waiting } : null };
  }
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Events before revisions: a revision goes only where all events of its time have gone. */
function phasesOf(database: Database, retention: Retention, now: Date): Phase[] {
  const { eventsMs, notificationsMs, revisionsMs, marketEventsMs } = retention;
  const phase = (sweep: Sweep, ms: number | null): Phase[] => (ms === null ? [] : [{ sweep, cutoff: before(now, ms) }]);
  return [
    ...phase(new EventSweep(database), eventsMs),
    ...phase(new NotificationSweep(database), notificationsMs),
    ...(eventsMs === null ? [] : phase(new RevisionSweep(database), revisionsMs && Math.max(revisionsMs, eventsMs))),
    ...phase(new MarketEventSweep(database), marketEventsMs),
  ];
}
