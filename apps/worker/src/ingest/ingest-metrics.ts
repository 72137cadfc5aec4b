import { Inject, Injectable } from '@nestjs/common';
import type { FeedUnreadable, IngestReport } from '@gable/ingest';
import { LOG } from '@gable/platform';
import { Counter, Registry, type Logger } from '@gable/runtime';
import type { WaitingFeed } from './drop-folder.js';

/** Notified of each feed that is finished. */
export interface IngestListener {
  ingested(feed: WaitingFeed, report: IngestReport): void;
  unreadable(feed: WaitingFeed, error: FeedUnreadable): void;
}

/** Logs each feed and counts its lines by outcome. */
@Injectable()
export class IngestMetrics implements IngestListener {
  private readonly lines: Counter;
  private readonly feeds: Counter;

  constructor(
    registry: Registry,
    @Inject(LOG) private readonly log: Pick<Logger, 'info' | 'error'>,
  ) {
    const counter = (name: string, help: string) =>
      new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    this.lines = counter('gable_ingest_lines_total', 'Lines of feeds read from the drop folder, by outcome.');
    this.feeds = counter('gable_ingest_feeds_total', 'Feeds read from the drop folder, by outcome.');
  }

  ingested({ name }: WaitingFeed, report: IngestReport): void {
    this.count(report);
    this.feeds.inc({ outcome: report.rejected > 0 ? 'with-rejects' : 'whole' });
    this.log.info({ feed: name, ...report }, 'feed ingested');
  }

  unreadable({ name }: WaitingFeed, error: FeedUnreadable): void {
    if (error.report) this.count(error.report);
    this.feeds.inc({ outcome: 'unreadable' });
    this.log.error({ feed: name, reason: error.message, ...error.report }, 'feed cannot be read to its end');
  }

  private count(report: IngestReport): void {
    for (const outcome of ['changed', 'unchanged', 'stale', 'rejected'] as const)
      this.lines.inc({ outcome }, report[outcome]);
  }
}
