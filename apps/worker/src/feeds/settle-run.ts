import { FeedUnreadable, SnapshotRefused } from '@gable/ingest';
import { ReadingReplaced, type FeedReaderStore, type JobReading } from '@gable/persistence/feeds';
import { isDatabaseAway } from '../ingest/is-database-away.js';
import type { FeedJobListener } from './feed-jobs-metrics.js';
import type { JobRun, RunEnd } from './job-run.js';
import { waitAfterDeath, waitAfterTry } from '../ingest/retry-rules.js';

/** Not because of the job its reading ends: it waits, and nothing is counted. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
}

/** Writes down what became of readings. */
export class RunSettlement {
  constructor(
    private readonly store: FeedReaderStore,
    private readonly listener: FeedJobListener,
  ) {}

  /** @throws what the database throws; the job is still being read then, as far as it knows */
  async settle({ reading, rejects, end }: JobRun): Promise<void> {
    const { report } = end as RunEnd;
    const error = causeOf(end!.error);
    if (error === undefined) {
      if (await this.store.finish(reading, report, rejects.first)) this.listener.done(reading, report);
    } else if (error instanceof ReadingStopped) await this.store.setBack(reading, 0);
    else if (error instanceof ReadingReplaced) return;
    else if (isDatabaseAway(error)) {
      await this.store.setBack(reading, 0);
      throw error as Error;
    } else await this.noteFailure({ ...reading, tries: reading.tries + 1 }, report, rejects.first, error);
  }

  /** A worker ended in the middle of this reading. */
  async noteDeath(reading: JobReading): Promise<void> {
    const counted = { ...reading, deaths: reading.deaths + 1 };
    const waitMs = waitAfterDeath(counted.deaths);
    if (waitMs !== undefined) return this.store.setBack(counted, waitMs);
    await this.store.giveUp(counted, `the worker ended ${counted.deaths} times while it read this feed`);
  }

  private async noteFailure(
    counted: JobReading,
    report: RunEnd['report'],
    first: JobRun['rejects']['first'],
    error: unknown,
  ): Promise<void> {
    // What it says cannot change, or its sender has to look at it.
    const isHopeless = error instanceof FeedUnreadable || error instanceof SnapshotRefused;
    const waitMs = isHopeless ? undefined : waitAfterTry(counted.tries);
    if (waitMs === undefined) {
      await this.store.giveUp(counted, isHopeless ? error.message : UNKNOWN, report, first);
      this.listener.givenUp(counted, report, error);
    } else {
      await this.store.setBack(counted, waitMs, UNKNOWN);
      this.listener.setBack(counted, error);
    }
  }
}

/** What stopped the spool from being read, where it was not the feed. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof FeedUnreadable ? error.cause : undefined;
  const isOutside = cause instanceof ReadingStopped || cause instanceof ReadingReplaced || isDatabaseAway(cause);
  return isOutside ? cause : error;
}

/** The reason itself may quote the database, and stands in the log. */
const UNKNOWN = 'the feed could not be read, for a reason that the operator finds in the log';
