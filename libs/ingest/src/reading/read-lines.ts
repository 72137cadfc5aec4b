import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { asBytes } from './as-bytes.js';
import { BarrenPace } from './barren-pace.js';
import { gunzip, isGzip, peek } from './gzip.js';
import type { IngestReport } from './ingest-report.js';
import { LineSplitter, type FeedLine } from './line-splitter.js';

/** The stream broke: not a gzip file to its end, or it cannot be read. Lines before the break were given. */
export class FeedUnreadable extends Error {
  /** Accounting of what was read before the break, where an ingest was reading. */
  report: IngestReport | undefined;

  constructor(cause: Error) {
    super(`the feed cannot be read to its end: ${cause.message}`, { cause });
    this.name = 'FeedUnreadable';
  }
}

/** Bytes of a feed that are read where no setting says otherwise, unpacked. */
export const MAX_FEED_BYTES = 16 * 2 ** 30;

/** After a MiB without a line, where nobody says how to rest: who called waits for the end. */
const SHORT_REST_MS = 10;

/**
 * Reads lines from a stream of bytes, plain or gzip (recognised by its first bytes, so standard input works too), or of
 * text. Tolerates a byte order mark, CRLF and blank lines. Memory does not grow with the stream, whatever it is, and
 * bytes without a line are read slowly (`BarrenPace`). Throws `FeedUnreadable`, also where there are more than
 * `maxBytes` unpacked.
 */
export async function* readLines(
  input: Readable,
  maxBytes = MAX_FEED_BYTES,
  rest: (milliseconds: number) => Promise<unknown> = (milliseconds) => sleep(Math.min(milliseconds, SHORT_REST_MS)),
): AsyncGenerator<FeedLine> {
  const splitter = new LineSplitter();
  const pace = new BarrenPace();
  let bytes = 0;
  try {
    for await (const chunk of await unzipped(input)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes (FEED_MAX_BYTES)`);
      let isBarren = true;
      for (const line of splitter.push(chunk)) {
        isBarren = false;
        yield line;
      }
      if (!isBarren) {
        pace.fruitful();
        continue;
      }
      const restMs = pace.barren(chunk.length);
      if (restMs === 0) continue;
      await rest(restMs);
      pace.rested();
    }
  } catch (error) {
    throw new FeedUnreadable(error as Error); // what the consumer throws never comes in here
  } finally {
    input.destroy(); // also where the consumer has stopped early
  }
  yield* splitter.end();
}

async function unzipped(input: AsyncIterable<unknown>): Promise<AsyncIterable<Buffer>> {
  const { start, whole } = await peek(asBytes(input));
  return isGzip(start) ? gunzip(whole) : whole;
}
