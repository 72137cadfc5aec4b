import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A feed that waits in the drop folder. */
export interface WaitingFeed {
  name: string;
  path: string;
}

/** A file written to within this time may still be growing: somebody copies instead of moving. */
const SETTLING_MS = 250;
const OWN_FOLDERS = ['done', 'failed'];

/** The folder into which feeds are moved. What was read goes to `done/`, or with its refused lines to `failed/`. */
export class DropFolder {
  private readonly reported = new Set<string>();

  /** `leftAlone` is called once for each entry that is no regular file (a link, a folder, a pipe): it is not read. */
  constructor(
    readonly folder: string,
    private readonly leftAlone: (name: string) => void = () => {},
  ) {}

  async prepare(): Promise<void> {
    for (const name of ['', ...OWN_FOLDERS]) await mkdir(path.join(this.folder, name), { recursive: true });
  }

  /**
   * The next feed by name, so that dated files are read in their order; undefined when none waits. Hidden files are
   * left alone.
   */
  async next(now: number): Promise<WaitingFeed | undefined> {
    const entries = await readdir(this.folder, { withFileTypes: true });
    const shown = entries.filter(({ name }) => !name.startsWith('.') && !OWN_FOLDERS.includes(name));
    for (const { name } of shown.filter((entry) => !entry.isFile() && !this.reported.has(entry.name))) {
      this.reported.add(name);
      this.leftAlone(name);
    }
    for (const name of shown
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()) {
      const file = path.join(this.folder, name);
      const { mtimeMs } = await stat(file);
      if (now - mtimeMs >= SETTLING_MS || mtimeMs > now) return { name, path: file };
    }
    return undefined;
  }

  /** Where the reject file of a feed is written: beside where the feed will go. */
  rejectFile({ name }: WaitingFeed): string {
    return path.join(this.folder, 'failed', `${name}.rejects.ndjson`);
  }

  async finish(feed: WaitingFeed, into: 'done' | 'failed'): Promise<void> {
    // A later feed of the same name replaces the earlier one.
    await rename(feed.path, path.join(this.folder, into, feed.name));
  }

  /** For a feed that could not be read to its end. What was read of it is stored. */
  async fail(feed: WaitingFeed, reason: string): Promise<void> {
    await writeFile(path.join(this.folder, 'failed', `${feed.name}.error.txt`), `${reason}\n`, { mode: 0o600 });
    await this.finish(feed, 'failed');
  }
}
