import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedLimits } from '@gable/ingest';
import { Database, LOCKS } from '@gable/persistence';
import { FeedReaderStore, type JobReading } from '@gable/persistence/feeds';
import { CONFIG } from '@gable/platform';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { FeedPlaces } from '../ingest/feed-places.js';
import type { Stage } from '../pipeline/stage.js';
import { chooseJob, isLarge } from './choose-job.js';
import { FeedJobsMetrics, type FeedJobListener } from './feed-jobs-metrics.js';
import { JobRun } from './job-run.js';
import { ReadingStopped, RunSettlement } from './settle-run.js';
import { TurnOrder } from './turn-order.js';

const TURN_MS = 500;
/** Where all that are open rest. */
const LOOK_AT_RESTING_MS = 50;
/** Jobs of one account that are looked at. */
const LOOKED_AT = 12;

/**
 * Reads the feeds that arrived over HTTP, several in turns, each source's in the order of their arrival. Of several
 * workers one at a time does: there is one ingest writer anyway. Files of the drop folder are read beside them, and the
 * batches of both are stored in the order of what their sources have used (`FeedPlaces`).
 */
@Injectable()
export class FeedJobsStage implements Stage {
  readonly name = 'feed-jobs';
  private readonly store: FeedReaderStore;
  private readonly settlement: RunSettlement;
  /** Readings of this process that the database could not be told of. */
  private readonly unsettled = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly places: FeedPlaces,
    @Inject(FeedJobsMetrics) listener: FeedJobListener,
    @Optional() @Inject(CONFIG) private readonly config: { readonly feedLimits?: Partial<FeedLimits> } = {},
  ) {
    this.store = new FeedReaderStore(database);
    this.settlement = new RunSettlement(this.store, listener);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    if (!(await this.store.isAnyWaiting())) return false; // a look costs nothing; the lock costs a connection
    return (await this.database.withLock(LOCKS.feedJobs, (ended) => this.readAll(ended), signal)) ?? false;
  }

  /** Until nothing waits. False where nothing could be begun. */
  private async readAll(signal: AbortSignal): Promise<boolean> {
    await this.settleInterrupted();
    const order = new TurnOrder();
    const open = new Map<string, JobRun>();
    let begun = 0;
    let askAt = 0; // while all that are open rest, or end their turns at once, others are not asked for each time
    const stopped = new ReadingStopped('the reading was stopped');
    const closeAll = (): void => open.forEach((run) => run.close(stopped));
    signal.addEventListener('abort', closeAll);
    try {
      while (!signal.aborted) {
        if (performance.now() >= askAt) {
          begun += await this.beginMore(open);
          askAt = performance.now() + TURN_MS;
        }
        if (open.size === 0) break;
        const run = order.next([...open.values()].filter(({ isResting }) => !isResting));
        if (run === undefined) await sleep(LOOK_AT_RESTING_MS);
        else await run.turn(TURN_MS);
        for (const ended of [...open.values()].filter(({ end }) => end !== undefined)) {
          await this.settle(open, ended);
          askAt = 0;
        }
      }
    } finally {
      signal.removeEventListener('abort', closeAll);
      for (const run of open.values()) {
        await run.stop(stopped);
        await this.settle(open, run).catch(() => {}); // the next one finds it interrupted
      }
    }
    return begun > 0;
  }

  /** What was being read when a worker ended, this one or another. */
  private async settleInterrupted(): Promise<void> {
    for (const reading of await this.store.interrupted()) {
      const wasOwn = this.unsettled.delete(keyOf(reading));
      if (wasOwn) await this.store.setBack(reading, 0);
      else await this.settlement.noteDeath(reading);
    }
    this.unsettled.clear();
  }

  private async beginMore(open: Map<string, JobRun>): Promise<number> {
    const domains = [...open.values()].map(({ reading }) => reading.domain);
    let waiting = await this.store.waiting(domains, LOOKED_AT);
    let begun = 0;
    for (let job = chooseJob(waiting, [...open.values()]); job; job = chooseJob(waiting, [...open.values()])) {
      const { id } = job;
      waiting = waiting.filter((other) => other.id !== id);
      const place = this.places.take(job.domain, job.unpackedBytes);
      if (place === undefined) continue; // a file of its source is being read, or too many are
      const reading = await this.store.begin(id).catch((error: unknown) => {
        place.leave();
        throw error;
      });
      if (reading === null) {
        place.leave();
        continue;
      }
      const { database, store } = this;
      open.set(id, new JobRun(reading, isLarge(job), { database, store, place, limits: this.config.feedLimits }));
      begun += 1;
    }
    return begun;
  }

  private async settle(open: Map<string, JobRun>, run: JobRun): Promise<void> {
    open.delete(run.id);
    run.leave();
    this.unsettled.add(keyOf(run.reading));
    await this.settlement.settle(run);
    this.unsettled.delete(keyOf(run.reading));
  }
}

function keyOf({ id, attempt }: JobReading): string {
  return `${id} ${attempt}`;
}
