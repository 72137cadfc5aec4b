import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyReport, gunzip, ingestFeed, type FeedLimits, type IngestReport } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import type { BegunReading, FeedJobReport, FeedReaderStore } from '@gable/persistence/feeds';
import type { FeedPlace } from '../ingest/feed-places.js';
import type { OpenJob } from './choose-job.js';
import { JobRejects } from './job-rejects.js';
import { TurnGate } from './turn-gate.js';

/** What a run works with. */
export interface RunTools {
  readonly database: Database;
  readonly store: FeedReaderStore;
  readonly place: FeedPlace;
  readonly limits: Partial<FeedLimits> | undefined;
}

/** How a run ended: at the end of the feed, or with an error. */
export interface RunEnd {
  readonly report: FeedJobReport;
  readonly error?: unknown;
}

const PROGRESS_EVERY_MS = 1_000;
/** Work that does not ask for leave in this many turns (the end of a snapshot) goes on beside the others. */
const MOST_TURNS_AT_ONCE = 4;

/** One reading of a job. It goes on for a turn at a time, and otherwise waits for its next bytes. */
export class JobRun implements OpenJob {
  readonly id: string;
  readonly accountId: string;
  readonly rejects: JobRejects;
  private readonly gate = new TurnGate();
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;
  /** Set once it has ended. */
  end: RunEnd | undefined;

  constructor(
    readonly reading: BegunReading,
    readonly isLarge: boolean,
    private readonly tools: RunTools,
  ) {
    this.id = reading.id;
    this.accountId = reading.accountId;
    this.rejects = new JobRejects(tools.store, reading);
    this.ended = this.read();
  }

  /** Whether a turn would be lost on it: it gives nothing, and reads on later. */
  get isResting(): boolean {
    return this.gate.isResting && this.end === undefined;
  }

  /** Reads on for about so long. */
  async turn(ms: number): Promise<void> {
    const late = new AbortController();
    const patience = wait(MOST_TURNS_AT_ONCE * ms, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([this.gate.turn(ms), this.ended, patience]);
    late.abort();
  }

  /** Lets it end behind the batch under way. */
  close(reason: Error): void {
    this.gate.close(reason);
    this.stopping.abort(reason);
  }

  /** Lets another feed of its source begin. */
  leave(): void {
    this.tools.place.leave();
  }

  /** The same, and waits for it. */
  async stop(reason: Error): Promise<void> {
    this.close(reason);
    await this.ended;
  }

  private async read(): Promise<void> {
    const { database, place, limits } = this.tools;
    let report = reportOf(undefined);
    let notedAt = performance.now();
    try {
      await this.gate.pass(); // before divisions are loaded: of many that begin, one does it for all
      const stored = await ingestFeed(database, Readable.from(this.bytes(), { objectMode: false }), {
        rejectFile: this.rejects,
        onlySource: this.reading.domain,
        force: this.reading.force,
        ...place.shared,
        rest: (ms) => this.gate.rest(ms),
        limits,
        signal: this.stopping.signal,
        onProgress: (soFar) => {
          report = reportOf(soFar);
          if (performance.now() - notedAt < PROGRESS_EVERY_MS) return;
          notedAt = performance.now();
          this.tools.store.noteProgress(this.reading, report).catch(() => {}); // the end says it again
        },
      });
      this.end = { report: reportOf(stored) };
    } catch (error) {
      this.end = { report, error };
    }
  }

  /** The unpacked feed. */
  private async *bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of gunzip(this.tools.store.portions(this.reading))) {
      yield chunk;
      await this.gate.pass();
    }
  }
}

function reportOf(report: IngestReport | undefined): FeedJobReport {
  const { rejects: _, ...counts } = report ?? emptyReport();
  return { ...counts, unknownFields: { ...counts.unknownFields } };
}
