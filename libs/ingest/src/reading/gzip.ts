import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Bytes that show whether a stream is gzip. */
const MAGIC = [0x1f, 0x8b] as const;

/** Whether bytes begin as gzip does (RFC 1952). */
export function isGzip(start: Buffer): boolean {
  return MAGIC.every((byte, at) => start[at] === byte);
}

/** Reads as much of a stream as shows whether it is gzip; `whole` is all of it, from its beginning. */
export async function peek(input: AsyncIterable<Buffer>): Promise<{ start: Buffer; whole: AsyncIterable<Buffer> }> {
  const chunks = input[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < MAGIC.length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return { start, whole: replay(start, chunks) };
}

async function* replay(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Unpacks a stream in chunks of 64 kB. Throws where it is damaged or breaks off, and what the stream throws. */
export async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  const gunzipped = createGunzip({ chunkSize: 65_536 });
  source.on('error', (error) => gunzipped.destroy(error));
  try {
    yield* source.pipe(gunzipped) as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
  }
}
