import {
  AlertsMovedOn,
  ChangeReader,
  nextRange,
  ShardStore,
  ShardsMovedOn,
  StepWriter,
  type ChangeBatch,
  type ChangeRange,
  type DeadChange,
  type DecidedEvent,
  type OwnedShard,
  type SuspectRange,
} from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { decideBatch } from './decide-batch.js';
import type { AlertCache } from './alert-cache.js';
import { matchChanges, reasonOf } from './match-changes.js';

const CHANGES_AT_ONCE = 500;
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
  private readonly changes: ChangeReader;
  private readonly writer: StepWriter;
  private readonly shardStore: ShardStore;
  private suspects: readonly SuspectRange[] = [];
  /** A step that failed for what its changes are: one change at a time, until past it. */
  private failure: { through: number; change: number; tries: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly workerId: number,
    private readonly onStep: (report: StepReport) => void,
  ) {
    this.changes = new ChangeReader(database);
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
    const batch = await this.changes.next(this.workerId, range);
    await alerts.catchUp(owned);
    const isShort = batch.changes.length < range.limit;
    const isAtEnd = isShort && range.through === END;
    if (batch.changes.length > 0 || !isAtEnd) await this.consumeBatch(alerts, group, batch, range, isQuarantined);
    // Alerts still being loaded may stand further behind.
    if (isAtEnd && ahead.length === 0 && shards.length === owned.length) alerts.settle(batch.horizon);
    await this.clear(shards);
    return batch.changes.length > 0 || !isAtEnd;
  }

  private async consumeBatch(
    alerts: AlertCache,
    group: readonly OwnedShard[],
    batch: ChangeBatch,
    range: ChangeRange,
    isQuarantined: boolean,
  ): Promise<void> {
    const begun = performance.now();
    const { after: from, through: stop, limit } = range;
    try {
      const { handled, events, dead } = await this.decide(alerts, group, batch, isQuarantined);
      // What lies before the next stop and is not there now never comes: other shards have passed it, behind the same
      // fence.
      const isDone = batch.changes.length < limit && handled === batch.changes.length;
      const through = isDone && stop < END ? stop : batch.changes[handled - 1]!.id;
      const written = await this.writer.commit(
        { workerId: this.workerId, shards: group, from, through, events, dead },
        batch.now,
      );
      for (const shard of group) shard.position = through;
      const seconds = (performance.now() - begun) / 1_000;
      this.onStep({
        changes: handled,
        events,
        dead,
        notifications: written.notifications,
        seconds,
        committedAt: batch.now.getTime() + seconds * 1_000,
      });
    } catch (error) {
      this.noteFailure(error, batch);
      throw error;
    }
  }

  private limit(alerts: AlertCache, from: number): number {
    if (this.failure !== undefined && from < this.failure.through) return 1;
    return alerts.registry.size === 0 ? CHANGES_AT_ONCE_UNMATCHED : CHANGES_AT_ONCE;
  }

  private async decide(alerts: AlertCache, group: readonly OwnedShard[], batch: ChangeBatch, isQuarantined: boolean) {
    const first = batch.changes[0];
    if (alerts.registry.size === 0 || first === undefined)
      return { handled: batch.changes.length, events: [], dead: [] };
    if (isQuarantined)
      return {
        handled: 1,
        events: [],
        dead: [{ change: first, reason: 'Three workers were lost while they matched this change.' }],
      };
    if (this.failure?.change === first.id && this.failure.tries >= TRIES) {
      return { handled: 1, events: [], dead: [{ change: first, reason: reasonOf('its events cannot be written') }] };
    }
    const changes = batch.changes.slice(0, CHANGES_AT_ONCE);
    const { matched, dead, handled } = await matchChanges(
      alerts,
      new Set(group.map(({ shard }) => shard)),
      changes,
      await this.changes.states(changes),
    );
    const decided = await decideBatch(this.database, alerts, matched);
    return { handled, events: decided.events, dead: [...dead, ...decided.dead] };
  }

  /** A failure of connections passes by itself; one that the rows cause does not. */
  private noteFailure(error: unknown, { changes }: ChangeBatch): void {
    if (changes.length === 0 || error instanceof ShardsMovedOn || error instanceof AlertsMovedOn || isPassing(error))
      return;
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

/** A lost connection, a server that goes down, a cut statement, a deadlock: all but what the rows themselves cause. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? !/^(22|23|P0)...$/.test(code)
    : error instanceof Error && /connection|timeout|pool/i.test(error.message);
}
