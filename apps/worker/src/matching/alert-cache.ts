import {
  AlertReader,
  forgetDeadAlerts,
  writeDeadAlert,
  type OwnedShard,
  type LoadedAlert,
} from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import type { AlertMatcher } from './alert-matcher.js';
import { pace } from './pace.js';
import { AlertRegistry } from './alert-registry.js';
import { isVisible, parseSnapshot, type Snapshot } from './snapshot.js';

const PAGE = 2_000;
/** Well below the hour for which removed alerts are kept to be seen. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** Too long without a look at what was written: alerts may have been removed and swept meanwhile. */
export class AlertsOutOfDate extends Error {
  override readonly name = 'AlertsOutOfDate';
}

/** The alerts of a worker's shards in memory, as new as the last look. */
export class AlertCache {
  readonly registry = new AlertRegistry();
  private readonly reader: AlertReader;
  /** Alerts so new that changes committed before them may still be consumed. */
  private readonly young = new Map<number, Snapshot>();
  private settledAt = 0;
  private watermark: number | undefined;
  private lastLook: Date | undefined;
  /** What was read above the watermark, by alert: it is named again until the watermark has passed it. */
  private seen: ReadonlyMap<string, number> = new Map();
  /** While shards are being loaded, what was read anew: a page that was read before comes too late for it. */
  private newer: Set<string> | undefined;

  constructor(
    private readonly database: Database,
    readonly matcher: AlertMatcher,
  ) {
    this.reader = new AlertReader(database);
  }

  /** Loads the alerts of shards in pages; between two of them whoever runs this may do other things. */
  async *load(shards: readonly OwnedShard[]): AsyncGenerator<void> {
    this.watermark ??= await this.reader.watermark();
    const floor = await this.reader.floor(Math.min(...shards.map(({ position }) => position)));
    const newer = (this.newer = new Set<string>());
    for await (const page of this.reader.pages(shards.map(({ shard }) => shard))) {
      const isLatest = ({ id }: LoadedAlert): boolean => !newer.has(id);
      await this.applyAll(page.filter(isLatest), floor);
      yield;
    }
    this.newer = undefined;
    while (this.matcher.compact()) yield;
  }

  /** Holds these alerts as they are. */
  async hold(alerts: readonly LoadedAlert[]): Promise<void> {
    await this.applyAll(alerts, 0);
  }

  /** Takes the alerts of shards out that were given back. */
  async *unload(shards: readonly OwnedShard[]): AsyncGenerator<void> {
    const breathe = pace();
    for (const ref of this.registry.of(new Set(shards.map(({ shard }) => shard)))) {
      this.remove(ref);
      const pause = breathe();
      if (pause === undefined) continue;
      await pause;
      yield;
    }
  }

  /**
   * Applies every version of an alert that was committed before now, by the database's clock, which it answers. Throws
   * AlertsOutOfDate where the last time is too long ago.
   */
  async catchUp(shards: readonly OwnedShard[]): Promise<Date> {
    this.watermark ??= await this.reader.watermark();
    const { versions, watermark, now } = await this.reader.versionsFrom(
      this.watermark,
      shards.map(({ shard }) => shard),
    );
    if (this.lastLook !== undefined && now.getTime() - this.lastLook.getTime() > LONGEST_SILENCE_MS)
      throw new AlertsOutOfDate('The alerts were not read for ten minutes.');
    const fresh = versions.filter(({ id, xid }) => this.seen.get(id) !== xid).map(({ id }) => id);
    for (let i = 0; i < fresh.length; i += PAGE) {
      const ids = fresh.slice(i, i + PAGE);
      for (const id of ids) this.newer?.add(id);
      await forgetDeadAlerts(this.database, ids);
      for await (const page of this.reader.read(ids)) await this.applyAll(page, 0);
    }
    this.seen = new Map(versions.map(({ id, xid }) => [id, xid]));
    this.watermark = watermark;
    this.lastLook = now;
    return now;
  }

  /** Whether a change was committed before the alert was made or activated. */
  isBefore(ref: number, xid: number): boolean {
    const since = this.young.get(ref);
    return since !== undefined && isVisible(xid, since);
  }

  /** Every change from now on has at least this xid. */
  settle(floor: number): void {
    if (floor === this.settledAt) return;
    this.settledAt = floor;
    for (const [ref, { xmax }] of this.young) {
      if (xmax <= floor) this.young.delete(ref);
    }
  }

  private async applyAll(alerts: readonly LoadedAlert[], floor: number): Promise<void> {
    const breathe = pace();
    for (const alert of alerts) {
      const reason = this.apply(alert, floor);
      if (reason !== undefined) await writeDeadAlert(this.database, alert.id, reason, await this.database.now());
      await breathe();
    }
  }

  /** Answers why the alert cannot be matched, where it cannot. */
  private apply(alert: LoadedAlert, floor: number): string | undefined {
    const known = this.registry.find(alert.id);
    if (known >= 0) {
      if (this.registry.xid(known) === alert.xid) return undefined;
      this.remove(known);
    }
    if (!alert.isOpen) return undefined;
    if (typeof alert.criteria === 'string') return `The criteria cannot be loaded: ${alert.criteria}`;
    const ref = this.registry.add(alert);
    try {
      this.matcher.add(ref, alert.criteria);
    } catch (error) {
      this.remove(ref);
      return `The criteria cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    }
    const since = parseSnapshot(alert.activeSince);
    if (since.xmax > floor) this.young.set(ref, since);
    return undefined;
  }

  private remove(ref: number): void {
    if (this.matcher.has(ref)) this.matcher.remove(ref);
    this.young.delete(ref);
    this.registry.remove(ref);
  }
}
