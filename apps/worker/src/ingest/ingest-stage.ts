import { createReadStream } from 'node:fs';
import { FeedUnreadable, ingestFeed, KeptDivisions, type IngestReport } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import type { Stage } from '../stage.js';
import type { DropFolder, WaitingFeed } from './drop-folder.js';

/** Any number; the same in every worker. */
const FOLDER_LOCK = 4_225_303;

/** What the stage tells of each feed it finished; for logs and metrics. */
export interface IngestListener {
  ingested(feed: WaitingFeed, report: IngestReport): void;
  unreadable(feed: WaitingFeed, error: FeedUnreadable): void;
}

/** Reads the feeds of the drop folder one after the other; of several workers on one folder, one at a time. */
export class IngestStage implements Stage {
  readonly name = 'ingest';
  private readonly divisions: KeptDivisions;

  constructor(
    private readonly database: Database,
    private readonly folder: DropFolder,
    private readonly listener: IngestListener,
  ) {
    this.divisions = new KeptDivisions(database);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    if (!(await this.folder.next(Date.now()))) return false; // a look costs nothing; the lock costs a connection
    return (await this.database.withLock(FOLDER_LOCK, () => this.readNext(signal))) ?? false;
  }

  private async readNext(signal: AbortSignal): Promise<boolean> {
    const feed = await this.folder.next(Date.now());
    if (!feed) return false;
    try {
      const report = await ingestFeed(this.database, createReadStream(feed.path), {
        rejectFile: this.folder.rejectFile(feed),
        divisions: this.divisions,
        signal,
      });
      await this.folder.finish(feed, report.rejected > 0 ? 'failed' : 'done');
      this.listener.ingested(feed, report);
    } catch (error) {
      if (!(error instanceof FeedUnreadable)) throw error; // the database's trouble: the feed stays and is read again
      await this.folder.fail(feed, `${error.message}\nStored before that: ${JSON.stringify(error.report)}`);
      this.listener.unreadable(feed, error);
    }
    return true;
  }
}
