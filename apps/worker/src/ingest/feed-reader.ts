import { addAbortSignal } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  FeedUnreadable,
  ingestFeed,
  SnapshotRefused,
  type FeedLimits,
  type IngestOptions,
  type IngestReport,
} from '@gable/ingest';
import { Database } from '@gable/persistence';
import { CONFIG, LOG } from '@gable/platform';
import type { Logger } from '@gable/runtime';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { DropFolder } from './drop-folder.js';
import type { WaitingFeed } from './feed-file.js';
import type { FeedPlace } from './feed-places.js';
import { IngestMetrics, type IngestListener } from './ingest-metrics.js';
import { isDatabaseAway } from './is-database-away.js';

/** Reads one feed of the drop folder and puts it where it belongs then. */
@Injectable()
export class FeedReader {
  constructor(
    private readonly database: Database,
    private readonly folder: DropFolder,
    @Inject(IngestMetrics) private readonly listener: IngestListener,
    @Optional() @Inject(CONFIG) private readonly config: { readonly feedLimits?: Partial<FeedLimits> } = {},
    @Optional() @Inject(LOG) private readonly log?: Pick<Logger, 'error'>,
  ) {}

  /** @throws what is no fault of the feed, which stays and is read again */
  async read(feed: WaitingFeed, shared: FeedPlace['shared'], signal: AbortSignal): Promise<void> {
    let hasRejects = this.folder.isDeadly(feed); // what an earlier try wrote is kept
    const onProgress = ({ rejects }: IngestReport): void => void (hasRejects = rejects !== null);
    try {
      if (this.folder.isDeadly(feed)) throw new Error(`the worker ended ${feed.deaths} times while it read this file`);
      await this.folder.begin(feed);
      const report = await this.ingest(feed, { ...shared, onProgress }, signal);
      const isMoved = (await this.folder.isUnchanged(feed)) && (await this.folder.finish(feed, report.rejected > 0));
      if (!isMoved) return await this.folder.letRest(feed);
      this.listener.ingested(feed, report);
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) {
        await this.folder.release(feed);
        throw error;
      }
      await this.setBack(feed, error as Error, hasRejects);
    }
  }

  private async ingest(
    feed: WaitingFeed,
    shared: FeedPlace['shared'] & Pick<IngestOptions, 'onProgress'>,
    signal: AbortSignal,
  ): Promise<IngestReport> {
    const stream = await this.folder.open(feed);
    stream.on('error', () => {}); // it may break before anybody reads it; whoever reads it then is told
    addAbortSignal(signal, stream);
    try {
      return await this.folder.withRejectFile(feed, (rejectFile) =>
        ingestFeed(this.database, stream, {
          ...shared,
          rest: (ms) => sleep(ms, undefined, { signal }).catch(() => {}), // who stops it finds the stream broken
          rejectFile,
          limits: this.config.feedLimits,
          isWhole: () => this.folder.isUnchanged(feed),
          log: this.log,
          signal,
        }),
      );
    } finally {
      stream.destroy(); // where the database was away, nothing of it was read
    }
  }

  /** Another try later, or `failed/`: never in the way of the files behind it. */
  private async setBack(feed: WaitingFeed, error: Error, hasRejects: boolean): Promise<void> {
    if (!(await this.folder.isUnchanged(feed))) return this.folder.letRest(feed);
    const mayTryAgain = await this.folder.mayTryAgain(feed, Date.now());
    if (mayTryAgain && !isHopeless(error) && !this.folder.isDeadly(feed)) return this.listener.setBack(feed, error);
    const stored =
      error instanceof FeedUnreadable || error instanceof SnapshotRefused
        ? `\nStored before that: ${JSON.stringify(error.report)}`
        : '';
    try {
      if (!(await this.folder.fail(feed, `${error.message}${stored}`, hasRejects))) return this.folder.letRest(feed);
      this.listener.unreadable(feed, error);
    } catch (cause) {
      this.listener.setBack(feed, cause as Error); // it cannot be moved, and stays for a minute
    }
  }
}

/** What the feed says cannot change: it unpacks to nothing, or to too much, or an operator has to look at it. */
function isHopeless(error: Error): boolean {
  if (error instanceof SnapshotRefused) return true;
  const cause = error instanceof FeedUnreadable ? (error.cause as { code?: string }) : undefined;
  return cause !== undefined && (cause.code === undefined || cause.code === 'Z_DATA_ERROR');
}
