import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAnew } from './own-folder.js';
import { LONGEST_WAIT_MS, waitAfterDeath, waitAfterTry } from './retry-rules.js';

/** What was tried with one file. Of a file that was replaced nothing is known. */
interface Trial {
  /** Inode, size and time of the file that was tried. */
  readonly version: string;
  readonly tries: number;
  /** How often the worker ended while it read the file. */
  readonly deaths: number;
  /** Epoch milliseconds before which it is not tried again. */
  readonly notBefore: number;
  /** Set while it is read; a worker that ends meanwhile leaves it so. */
  readonly isBeingRead: boolean;
  /** It grew while it was read: it has to rest longer before it is read again. */
  readonly grew: boolean;
}

const NEW: Omit<Trial, 'version'> = { tries: 0, deaths: 0, notBefore: 0, isBeingRead: false, grew: false };

/**
 * What was tried with the files of a drop folder, kept in a hidden file there: it survives a restart, and every worker
 * of the folder knows it.
 */
export class FeedTries {
  private readonly file: string;
  /** Of this worker alone: one that has lost the lock of the folder may be writing, too. */
  private readonly next: string;
  private lastChange: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {
    this.file = path.join(folder, NAME);
    this.next = `${this.file}.${randomUUID()}${UNFINISHED}`;
  }

  /** What is known of all files; a damaged record counts as none. */
  async read(): Promise<FeedRecord> {
    try {
      const trials = Object.entries(JSON.parse(await readRecord(this.file)) as object);
      return new FeedRecord(Object.fromEntries(trials.filter(([, trial]) => isTrial(trial))));
    } catch {
      return new FeedRecord({});
    }
  }

  /** Reads, edits and writes the record; of several changes at once one after the other. */
  change<T>(edit: (record: FeedRecord) => T): Promise<T> {
    const changed = this.lastChange.then(async () => {
      const record = await this.read();
      const before = JSON.stringify(record.all);
      const answer = edit(record);
      if (JSON.stringify(record.all) !== before) await this.write(record.all);
      return answer;
    });
    this.lastChange = changed.catch(() => {});
    return changed;
  }

  /** Removes what workers left that ended while they wrote the record. */
  async removeUnfinished(now: number): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.startsWith(`${NAME}.`) || !name.endsWith(UNFINISHED)) continue;
      const file = path.join(this.folder, name);
      const found = await lstat(file).catch(() => undefined);
      if (found !== undefined && now - found.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
    }
  }

  private async write(trials: FeedRecord['all']): Promise<void> {
    if (Object.keys(trials).length === 0) return rm(this.file, { force: true });
    await writeAnew(this.next, JSON.stringify(trials));
    await rename(this.next, this.file);
  }
}

const NAME = '.tries.json';
const UNFINISHED = '.new';
/** Nobody writes a record for so long. */
const UNFINISHED_MS = 60_000;

/** A record of a hundred thousand files has a fifth of it. */
const LONGEST_RECORD_BYTES = 64 * 2 ** 20;

/** Others may write to the folder: a pipe of that name would never answer, and a link may lead to anything. */
async function readRecord(file: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > LONGEST_RECORD_BYTES) throw new Error('it is no record of ours');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function isTrial(value: unknown): value is Trial {
  const { version, tries, deaths, notBefore } = (value ?? {}) as Partial<Record<keyof Trial, unknown>>;
  return typeof version === 'string' && [tries, deaths, notBefore].every(Number.isFinite);
}

/** The tries of a folder's files by name. */
export class FeedRecord {
  readonly all: Record<string, Trial>;

  constructor(trials: Readonly<Record<string, Trial>>) {
    this.all = Object.assign(Object.create(null) as Record<string, Trial>, trials);
  }

  of(name: string, version: string): Trial {
    const trial = this.all[name];
    if (trial === undefined || (trial.version !== version && !trial.grew)) return { ...NEW, version };
    return { ...trial, version };
  }

  begin(name: string, version: string): void {
    this.all[name] = { ...this.of(name, version), isBeingRead: true };
  }

  release(name: string): void {
    const trial = this.all[name];
    if (trial === undefined) return;
    if (trial.tries === 0 && trial.deaths === 0 && !trial.grew) this.forget(name);
    else this.all[name] = { ...trial, isBeingRead: false };
  }

  forget(name: string): void {
    delete this.all[name];
  }

  /** Notes a failure. Gives how often the file was tried, this time included. */
  fail(name: string, version: string, now: number): number {
    const before = this.of(name, version);
    const tries = before.tries + 1;
    const waitMs = waitAfterTry(tries) ?? LONGEST_WAIT_MS;
    this.all[name] = { ...before, tries, notBefore: now + waitMs, isBeingRead: false };
    return tries;
  }

  rest(name: string, version: string): void {
    this.all[name] = { ...this.of(name, version), version, grew: true, isBeingRead: false };
  }

  /** Notes that a worker ended inside the files it was reading. To be called by who alone may read them now. */
  noteDeaths(now: number): void {
    const dead = Object.entries(this.all).filter(([, trial]) => trial.isBeingRead);
    for (const [name, trial] of dead) {
      const deaths = trial.deaths + 1;
      const waitMs = waitAfterDeath(deaths) ?? LONGEST_WAIT_MS;
      this.all[name] = { ...trial, deaths, isBeingRead: false, notBefore: now + waitMs };
    }
  }
}
