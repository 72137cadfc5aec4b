import { Inject, Injectable } from '@nestjs/common';
import { FeedJobStore, type FeedFigures, type FeedJobReport, type JobReading } from '@gable/persistence/feeds';
import { LOG } from '@gable/platform';
import { beginAtZero, Counter, Gauge, Registry, sharedRead, type Logger } from '@gable/runtime';

/** Notified of each reading of a job that ended. */
export interface FeedJobListener {
  done(reading: JobReading, report: FeedJobReport): void;
  /** It failed and is tried again later. */
  setBack(reading: JobReading, error: unknown): void;
  givenUp(reading: JobReading, report: FeedJobReport, error: unknown): void;
}

const LINES = ['changed', 'unchanged', 'stale', 'rejected'] as const;
const JOBS = ['whole', 'with-rejects', 'failed'] as const;

/** Logs each job, counts its lines, and shows what waits. */
@Injectable()
export class FeedJobsMetrics implements FeedJobListener {
  private readonly lines: Counter<'outcome'>;
  private readonly jobs: Counter<'outcome'>;

  constructor(
    registry: Registry,
    store: FeedJobStore,
    @Inject(LOG) private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    const counter = (name: string, help: string, outcome: readonly string[]) => {
      const made = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
      beginAtZero(made, { outcome });
      return made;
    };
    this.lines = counter('gable_feed_job_lines_total', 'Lines of feeds that arrived over HTTP, by outcome.', LINES);
    this.jobs = counter('gable_feed_jobs_total', 'Feeds that arrived over HTTP and were read, by outcome.', JOBS);
    const read = sharedRead(() => store.figures());
    new Gauge({
      name: 'gable_feed_jobs',
      help: 'Feeds that arrive, wait, are read, or were given up and lie in the spool.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const figures = await read();
        for (const state of ['uploading', 'waiting', 'reading', 'failed'] as const) this.set({ state }, figures[state]);
      },
    });
    const gauge = (name: string, help: string, of: (figures: FeedFigures) => number) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(of(await read()));
        },
      });
    gauge('gable_feed_spool_bytes', 'Bytes of feeds in the spool.', ({ spooledBytes }) => spooledBytes);
    gauge(
      'gable_feed_oldest_job_seconds',
      'How long the oldest feed waits that is not read to its end; 0 where none does.',
      ({ oldestSeconds }) => oldestSeconds,
    );
  }

  done({ id, domain }: JobReading, report: FeedJobReport): void {
    this.count(report);
    this.jobs.inc({ outcome: report.rejected > 0 ? 'with-rejects' : 'whole' });
    this.log.info({ job: id, source: domain, ...report }, 'feed job read');
  }

  setBack({ id, domain }: JobReading, error: unknown): void {
    this.log.warn({ job: id, source: domain, err: error }, 'a feed job failed; it is tried again');
  }

  givenUp({ id, domain }: JobReading, report: FeedJobReport, error: unknown): void {
    this.count(report);
    this.jobs.inc({ outcome: 'failed' });
    this.log.error({ job: id, source: domain, err: error }, 'a feed job was given up; gable feeds list shows it');
  }

  private count(report: FeedJobReport): void {
    for (const outcome of LINES) this.lines.inc({ outcome }, report[outcome]);
  }
}
