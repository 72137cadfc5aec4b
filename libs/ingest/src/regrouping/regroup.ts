import { BatchStore, writeBatch } from '@gable/persistence/listings';
import { PlanReader, RegroupReader } from '@gable/persistence/listings';
import { RegroupStore, type BlockRow, type RegroupRun } from '@gable/persistence/properties';
import { LOCKS, type Database, type Queryable } from '@gable/persistence';
import { emptyReport, reportSteps, type RegroupReport } from './regroup-report.js';
import { settleProperties } from './settle-properties.js';

export interface RegroupOptions {
  /** Only says what would change. */
  dryRun?: boolean;
  /** Properties looked at together, without holding anybody up. */
  range?: number;
  /** Properties changed under one ingest lock: a worker that ingests waits for no more than these. */
  batch?: number;
  /** Called after every range: properties looked at in this pass, of how many, and in which pass. */
  onProgress?: (looked: number, of: number, pass: number) => void;
  /** Stops after the batch under way when it aborts; another run goes on from there. */
  signal?: AbortSignal;
}

/** Another run is under way. */
export class RegroupBusy extends Error {
  override readonly name = 'RegroupBusy';
  readonly code = 'REGROUP_BUSY';
}

/** Each pass only finds what the one before made possible; so many are only needed where listings keep arriving. */
const MOST_PASSES = 25;

/**
 * Brings all properties in line with the present weights, beside a running worker: looks at ranges without a lock,
 * changes a few properties a lock, until one pass finds nothing to do. Killed at any moment, the next run goes on.
 * @throws RegroupBusy while another process regroups, LockLost where one may regroup by now
 */
export async function regroup(database: Database, options: RegroupOptions = {}): Promise<RegroupReport> {
  // Once the lock is lost another run may go on with this one's progress, or have forgotten what this one planned.
  const run = (signal: AbortSignal) => new Regrouping(database, { ...options, signal }).run();
  const report = await database.withLock(LOCKS.regroup, run, options.signal);
  if (report === undefined) throw new RegroupBusy('Another process regroups this store.');
  return report;
}

class Regrouping {
  private readonly store: RegroupStore;
  private readonly dryRun: boolean;
  private readonly range: number;
  private readonly batch: number;
  private progress!: RegroupRun<RegroupReport>;

  constructor(
    private readonly database: Database,
    private readonly options: RegroupOptions,
  ) {
    this.store = new RegroupStore(database);
    this.dryRun = options.dryRun === true;
    this.range = options.range ?? 100;
    this.batch = options.batch ?? 20;
  }

  async run(): Promise<RegroupReport> {
    await this.store.forgetPlans();
    this.progress = await this.beginOrGoOn();
    const run = this.progress;
    const total = await this.store.countProperties();
    let looked = 0;
    for (;;) {
      this.options.signal?.throwIfAborted();
      const propertyIds = await this.store.propertiesAfter(run.position, this.range, this.dryRun);
      if (propertyIds.length === 0) {
        if (run.isClean || run.pass === MOST_PASSES) break;
        Object.assign(run, { pass: run.pass + 1, position: null, isClean: true });
        run.report.passes = run.pass;
        looked = 0;
        continue;
      }
      await this.settle(propertyIds);
      run.position = propertyIds.at(-1)!;
      run.report.looked += propertyIds.length;
      await this.store.save(run);
      this.options.onProgress?.((looked += propertyIds.length), Math.max(total, looked), run.pass);
    }
    run.report.settled = run.isClean;
    await this.store.save(run);
    await this.store.finish(run.id, await this.database.now());
    if (this.dryRun) await this.store.forgetPlans();
    return run.report;
  }

  private async beginOrGoOn(): Promise<RegroupRun<RegroupReport>> {
    const unfinished = this.dryRun ? null : await this.store.unfinished<RegroupReport>();
    if (unfinished === null) return this.store.start(this.dryRun, emptyReport(this.dryRun), await this.database.now());
    // What the first part of this pass saw may have changed since: it does not count as found in order.
    return { ...unfinished, isClean: false, report: { ...unfinished.report, resumed: true } };
  }

  /**
   * Looks at a range; what has something to be done is looked at again under the ingest lock, where nobody else writes.
   */
  private async settle(propertyIds: readonly string[]): Promise<void> {
    const { steps, keys } = await settleProperties(this.reader(this.database), propertyIds, this.progress.startedAt);
    const missing = await this.missing(keys);
    if (steps.size === 0 && missing.length === 0) return;
    this.progress.isClean = false;
    const unsettled = [...steps.keys()];
    if (missing.length > 0) await this.change([], missing);
    for (let i = 0; i < unsettled.length; i += this.batch) {
      this.options.signal?.throwIfAborted();
      await this.change(unsettled.slice(i, i + this.batch), []);
    }
  }

  /** A dry run reports keys once, which it does not write. */
  private async missing(keys: readonly BlockRow[]): Promise<BlockRow[]> {
    return this.dryRun && this.progress.pass > 1 ? [] : this.store.missingKeys(keys);
  }

  private async change(propertyIds: readonly string[], keys: readonly BlockRow[]): Promise<void> {
    const before = structuredClone(this.progress.report);
    const work = this.dryRun ? () => this.plan(propertyIds, keys) : () => this.write(propertyIds, keys);
    await work().catch((error: unknown) => {
      this.progress.report = before; // nothing of it was stored
      throw error;
    });
  }

  private async write(propertyIds: readonly string[], keys: readonly BlockRow[]): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const batch = await new BatchStore(transaction).begin();
      const reader = this.reader(transaction);
      const { set, steps } = await settleProperties(reader, propertyIds, batch.now);
      await writeBatch(transaction, set.result(await reader.properties(set.touchedStoredProperties())), batch);
      const store = new RegroupStore(transaction);
      await store.addKeys(keys);
      this.count([...steps.values()].flat(), keys);
      await store.save(this.progress);
    });
  }

  private async plan(propertyIds: readonly string[], keys: readonly BlockRow[]): Promise<void> {
    const { set, steps } = await settleProperties(this.reader(this.database), propertyIds, this.progress.startedAt);
    await this.store.plan(set.result([]).moved);
    this.count([...steps.values()].flat(), keys);
  }

  private count(steps: Parameters<typeof reportSteps>[1], keys: readonly BlockRow[]): void {
    reportSteps(this.progress.report, steps);
    this.progress.report.keysAdded += keys.length;
  }

  private reader(database: Queryable): RegroupReader {
    return this.dryRun ? new PlanReader(database) : new RegroupReader(database);
  }
}
