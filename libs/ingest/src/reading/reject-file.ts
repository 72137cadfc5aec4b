import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { RejectBudget } from './reject-budget.js';
import type { Reject, RejectWriter } from './reject.js';

/** A reject file does not fill the disk: what unpacks to a thousand times its size may be refused line by line. */
const MAX_REJECT_BYTES = 256 * 2 ** 20;

/**
 * NDJSON file of refused lines; made only when there is a first one. Beyond `maxBytes` lines are counted and no longer
 * written; a last entry says how many, and which was the first.
 */
export class RejectFile implements RejectWriter {
  private readonly budget: RejectBudget;
  private stream: WriteStream | undefined;

  constructor(
    private readonly file: string,
    maxBytes = MAX_REJECT_BYTES,
  ) {
    this.budget = new RejectBudget(maxBytes);
  }

  /** Where the file is, or null when nothing was refused. */
  get path(): string | null {
    return this.stream ? this.file : null;
  }

  async write(reject: Reject): Promise<void> {
    const entry = `${JSON.stringify(reject)}\n`;
    if (this.budget.takes(reject, entry.length)) await this.append(entry);
  }

  async close(): Promise<void> {
    const last = this.budget.lastEntry(
      (leftOut) => `${leftOut} rejected lines from here on are not written: this file has ${this.budget.used} bytes`,
    );
    if (last !== undefined) await this.append(`${JSON.stringify(last)}\n`);
    if (!this.stream) return;
    this.stream.end();
    await once(this.stream, 'close');
  }

  private async append(entry: string): Promise<void> {
    if (!this.stream) {
      mkdirSync(path.dirname(this.file), { recursive: true });
      this.stream = createWriteStream(this.file, { flags: 'w', mode: 0o600 });
      await once(this.stream, 'open');
    }
    if (!this.stream.write(entry)) await once(this.stream, 'drain');
  }
}
