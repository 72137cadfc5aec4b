import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { parseFeedLine, type FeedState } from '@gable/domain/listing';
import type { Database } from '@gable/persistence';
import { applyBatch } from './applying/apply-batch.js';
import { applyOrIsolate, type AcceptedLine } from './applying/isolate-poison.js';
import { IncomingState } from './applying/incoming-state.js';
import { Neighbourhood } from './applying/neighbourhood.js';
import { countUnknownField, emptyReport, type IngestReport } from './reading/ingest-report.js';
import { KeptDivisions } from './placing/kept-divisions.js';
import { FeedUnreadable, readLines, type FeedLine } from './reading/read-lines.js';
import { RejectFile, type Reject } from './reading/reject-file.js';

export interface IngestOptions {
  /** Where refused lines go; the file is made when there is a first one. */
  rejectFile: string;
  /** Lines of one transaction. */
  batchSize?: number;
  /** Kept by whoever reads many feeds; without it the divisions are loaded for this one. */
  divisions?: KeptDivisions;
  /** Called after every committed batch with the accounting so far. */
  onProgress?: (report: IngestReport) => void;
  /** Stops after the batch under way when it aborts; what was committed stays. */
  signal?: AbortSignal;
}

/**
 * Reads a feed (NDJSON, plain or gzip) and stores it batch by batch. A bad line is set aside and never stops the rest.
 * Memory does not grow with the feed. Throws `FeedUnreadable` when the stream breaks, and whatever the database throws;
 * batches committed before stay, and the same feed can be read again.
 */
export async function ingestFeed(
  database: Database,
  input: Readable,
  { rejectFile, batchSize = 1_000, divisions: kept = new KeptDivisions(database), onProgress, signal }: IngestOptions,
): Promise<IngestReport> {
  const divisions = await kept.current();
  const neighbourhood = new Neighbourhood();
  const rejects = new RejectFile(rejectFile);
  const report = emptyReport();
  let mostlyChanges = true;
  let written: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches(input, batchSize, prepare)) {
      await written;
      signal?.throwIfAborted();
      await new Promise<void>((decided) => {
        written = write(batch, decided).finally(decided);
        written.catch(() => {}); // seen by the awaits around; it must not count as unhandled meanwhile
      });
      // The next batch is read and prepared while the database stores this one: each has a processor of its own.
    }
    await written;
  } catch (error) {
    await written.catch(() => {});
    if (error instanceof FeedUnreadable) error.report = report;
    throw error;
  } finally {
    await rejects.close();
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
    const { outcomes, refused } = await applyOrIsolate(batch.lines, (lines) =>
      applyBatch(
        database,
        neighbourhood,
        lines.map(({ state }) => state),
        onDecided,
      ),
    );
    for (const reject of [...batch.rejects, ...refused].sort((a, b) => a.line - b.line)) await rejects.write(reject);
    mostlyChanges = 2 * outcomes.changed > batch.lines.length;
    report.read += batch.lines.length + batch.rejects.length;
    report.accepted += batch.lines.length - refused.length;
    report.changed += outcomes.changed;
    report.unchanged += outcomes.unchanged;
    report.stale += outcomes.stale;
    report.rejected += batch.rejects.length + refused.length;
    report.rejects = rejects.path;
    for (const name of batch.unknownFields) countUnknownField(report, name);
    onProgress?.(report);
  }
}

/** Lines read before the answers of the database are handled: a few milliseconds. */
const LINES_AT_ONCE = 20;
const handleEvents = promisify(setImmediate);

interface Batch {
  lines: AcceptedLine[];
  rejects: Reject[];
  unknownFields: string[];
}

async function* batches(
  input: Readable,
  size: number,
  prepare: (state: FeedState) => IncomingState,
): AsyncGenerator<Batch> {
  let batch: Batch = { lines: [], rejects: [], unknownFields: [] };
  let broken: Error | undefined;
  let taken = 0;
  try {
    for await (const line of readLines(input)) {
      take(batch, line, prepare);
      if (++taken % LINES_AT_ONCE === 0) await handleEvents();
      if (batch.lines.length + batch.rejects.length < size) continue;
      yield batch;
      batch = { lines: [], rejects: [], unknownFields: [] };
    }
  } catch (error) {
    broken = error as Error; // what came before the break is stored first
  }
  if (batch.lines.length + batch.rejects.length > 0) yield batch;
  if (broken !== undefined) throw broken;
}

function take(
  batch: Batch,
  { number, text, unreadable }: FeedLine,
  prepare: (state: FeedState) => IncomingState,
): void {
  if (unreadable !== undefined) {
    batch.rejects.push({ line: number, reasons: [{ path: '', message: unreadable }], text });
    return;
  }
  const parsed = parseFeedLine(text);
  batch.unknownFields.push(...parsed.unknownFields);
  if (parsed.ok) batch.lines.push({ number, text, state: prepare(parsed.value) });
  else
    batch.rejects.push({
      line: number,
      reasons: parsed.violations.map(({ propertyPath, message }) => ({ path: propertyPath, message })),
      text,
    });
}
