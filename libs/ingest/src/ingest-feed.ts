import type { Readable } from 'node:stream';
import type { FeedState } from '@gable/domain/listing';
import type { Database } from '@gable/persistence';
import { applyBatch, type Outcomes } from './applying/apply-batch.js';
import { BatchPace } from './applying/batch-pace.js';
import { applyOrIsolate, type RefusalLog } from './applying/isolate-poison.js';
import { IncomingState } from './applying/incoming-state.js';
import { Neighbourhood } from './applying/neighbourhood.js';
import { KeptDivisions } from './placing/kept-divisions.js';
import { FEED_LIMITS, type FeedLimits } from './reading/feed-limits.js';
import { emptyReport, UnknownFields, type IngestReport } from './reading/ingest-report.js';
import { LineGate } from './batching/line-gate.js';
import { readBatches, type Batch } from './batching/read-batches.js';
import { FeedUnreadable } from './reading/read-lines.js';
import { RejectFile } from './reading/reject-file.js';
import type { RejectWriter } from './reading/reject.js';
import { RefusalPace } from './batching/refusal-pace.js';
import { RejectCounts } from './batching/reject-counts.js';
import { SnapshotRefused } from './snapshot/snapshot-refused.js';
import { SnapshotRun, type SnapshotOptions } from './snapshot/snapshot-run.js';

export interface IngestOptions extends SnapshotOptions {
  /** Where refused lines go: a file, which is made when there is a first one, or a writer. */
  rejectFile: string | RejectWriter;
  /** Lines of one transaction at most; their bytes are bounded too. */
  batchSize?: number;
  /** What the feed may ask for; the rest keeps its default. */
  limits?: Partial<FeedLimits>;
  /** Kept by whoever reads many feeds; without it the divisions are loaded for this one. */
  divisions?: KeptDivisions;
  /** Kept by whoever reads several feeds at the same time and stores their batches one at a time. */
  neighbourhood?: Neighbourhood;
  /** Runs each batch when it may be stored, among those of other feeds; without it, at once. */
  schedule?: (batch: () => Promise<void>) => Promise<void>;
  /**
   * How a feed rests of which nothing comes: kept by whoever reads several feeds. Without it, a feed rests for
   * moments while it has no lines, and is read at full speed while all of them are refused.
   */
  rest?: (milliseconds: number) => Promise<unknown>;
  /** Called after every committed batch with the accounting so far. */
  onProgress?: (report: IngestReport) => void;
  /** Stops after the batch under way when it aborts; what was committed stays. */
  signal?: AbortSignal;
  /** Gets the database's own words where it refuses a line; the reject file never does. */
  log?: RefusalLog;
}

/**
 * Reads a feed (NDJSON, plain or gzip) and stores it batch by batch, in bounded memory. A bad line is set aside; what a
 * snapshot does not name goes offline. Throws `FeedUnreadable`, `SnapshotRefused` and what the database throws: batches
 * before stay, and the feed can be read again.
 */
export async function ingestFeed(database: Database, input: Readable, options: IngestOptions): Promise<IngestReport> {
  const { rejectFile, batchSize = 1_000, divisions: kept = new KeptDivisions(database) } = options;
  const { neighbourhood = new Neighbourhood(), schedule = (batch) => batch(), onProgress, signal, log, rest } = options;
  const limits = { ...FEED_LIMITS, ...options.limits };
  const divisions = await kept.current();
  const pace = new BatchPace(batchSize);
  const refusals = new RefusalPace();
  const rejects = typeof rejectFile === 'string' ? new RejectFile(rejectFile) : rejectFile;
  const report = emptyReport();
  const unknownFields = new UnknownFields(report.unknownFields);
  const gate = new LineGate(database, limits, options.onlySource);
  const rejectCounts = new RejectCounts(database, options.onlySource);
  const snapshot = new SnapshotRun(database, options, limits.maxSnapshotDrop);
  let mostlyChanges = true;
  let written: Promise<void> = Promise.resolve();
  let hasFailed = false;
  try {
    const { maxBytes } = limits;
    const onUnknownField = (name: string): void => unknownFields.count(name);
    const { onlySource } = options;
    const reading = {
      size: () => pace.lines,
      maxBytes,
      rest,
      prepare,
      onUnknownField,
      snapshot: snapshot.reader,
      onlySource,
    };
    let since = performance.now();
    for await (const batch of readBatches(input, reading)) {
      const readMs = performance.now() - since;
      await written;
      await new Promise<void>((decided) => {
        written = schedule(() => write(batch, decided)).finally(decided);
        written.catch(() => {}); // seen by the awaits around; it must not count as unhandled meanwhile
      });
      // The next batch is read and prepared while the database stores this one: each has a processor of its own.
      const restMs = refusals.restMs(readMs);
      if (restMs > 0) await rest?.(restMs);
      since = performance.now();
    }
    await written;
    if (snapshot.reader.isSnapshot) {
      report.offline = 0;
      const newer = await snapshot.finish(takeOffline);
      if (newer !== undefined) report.newerSnapshot = newer.toISOString();
    }
  } catch (error) {
    hasFailed = true;
    await written.catch(() => {});
    if (error instanceof FeedUnreadable || error instanceof SnapshotRefused) error.report = report;
    throw error;
  } finally {
    snapshot.close();
    const closed = rejects.close();
    await (hasFailed ? closed.catch(() => {}) : closed); // what failed first is what is told
  }
  return report;

  /**
   * Where most lines change something, they are placed as they are read, while the database writes the batch before.
   */
  function prepare(state: FeedState): IncomingState {
    const incoming = new IncomingState(state, divisions);
    if (mostlyChanges && !incoming.isOffline) void incoming.placed;
    return incoming;
  }

  async function write(batch: Batch, onDecided: () => void): Promise<void> {
    signal?.throwIfAborted(); // it may have waited for others
    const since = performance.now();
    const gated = await gate.admit(batch.lines);
    await snapshot.note(
      batch.names,
      gated.admitted.map(({ state }) => state.observedAt),
    );
    const { outcomes, refused } = await applyOrIsolate(
      gated.admitted,
      (lines) =>
        apply(
          lines.map(({ state }) => state),
          onDecided,
        ),
      log,
    );
    await rejectCounts.add(batch, [...gated.refused, ...refused]);
    const rejected = [...batch.rejects, ...gated.refused, ...refused].sort((a, b) => a.line - b.line);
    for (const reject of rejected) await rejects.write(reject);
    const accepted = gated.admitted.length - refused.length;
    refusals.stored({ accepted, refused: rejected.length, storedMs: performance.now() - since });
    mostlyChanges = 2 * outcomes.changed > batch.lines.length;
    report.read += batch.lines.length + batch.rejects.length;
    report.accepted += accepted;
    report.changed += outcomes.changed;
    report.unchanged += outcomes.unchanged;
    report.stale += outcomes.stale;
    report.rejected += rejected.length;
    report.rejects = rejects.path;
    onProgress?.(report);
  }

  /** One transaction. The next batch is as large as this one was quick. */
  async function apply(states: readonly IncomingState[], onDecided: () => void): Promise<Outcomes> {
    let decidedAt = performance.now();
    const outcomes = await applyBatch(database, neighbourhood, states, () => {
      decidedAt = performance.now();
      onDecided();
    });
    pace.written(states.length, performance.now() - decidedAt);
    return outcomes;
  }

  async function takeOffline(states: readonly FeedState[]): Promise<void> {
    for (let at = 0; at < states.length;) {
      const batch = states.slice(at, at + pace.lines);
      const incoming = batch.map((state) => new IncomingState(state, divisions));
      await schedule(async () => {
        signal?.throwIfAborted(); // it may have waited for others
        report.offline! += (await apply(incoming, () => {})).changed;
      });
      at += batch.length;
      onProgress?.(report);
    }
  }
}
