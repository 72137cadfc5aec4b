import { Inject, Injectable } from '@nestjs/common';
import { FeedUnreadable, SnapshotRefused, type IngestReport } from '@gable/ingest';
import { LOG } from '@gable/platform';
import { beginAtZero, Counter, Registry, type Logger } from '@gable/runtime';
import type { WaitingFeed } from './feed-file.js';

/** Notified of each feed that is finished. */
export interface IngestListener {
  ingested(feed: WaitingFeed, report: IngestReport): void;
  unreadable(feed: WaitingFeed, error: Error): void;
  /** It failed and is tried again later. */
  setBack(feed: WaitingFeed, error: Error): void;
}

const LINES = ['changed', 'unchanged', 'stale', 'rejected'] as const;
const FEEDS = ['whole', 'with-rejects', 'unreadable', 'snapshot-refused'] as const;

/** Logs each feed and counts its lines by outcome. */
@Injectable()
export class IngestMetrics implements IngestListener {
  private readonly lines: Counter<'outcome'>;
  private readonly feeds: Counter<'outcome'>;
  private readonly offline: Counter;

  constructor(
    registry: Registry,
    @Inject(LOG) private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    const registers = [registry];
    const counter = (name: string, help: string, outcome: readonly string[]) => {
      const made = new Counter({ name, help, labelNames: ['outcome'], registers });
      beginAtZero(made, { outcome });
      return made;
    };
    this.lines = counter('gable_ingest_lines_total', 'Lines of feeds read from the drop folder, by outcome.', LINES);
    this.feeds = counter('gable_ingest_feeds_total', 'Feeds read from the drop folder, by outcome.', FEEDS);
    this.offline = new Counter({
      name: 'gable_ingest_snapshot_offline_total',
      help: 'Listings that snapshots took offline.',
      registers,
    });
  }

  ingested({ name }: WaitingFeed, report: IngestReport): void {
    this.count(report);
    this.feeds.inc({ outcome: report.rejected > 0 ? 'with-rejects' : 'whole' });
    this.log.info({ feed: name, ...report }, 'feed ingested');
  }

  unreadable({ name }: WaitingFeed, error: Error): void {
    const isRefused = error instanceof SnapshotRefused;
    const report = isRefused || error instanceof FeedUnreadable ? error.report : undefined;
    if (report) this.count(report);
    this.feeds.inc({ outcome: isRefused ? 'snapshot-refused' : 'unreadable' });
    const what = isRefused ? 'a snapshot is refused' : 'feed cannot be read to its end';
    this.log.error({ feed: name, reason: error.message, ...report }, what);
  }

  setBack({ name }: WaitingFeed, error: Error): void {
    this.log.warn({ feed: name, err: error }, 'a feed failed; it is tried again, and those behind it go on');
  }

  private count(report: IngestReport): void {
    for (const outcome of LINES) this.lines.inc({ outcome }, report[outcome]);
    this.offline.inc(report.offline ?? 0);
  }
}
