import { createReadStream } from 'node:fs';
import { FeedUnreadable, ingestFeed, KeptDivisions } from '@gable/ingest';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';
import type { Stage } from '../pipeline/stage.js';
import { DropFolder } from './drop-folder.js';
import { IngestMetrics, type IngestListener } from './ingest-metrics.js';

/** Any number; the same in every worker. */
const FOLDER_LOCK = 4_225_303;

/** Reads the feeds of the drop folder one after the other; of several workers on one folder, one at a time. */
@Injectable()
export class IngestStage implements Stage {
  readonly name = 'ingest';
  private readonly divisions: KeptDivisions;

  constructor(
    private readonly database: Database,
    private readonly folder: DropFolder,
    @Inject(IngestMetrics) private readonly listener: IngestListener,
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
      if (!(error instanceof FeedUnreadable)) throw error; // the database failed: the feed stays and is read again
      await this.folder.fail(feed, `${error.message}\nStored before that: ${JSON.stringify(error.report)}`);
      this.listener.unreadable(feed, error);
    }
    return true;
  }
}
