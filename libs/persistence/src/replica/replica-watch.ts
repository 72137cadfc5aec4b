import type { StatementPool } from '../database/statement-pool.js';

/** A moment of the primary that a standby has replayed: everything committed until then is to be seen there. */
export interface ReplicaState {
  /** Of performance.now(), of this process. */
  readonly at: number;
  /** The primary's clock, in epoch milliseconds. */
  readonly clock: number;
}

interface Moment extends ReplicaState {
  /** Bytes of the log that were flushed then. */
  readonly position: number;
}

/** What work has to see. */
export interface ReplicaNeed {
  /** Of performance.now(). */
  readonly writtenAt: number;
  /** The primary's clock, in epoch milliseconds. */
  readonly mustHaveSeenUntil: number;
}

/** How a standby is watched; times in milliseconds. */
export interface ReplicaWatchOptions {
  /** How far the standby may be behind. */
  readonly maxLagMs: number;
  readonly everyMs?: number;
}

/** The clock is read before the position: what was committed until that clock lies before that position. */
const PRIMARY_POSITION = `
  select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
    pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position,
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`;
const REPLICA_POSITION = `
  select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position`;

const EVERY_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
const MOST_MOMENTS = 1_000;

/**
 * Knows how far a standby is behind, without any clock of its own: it notes where the log of the primary ends, again
 * and again, and which of these ends the standby has replayed.
 */
export class ReplicaWatch {
  private moments: Moment[] = [];
  private state: ReplicaState | undefined;
  private timeline: string | undefined;
  /**
   * Where the standby stood when the watch began, or when the primary changed: it may have replayed until there what
   * this primary never had. Only what lies behind proves that it follows.
   */
  private floor: number | undefined;
  private trouble: string | undefined = 'it is not known yet how far it is behind';
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly primary: Pick<StatementPool, 'queryWithin'>,
    private readonly replica: Pick<StatementPool, 'queryWithin'>,
    private readonly options: ReplicaWatchOptions,
  ) {}

  start(): this {
    const { everyMs = EVERY_MS } = this.options;
    const again = (): void => {
      if (!this.stopped) this.timer = setTimeout(() => void this.look().finally(again), everyMs).unref();
    };
    void this.look().finally(again);
    return this;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** How far the standby is behind at most; undefined where that is not known. */
  get lagMs(): number | undefined {
    return this.state === undefined ? undefined : performance.now() - this.state.at;
  }

  /** Why nothing is read from the standby; undefined while it is. */
  get reason(): string | undefined {
    const { trouble, lagMs } = this;
    if (trouble !== undefined) return trouble;
    if (lagMs === undefined) return 'it has not replayed anything yet that was written since this process began';
    return lagMs > this.options.maxLagMs ? `it is ${(lagMs / 1_000).toFixed(1)} s behind` : undefined;
  }

  /** What the standby has seen, where that is enough. */
  stateFor({ writtenAt, mustHaveSeenUntil }: ReplicaNeed): ReplicaState | undefined {
    const { state } = this;
    if (state === undefined || this.reason !== undefined) return undefined;
    return state.at >= writtenAt && state.clock >= mustHaveSeenUntil ? state : undefined;
  }

  /** A statement found it away: nothing is read there until it answers again. */
  away(): void {
    this.trouble = 'it cannot be reached';
  }

  /** One look at both servers. */
  async look(): Promise<void> {
    const at = performance.now(); // before the primary is asked: what was committed until now is in its answer
    const [primary, replica] = await Promise.allSettled([
      this.primary.queryWithin<{ clock: number; position: number; timeline: string }>(
        ANSWER_WITHIN_MS,
        PRIMARY_POSITION,
      ),
      this.replica.queryWithin<{ isStandby: boolean; position: number | null }>(ANSWER_WITHIN_MS, REPLICA_POSITION),
    ]);
    const there = replica.status === 'fulfilled' ? replica.value?.[0] : undefined;
    if (there === undefined) return this.away();
    if (!there.isStandby || there.position === null) {
      this.trouble = 'it is no standby';
      this.forget();
      return;
    }
    this.trouble = undefined;
    const here = primary.status === 'fulfilled' ? primary.value?.[0] : undefined;
    if (here !== undefined) this.note({ ...here, at }, there.position);
    this.compare(there.position);
  }

  private note({ timeline, ...moment }: Moment & { timeline: string }, replayed: number): void {
    if (timeline !== this.timeline) {
      this.forget();
      this.timeline = timeline;
      this.floor = replayed;
    }
    if (moment.position <= this.floor!) return;
    this.moments.push(moment);
    if (this.moments.length > MOST_MOMENTS) this.moments.splice(1, 1); // the oldest is the first that will be replayed
  }

  private compare(replayed: number): void {
    const newest = this.moments.findLastIndex(({ position }) => position <= replayed);
    if (newest < 0) return;
    this.state = this.moments[newest];
    this.moments.splice(0, newest + 1);
  }

  private forget(): void {
    this.moments = [];
    this.state = undefined;
    this.timeline = undefined;
    this.floor = undefined;
  }
}
