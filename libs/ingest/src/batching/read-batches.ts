import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { parseFeedLine, type FeedState } from '@gable/domain/listing';
import type { Violation } from '@gable/domain';
import type { AcceptedLine } from '../applying/isolate-poison.js';
import type { IncomingState } from '../applying/incoming-state.js';
import type { FeedLine } from '../reading/line-splitter.js';
import { readLines } from '../reading/read-lines.js';
import type { Reject } from '../reading/reject.js';
import type { BatchNames } from '../snapshot/named-listings.js';
import type { SnapshotReader } from '../snapshot/snapshot-reader.js';

/** Lines that are stored together, and those between them that the format refuses. */
export interface Batch {
  readonly lines: AcceptedLine[];
  readonly rejects: Reject[];
  /** Refused lines by the domain of their source, where it can be read. */
  readonly rejectsOf: Map<string, number>;
  /** Who is in a snapshot; empty for other feeds. */
  readonly names: BatchNames;
  /** Of the text that is held of them. */
  bytes: number;
}

/** How batches are cut and what is made of their lines. */
export interface BatchOptions {
  /** Lines that the next batch has at most. */
  readonly size: () => number;
  /** Bytes of a feed that are read. */
  readonly maxBytes: number;
  /** How the reader rests where there are no lines; without it, for moments. */
  readonly rest?: ((milliseconds: number) => Promise<unknown>) | undefined;
  readonly prepare: (state: FeedState) => IncomingState;
  readonly onUnknownField: (name: string) => void;
  readonly snapshot: SnapshotReader;
  /** Whose feed it is, whatever its lines say; then all that it has wrong is counted there. */
  readonly onlySource?: string | undefined;
}

/** Bytes of the lines of a batch at most: a thousand of a megabyte would fill the memory, here and in the database. */
export const MAX_BATCH_BYTES = 4 * 2 ** 20;
/**
 * Lines read before the answers of the database are handled: a millisecond. While it writes the batch before, it waits
 * for the next statement so long each time.
 */
const LINES_AT_ONCE = 4;
const BYTES_AT_ONCE = 64 * 2 ** 10;
const handleEvents = promisify(setImmediate);

/** Reads a feed in batches, bounded by lines and by bytes. Throws `FeedUnreadable` after what came before the break. */
export async function* readBatches(input: Readable, options: BatchOptions): AsyncGenerator<Batch> {
  let batch = emptyBatch();
  let broken: Error | undefined;
  let isFirst = true;
  let [lines, bytes] = [0, 0];
  try {
    for await (const line of readLines(input, options.maxBytes, options.rest)) {
      if (!isFirst) take(batch, line, options);
      else if (!(await takeSnapshotLine(batch, line, options))) take(batch, line, options);
      isFirst = false;
      [lines, bytes] = [lines + 1, bytes + line.bytes];
      if (lines >= LINES_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        [lines, bytes] = [0, 0];
        await handleEvents();
      }
      if (batch.lines.length + batch.rejects.length < options.size() && batch.bytes < MAX_BATCH_BYTES) continue;
      yield batch;
      batch = emptyBatch();
    }
  } catch (error) {
    broken = error as Error; // what came before the break is stored first
  }
  if (batch.lines.length + batch.rejects.length > 0) yield batch;
  if (broken !== undefined) throw broken;
}

function emptyBatch(): Batch {
  return { lines: [], rejects: [], rejectsOf: new Map(), names: { named: [], nameless: [] }, bytes: 0 };
}

/** False where the first line is one of a listing. */
async function takeSnapshotLine(batch: Batch, line: FeedLine, options: BatchOptions): Promise<boolean> {
  const first = await options.snapshot.begin(line);
  if (first.is === 'snapshot') for (const name of first.unknownFields) options.onUnknownField(name);
  if (first.is === 'refused') reject(batch, line, first.violations, options);
  return first.is !== 'listing';
}

function take(batch: Batch, line: FeedLine, options: BatchOptions): void {
  const { number, text, bytes, unreadable } = line;
  const { snapshot } = options;
  batch.bytes += bytes;
  snapshot.countLine();
  if (unreadable !== undefined) return reject(batch, line, [{ propertyPath: '', message: unreadable }], options);
  const parsed = parseFeedLine(text);
  for (const name of parsed.unknownFields) options.onUnknownField(name);
  if (!parsed.ok) return reject(batch, line, parsed.violations, options);
  const { source, externalId } = parsed.value;
  const violation = snapshot.judge(source.domain);
  if (violation !== undefined) return reject(batch, line, [violation], options);
  if (snapshot.isSnapshot) batch.names.named.push(externalId);
  batch.lines.push({ number, text, state: options.prepare(parsed.value) });
}

/** Of a snapshot a refused line is in the file all the same, unless it is of another source. */
function reject(
  batch: Batch,
  line: FeedLine,
  violations: readonly Violation[],
  { snapshot, onlySource }: BatchOptions,
): void {
  const { number, text } = line;
  batch.rejects.push({
    line: number,
    reasons: violations.map(({ propertyPath, message }) => ({ path: propertyPath, message })),
    text,
  });
  const named = snapshot.nameOf(line);
  const domain = onlySource ?? named.domain ?? snapshot.source;
  if (domain !== undefined) batch.rejectsOf.set(domain, (batch.rejectsOf.get(domain) ?? 0) + 1);
  if (!snapshot.isSnapshot || snapshot.isForeign(named.domain)) return;
  const { externalId } = named;
  if (externalId === undefined) batch.names.nameless.push(number);
  else batch.names.named.push(externalId);
}
