import {
  ChangeReader,
  nextRange,
  ShardStore,
  ShardsMovedOn,
  StepWriter,
  type DeadChange,
  type DecidedEvent,
  type OwnedShard,
  type SuspectRange,
} from '@gable/persistence/alerts';
import { announce, type Database } from '@gable/persistence';
import type { AlertCache } from './alert-cache.js';
import { createAlertMatcher, type AlertMatcher } from './alert-matcher.js';
import { BatchReader, CHANGES_AT_ONCE, type ReadBatch } from './batch-reader.js';
import { decideStep, type DecidedStep } from './decide-step.js';
import { reasonOf } from './match-changes.js';

/** Read at least, where each concerns so many alerts that few of them fit into a transaction. */
const FEWEST_AT_ONCE = 4;
/** Without alerts a step reads no states. */
const CHANGES_AT_ONCE_UNMATCHED = 5_000;
const TRIES = 3;
const END = Number.MAX_SAFE_INTEGER;

/** What a step did, for metrics. */
export interface StepReport {
  readonly changes: number;
  readonly events: readonly DecidedEvent[];
  readonly notifications: number;
  readonly dead: readonly DeadChange[];
  readonly seconds: number;
  /** The database's clock when it committed. */
  readonly committedAt: number;
}

/**
 * Consumes the changes in order for the owned shards. Each step is one transaction of events, notifications and
 * positions.
 */
export class ChangeConsumer {
  private readonly reader: BatchReader;
  private readonly writer: StepWriter;
  private readonly shardStore: ShardStore;
  private suspects: readonly SuspectRange[] = [];
  /** So many changes are read: no more states than about to be matched. */
  private atOnce = CHANGES_AT_ONCE;
  /** A step that failed for what its changes are: one change at a time, until past it. */
  private failure: { through: number; change: number; tries: number } | undefined;

  constructor(
    private readonly database: Database,
    workerId: number,
    private readonly onStep: (report: StepReport) => void,
    private readonly createMatcher: () => AlertMatcher = createAlertMatcher,
  ) {
    this.reader = new BatchReader(new ChangeReader(database), workerId);
    this.writer = new StepWriter(database);
    this.shardStore = new ShardStore(database);
  }

  /** Call when shards were taken: the worker before may have died of a change. */
  async loadSuspects(shards: readonly OwnedShard[]): Promise<void> {
    this.suspects =
      shards.length === 0 ? [] : await this.shardStore.suspects(Math.min(...shards.map(({ position }) => position)));
  }

  /**
   * Takes the loaded shards that are furthest behind one batch further; true when more may wait. `owned` are all
   * shards.
   */
  async step(alerts: AlertCache, shards: readonly OwnedShard[], owned: readonly OwnedShard[]): Promise<boolean> {
    const from = Math.min(...shards.map(({ position }) => position));
    const group = shards.filter(({ position }) => position === from);
    const ahead = shards.filter(({ position }) => position > from).map(({ position }) => position);
    const { through: suspected, isConvicted: isQuarantined } = nextRange(this.suspects, from);
    const range = { after: from, through: Math.min(END, suspected, ...ahead), limit: this.limit(alerts, from) };
    const batch = await this.reader.next(range);
    const now = await alerts.catchUp(owned);
    const isAtEnd = batch.changes.length < range.limit && range.through === END;
    const isIdle = isAtEnd && batch.changes.length === 0;
    const isConsumed = isIdle || (await this.consumeBatch(alerts, group, batch, now, isQuarantined));
    // Alerts still being loaded may stand further behind.
    if (isAtEnd && isConsumed && ahead.length === 0 && shards.length === owned.length) alerts.settle(batch.horizon);
    await this.clear(shards);
    return !isIdle;
  }

  /** Call before the worker leaves. */
  async end(): Promise<void> {
    await this.reader.end();
  }

  /** True when all shards of the group have consumed the whole batch. */
  private async consumeBatch(
    alerts: AlertCache,
    group: readonly OwnedShard[],
    batch: ReadBatch,
    now: Date,
    isQuarantined: boolean,
  ): Promise<boolean> {
    const begun = performance.now();
    const { changes } = batch;
    const { after: from, through: stop, limit } = batch.range;
    try {
      const { shards, handled, decideAgain, ...decided } = await this.decide(alerts, group, batch, isQuarantined);
      // What lies before the next stop and is not there now never comes: other shards have passed it, behind the same
      // fence.
      const isDone = changes.length < limit && handled === changes.length;
      const planned = isDone && stop < END ? stop : changes[handled - 1]!.id;
      const step = { shards, from, through: planned, ...decided };
      const { events, dead, through, notifications } = await this.writer.commit(step, decideAgain);
      if (notifications > 0) announce(this.database, 'deliveries');
      for (const shard of shards) shard.position = through;
      const isWhole = handled === changes.length && shards.length === group.length;
      this.atOnce = isWhole
        ? Math.min(CHANGES_AT_ONCE, 2 * this.atOnce)
        : Math.min(CHANGES_AT_ONCE, Math.max(FEWEST_AT_ONCE, 2 * handled));
      const seconds = (performance.now() - begun) / 1_000;
      this.onStep({
        changes: through === planned ? handled : changes.filter(({ id }) => id <= through).length,
        events,
        dead,
        notifications,
        seconds,
        committedAt: now.getTime() + seconds * 1_000,
      });
      return shards.length === group.length && isDone && through === planned;
    } catch (error) {
      this.noteFailure(error, batch);
      throw error;
    }
  }

  private limit(alerts: AlertCache, from: number): number {
    if (this.failure !== undefined && from < this.failure.through) return 1;
    return alerts.registry.size === 0 ? CHANGES_AT_ONCE_UNMATCHED : this.atOnce;
  }

  private async decide(
    alerts: AlertCache,
    group: readonly OwnedShard[],
    batch: ReadBatch,
    isQuarantined: boolean,
  ): Promise<DecidedStep> {
    const { changes, range } = batch;
    const first = changes[0];
    if (alerts.registry.size === 0 || first === undefined) return withoutEvents(group, changes.length, []);
    if (isQuarantined) {
      const reason = 'Three workers were lost while they matched this change.';
      return withoutEvents(group, 1, [{ change: first, reason }]);
    }
    if (this.failure?.change === first.id && this.failure.tries >= TRIES)
      return withoutEvents(group, 1, [{ change: first, reason: reasonOf('its events cannot be written') }]);
    const states = await batch.states();
    const isWhole = changes.length === CHANGES_AT_ONCE && range.through === END;
    if (isWhole) this.reader.readAhead(batch);
    return decideStep(this.database, alerts, this.createMatcher, group, changes.slice(0, states.length), states);
  }

  /** A failure of connections passes by itself; one that the rows cause does not. */
  private noteFailure(error: unknown, { changes }: ReadBatch): void {
    if (changes.length === 0 || error instanceof ShardsMovedOn || isPassing(error)) return;
    const [first, last] = [changes[0]!.id, changes.at(-1)!.id];
    const isSame = first === last && this.failure?.change === first;
    this.failure = {
      through: Math.max(last, this.failure?.through ?? 0),
      change: first,
      tries: isSame ? this.failure!.tries + 1 : 1,
    };
  }

  private async clear(shards: readonly OwnedShard[]): Promise<void> {
    const from = Math.min(...shards.map(({ position }) => position));
    if (this.failure !== undefined && from >= this.failure.through) this.failure = undefined;
    if (!this.suspects.some(({ lastChange }) => lastChange <= from)) return;
    await this.shardStore.acquit(from);
    this.suspects = this.suspects.filter(({ lastChange }) => lastChange > from);
  }
}

function withoutEvents(shards: readonly OwnedShard[], handled: number, dead: readonly DeadChange[]): DecidedStep {
  return {
    shards,
    handled,
    events: [],
    dead,
    decideAgain: () => Promise.reject(new Error('A step without events locks no alert.')),
  };
}

/** A lost connection, a server that goes down, a cut statement, a deadlock: all but what the rows themselves cause. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? !/^(22|23|P0)...$/.test(code)
    : error instanceof Error && /connection|timeout|pool/i.test(error.message);
}
