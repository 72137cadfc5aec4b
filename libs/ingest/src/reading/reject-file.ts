import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';

/** One line that was refused, as the reject file holds it. */
export interface Reject {
  line: number;
  reasons: { path: string; message: string }[];
  text: string;
}

/** NDJSON file of refused lines; made only when there is a first one. */
export class RejectFile {
  private stream: WriteStream | undefined;

  constructor(private readonly file: string) {}

  /** Where the file is, or null when nothing was refused. */
  get path(): string | null {
    return this.stream ? this.file : null;
  }

  async write(reject: Reject): Promise<void> {
    if (!this.stream) {
      mkdirSync(path.dirname(this.file), { recursive: true });
      this.stream = createWriteStream(this.file, { flags: 'w', mode: 0o600 });
      await once(this.stream, 'open');
    }
    if (!this.stream.write(`${JSON.stringify(reject)}\n`)) await once(this.stream, 'drain');
  }

  async close(): Promise<void> {
    if (!this.stream) return;
    this.stream.end();
    await once(this.stream, 'close');
  }
}
