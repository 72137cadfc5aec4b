import {
  AlertReader,
  forgetDeadAlerts,
  writeDeadAlert,
  type OwnedShard,
  type LoadedAlert,
} from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import type { CompiledAlerts } from '@gable/alert-index';
import type { AlertCompiler, CompiledPortion } from './alert-compiler.js';
import type { AlertMatcher } from './alert-matcher.js';
import { pace } from './pace.js';
import { AlertRegistry } from './alert-registry.js';
import { isVisible, parseSnapshot, xmaxOf, type Snapshot } from './snapshot.js';

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

  /**
   * Loads the alerts of shards in pages; between two of them whoever runs this may do other things. They can be matched
   * when it ends, and faster once `matcher.compact` has nothing to do any more.
   */
  async *load(shards: readonly OwnedShard[], compiler: AlertCompiler): AsyncGenerator<void> {
    this.watermark ??= await this.reader.watermark();
    const floor = await this.reader.floor(Math.min(...shards.map(({ position }) => position)));
    const newer = (this.newer = new Set<string>());
    for await (const portion of compiler.compile(this.reader.pages(shards.map(({ shard }) => shard)))) {
      await this.applyAll(portion, floor, newer);
      yield;
    }
    this.newer = undefined;
  }

  /** Holds these alerts as they are. */
  async hold(alerts: readonly LoadedAlert[]): Promise<void> {
    await this.applyAll({ alerts, compiled: undefined }, 0);
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
      for await (const page of this.reader.read(ids)) await this.hold(page);
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

  /** Leaves out what was read `newer` than this. */
  private async applyAll(
    { alerts, compiled }: CompiledPortion,
    floor: number,
    newer?: ReadonlySet<string>,
  ): Promise<void> {
    const breathe = pace();
    for (const [place, alert] of alerts.entries()) {
      if (newer?.has(alert.id)) continue;
      const reason = this.apply(alert, floor, compiled, place);
      if (reason !== undefined) await writeDeadAlert(this.database, alert.id, reason, await this.database.now());
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
  }

  /** Answers why the alert cannot be matched, where it cannot. */
  private apply(
    alert: LoadedAlert,
    floor: number,
    compiled: CompiledAlerts | undefined,
    place: number,
  ): string | undefined {
    const known = this.registry.find(alert.id);
    if (known >= 0) {
      if (this.registry.xid(known) === alert.xid) return undefined;
      this.remove(known);
    }
    if (!alert.isOpen) return undefined;
    const ref = this.registry.add(alert);
    try {
      this.add(ref, alert, compiled, place);
    } catch (error) {
      this.remove(ref);
      return `The criteria cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (xmaxOf(alert.activeSince) > floor) this.young.set(ref, parseSnapshot(alert.activeSince));
    return undefined;
  }

  private add(ref: number, alert: LoadedAlert, compiled: CompiledAlerts | undefined, place: number): void {
    if (compiled !== undefined && this.matcher.addCompiled(ref, compiled, place)) return;
    const { criteria } = alert;
    if (typeof criteria === 'string') throw new Error(criteria);
    this.matcher.add(ref, criteria);
  }

  private remove(ref: number): void {
    if (this.matcher.has(ref)) this.matcher.remove(ref);
    this.young.delete(ref);
    this.registry.remove(ref);
  }
}
