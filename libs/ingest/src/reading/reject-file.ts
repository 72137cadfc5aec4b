import { constants, createWriteStream, mkdirSync, openSync, rmSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { RejectBudget } from './reject-budget.js';
import type { Reject, RejectWriter } from './reject.js';

/** A reject file does not fill the disk: what unpacks to a thousand times its size may be refused line by line. */
const MAX_REJECT_BYTES = 256 * 2 ** 20;
const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
/** In the place of a file of before, never of what a link of that name leads to; a pipe does not hold it up. */
const ANEW = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK;

/**
 * NDJSON file of refused lines; made only when there is a first one. Beyond `maxBytes` lines are counted and no longer
 * written; a last entry says how many, and which was the first.
 */
export class RejectFile implements RejectWriter {
  private readonly budget: RejectBudget;
  private stream: WriteStream | undefined;

  /** How it is called in reports and errors. */
  private readonly shown: string;

  constructor(
    private readonly file: string,
    { maxBytes = MAX_REJECT_BYTES, shown = file }: { readonly maxBytes?: number; readonly shown?: string } = {},
  ) {
    this.budget = new RejectBudget(maxBytes);
    this.shown = shown;
  }

  /** Where the file is, or null when nothing was refused. */
  get path(): string | null {
    return this.stream ? this.shown : null;
  }

  /** @throws what keeps the file from being written, such as a full disk, with its code and the path */
  async write(reject: Reject): Promise<void> {
    const entry = `${JSON.stringify(reject)}\n`;
    if (this.budget.takes(reject, entry.length)) await this.append(entry);
  }

  /** @throws as `write` does; what was written is removed then: it is not whole, and the disk may be full. */
  async close(): Promise<void> {
    const last = this.budget.lastEntry(
      (leftOut) => `${leftOut} rejected lines from here on are not written: this file has ${this.budget.used} bytes`,
    );
    try {
      if (last !== undefined) await this.append(`${JSON.stringify(last)}\n`);
      await this.end();
    } catch (error) {
      if (this.stream) rmSync(this.file, { force: true });
      throw error;
    }
  }

  private async append(entry: string): Promise<void> {
    const stream = (this.stream ??= this.open());
    // A stream that failed has no more events, but calls back.
    await new Promise<void>((resolve, reject) => {
      const goesOn = stream.write(entry, (error) =>
        error ? reject(this.failure(stream.errored ?? error)) : resolve(),
      );
      if (goesOn) resolve();
    });
  }

  private open(): WriteStream {
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      const stream = createWriteStream(this.file, { fd: openSync(this.file, ANEW, 0o600) });
      return stream.on('error', () => {}); // the next write is told, and the end
    } catch (error) {
      throw this.failure(error as NodeJS.ErrnoException);
    }
  }

  private async end(): Promise<void> {
    if (!this.stream) return;
    this.stream.end();
    await finished(this.stream).catch((error: Error) => {
      throw this.failure(error);
    });
  }

  private failure(cause: NodeJS.ErrnoException): Error {
    const message = `The reject file ${this.shown} cannot be written: ${cause.message}`;
    return Object.assign(new Error(message, { cause }), { code: cause.code });
  }
}
