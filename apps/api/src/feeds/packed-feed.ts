import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { isGzip, peek } from '@gable/ingest';
import { Problem } from '../http/problem.js';
import { tooLarge } from './arriving-bytes.js';

/** Bytes of a portion of the spool. */
const PORTION_BYTES = 256 * 1024;
/** Text of listings becomes a seventh; a higher level costs several times as much for a tenth less. */
const LEVEL = 1;

/**
 * A feed on its way into the spool: plain or gzip, it leaves as one gzip stream. What is packed is unpacked once to see
 * that it is whole, how much it is and what it says. Memory does not grow with it.
 */
export class PackedFeed {
  receivedBytes = 0;
  unpackedBytes = 0;
  private readonly hash = createHash('sha256');
  private beginning = Buffer.alloc(0);

  constructor(
    private readonly bytes: AsyncIterable<Buffer>,
    private readonly options: { readonly declaresGzip: boolean; readonly maxUnpackedBytes: number },
  ) {}

  /** SHA-256 of the unpacked content, once all portions were taken. */
  contentHash(): Buffer {
    return this.hash.digest();
  }

  /** The gzip stream in portions. @throws Problem malformed-request, content-too-large, and what `bytes` throws */
  async *portions(): AsyncGenerator<Buffer> {
    const { start, whole } = await peek(this.counted());
    const isPacked = isGzip(start);
    if (!isPacked && this.options.declaresGzip) throw malformed('The body is not gzip, as Content-Encoding says.');
    let held: Buffer[] = [];
    let length = 0;
    for await (const chunk of isPacked ? this.checked(whole) : this.packed(whole)) {
      held.push(chunk);
      length += chunk.length;
      if (length < PORTION_BYTES) continue;
      yield Buffer.concat(held);
      [held, length] = [[], 0];
    }
    if (this.unpackedBytes === 0) throw malformed('A feed is expected as the body, one JSON object a line.');
    if (length > 0) yield Buffer.concat(held);
  }

  private async *counted(): AsyncGenerator<Buffer> {
    for await (const chunk of this.bytes) {
      this.receivedBytes += chunk.length;
      yield chunk;
    }
  }

  private async *packed(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const source = Readable.from(this.measured(plain), { objectMode: false });
    const gzip = createGzip({ level: LEVEL, chunkSize: 65_536 });
    source.on('error', (error) => gzip.destroy(error));
    try {
      yield* source.pipe(gzip) as AsyncIterable<Buffer>;
    } finally {
      source.destroy();
    }
  }

  private async *checked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const gunzip = createGunzip({ chunkSize: 65_536 });
    let failure: unknown;
    const unpacked = this.readToEnd(gunzip).catch((error: unknown) => {
      failure = error;
    });
    gunzip.on('error', () => {}); // `unpacked` tells
    try {
      for await (const chunk of packed) {
        if (!gunzip.write(chunk)) await Promise.race([once(gunzip, 'drain').catch(() => {}), unpacked]);
        if (failure !== undefined) throw failure as Error;
        yield chunk;
      }
      gunzip.end();
      await unpacked;
      if (failure !== undefined) throw failure as Error;
    } finally {
      gunzip.destroy();
    }
  }

  private async readToEnd(unpacked: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const plain of unpacked) this.measure(plain);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw malformed(`The gzip is damaged or breaks off: ${(error as Error).message}.`);
    }
  }

  private async *measured(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of plain) {
      this.measure(chunk);
      yield chunk;
    }
  }

  private measure(plain: Buffer): void {
    this.unpackedBytes += plain.length;
    const { maxUnpackedBytes } = this.options;
    if (this.unpackedBytes > maxUnpackedBytes)
      throw tooLarge(`A feed may have ${maxUnpackedBytes} bytes once it is unpacked (FEED_MAX_BYTES).`);
    if (this.beginning.length < 2) {
      this.beginning = Buffer.concat([this.beginning, plain.subarray(0, 2)]);
      if (isGzip(this.beginning)) throw malformed('The body is compressed twice.');
    }
    this.hash.update(plain);
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed-request', detail);
}
