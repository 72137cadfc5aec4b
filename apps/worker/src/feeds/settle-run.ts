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

  /**
   * @throws what the database throws while it is away; the job is still being read then, as far as it knows. What the
   * database takes exception to counts as a failed try, so that a job cannot be read again without end.
   */
  async settle(run: JobRun): Promise<void> {
    try {
      await this.writeEnd(run);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await this.noteFailure(run, error, false);
    }
  }

  private async writeEnd(run: JobRun): Promise<void> {
    const { reading, rejects, end } = run;
    const { report } = end as RunEnd;
    const error = causeOf(end!.error);
    if (error === undefined) {
      if (await this.store.finish(reading, report, rejects.first)) this.listener.done(reading, report);
    } else if (error instanceof ReadingStopped) await this.store.setBack(reading, 0);
    else if (error instanceof ReadingReplaced) return;
    else if (isDatabaseAway(error)) {
      await this.store.setBack(reading, 0);
      throw error as Error;
    } else await this.noteFailure(run, error);
  }

  /** A worker ended in the middle of this reading. */
  async noteDeath(reading: JobReading): Promise<void> {
    const counted = { ...reading, deaths: reading.deaths + 1 };
    const waitMs = waitAfterDeath(counted.deaths);
    if (waitMs !== undefined) return this.store.setBack(counted, waitMs);
    await this.store.giveUp(counted, `the worker ended ${counted.deaths} times while it read this feed`);
  }

  /** Where the database takes exception to what was found, the job is given up without it. */
  private async noteFailure({ reading, rejects, end }: JobRun, error: unknown, isStorable = true): Promise<void> {
    const { report } = end as RunEnd;
    const counted = { ...reading, tries: reading.tries + 1 };
    // What it says cannot change, or its sender has to look at it.
    const isHopeless = error instanceof FeedUnreadable || error instanceof SnapshotRefused;
    const waitMs = isHopeless ? undefined : waitAfterTry(counted.tries);
    if (waitMs === undefined) {
      const reason = isHopeless ? error.message : UNKNOWN;
      if (isStorable) await this.store.giveUp(counted, reason, report, rejects.first);
      else await this.store.giveUp(counted, reason);
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
