import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { IngestReport } from './ingest-report.js';

/** One line of a feed that is not blank; `number` counts from 1 and counts blank lines too. */
export interface FeedLine {
  number: number;
  text: string;
  /** Why the line could not even be read as text; then `text` is its readable beginning. */
  unreadable?: string;
}

/** The stream broke: not a gzip file to its end, or it cannot be read. Lines before the break were given. */
export class FeedUnreadable extends Error {
  /** Accounting of what was read before the break, where an ingest was reading. */
  report: IngestReport | undefined;

  constructor(cause: Error) {
    super(`the feed cannot be read to its end: ${cause.message}`, { cause });
    this.name = 'FeedUnreadable';
  }
}

/** Longest line that is read, in bytes; a longer one is rejected without being held in memory. */
export const MAX_LINE_BYTES = 1_048_576;
const KEPT_OF_UNREADABLE = 2_000;

/**
 * Reads lines from a stream, plain or gzip (recognised by its first bytes, so standard input works too). Tolerates a
 * byte order mark, CRLF and blank lines. Memory does not grow with the stream. Throws `FeedUnreadable`.
 */
export async function* readLines(input: Readable): AsyncGenerator<FeedLine> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of await unzipped(input)) yield* splitter.push(chunk);
  } catch (error) {
    throw new FeedUnreadable(error as Error); // what the consumer throws never comes in here
  }
  yield* splitter.end();
}

async function unzipped(input: Readable): Promise<AsyncIterable<Buffer>> {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const whole = replay(start, chunks);
  return start[0] === 0x1f && start[1] === 0x8b ? gunzip(whole) : whole;
}

async function* replay(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  const gunzipped = createGunzip({ chunkSize: 65_536 });
  source.on('error', (error) => gunzipped.destroy(error));
  yield* source.pipe(gunzipped) as AsyncIterable<Buffer>;
}

class LineSplitter {
  private parts: Buffer[] = [];
  private length = 0;
  private number = 0;

  *push(chunk: Buffer): Generator<FeedLine> {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.keep(chunk.subarray(start, end));
      yield* this.line();
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  }

  *end(): Generator<FeedLine> {
    if (this.length > 0) yield* this.line();
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    if (this.length <= MAX_LINE_BYTES) this.parts.push(part);
    this.length += part.length;
  }

  private *line(): Generator<FeedLine> {
    const bytes = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    const length = this.length;
    this.parts = [];
    this.length = 0;
    this.number += 1;
    const number = this.number;
    if (length > MAX_LINE_BYTES)
      yield {
        number,
        text: bytes.toString('utf8', 0, KEPT_OF_UNREADABLE),
        unreadable: `the line has ${length} bytes; at most ${MAX_LINE_BYTES} are read`,
      };
    else if (!isUtf8(bytes))
      yield { number, text: bytes.toString('utf8', 0, KEPT_OF_UNREADABLE), unreadable: 'the line is not valid UTF-8' };
    else {
      const text = trimmed(bytes.toString('utf8'), number);
      if (text !== '') yield { number, text };
    }
  }
}

function trimmed(text: string, number: number): string {
  const withoutMark = number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
  return withoutMark.trim();
}
