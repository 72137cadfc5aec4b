import type { Dirent, ReadStream } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { RejectFile } from '@gable/ingest';
import { folderProblem } from '@gable/runtime';
import { isStill, isUnchanged, openFeed, versionOf, type WaitingFeed } from './feed-file.js';
import { feedNameOf } from './feed-name.js';
import { FeedTries } from './feed-tries.js';
import { OwnFolder, writeAnew } from './own-folder.js';
import { hasGrown, PutAwayFeeds, type PutAwayFeed } from './put-away-feeds.js';
import { MOST_DEATHS, MOST_TRIES, PATIENT_DEATHS } from './retry-rules.js';

/** A file written to within this time may still be growing: somebody copies instead of moving. */
const SETTLING_MS = 250;
/** One that has grown while it was read has to rest longer. */
const SETTLING_AGAIN_MS = 3_000;
const OWN_FOLDERS = ['done', 'failed'];

/** The drop folder cannot be made; the message says why, and names the setting. */
export class DropFolderUnusable extends Error {
  override readonly name = 'DropFolderUnusable';
}

/** The folder into which feeds are moved. What was read goes to `done/`, or with its refused lines to `failed/`. */
export class DropFolder {
  private readonly reported = new Set<string>();
  private readonly tries: FeedTries;
  private readonly putAway = new PutAwayFeeds();

  /**
   * `leftAlone` is called once for each entry that is no regular file (a link, a folder, a pipe): it is not read;
   * `takenBack` for each feed that was written to after it was put away: it is read again.
   */
  constructor(
    readonly folder: string,
    private readonly leftAlone: (name: string) => void = () => {},
    private readonly takenBack: (name: string) => void = () => {},
  ) {
    this.tries = new FeedTries(folder);
  }

  /** @throws with the setting that names the folder, where it cannot be made */
  async prepare(): Promise<void> {
    for (const name of ['', ...OWN_FOLDERS]) await makeFolder(path.join(this.folder, name));
  }

  /** A sentence where feeds can be read from it no more, or not be put away; undefined else. */
  async problem(): Promise<string | undefined> {
    for (const name of ['', ...OWN_FOLDERS]) {
      const folder = path.join(this.folder, name);
      try {
        await access(`${folder}${path.sep}`, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        if (name !== '' && (error as NodeJS.ErrnoException).code === 'ENOENT') continue; // it is made anew
        return `${unusable(folder, error)} Feeds wait.`;
      }
    }
    return undefined;
  }

  /**
   * Feeds by name, so that dated files come in their order. Hidden files are left alone, and those that are written to
   * or wait for another try let the others go first; so do those of which `isPassed` says so by their file name.
   */
  async *waiting(now: number, isPassed: (file: string) => boolean = () => false): AsyncGenerator<WaitingFeed> {
    await this.takeBackGrown(now);
    const record = await this.tries.read();
    for (const entry of await this.entries()) {
      const name = feedNameOf(entry.name);
      if (isPassed(name)) continue;
      const file = Buffer.concat([Buffer.from(`${this.folder}${path.sep}`), entry.name]);
      const found = await lstat(file).catch(() => undefined); // another worker or its owner was quicker
      if (!found?.isFile()) continue;
      const version = versionOf(found);
      const { notBefore, grew, deaths } = record.of(name, version);
      const restMs = grew ? SETTLING_AGAIN_MS : SETTLING_MS;
      const isSettled = now - found.mtimeMs >= restMs || found.mtimeMs > now;
      if (isSettled && notBefore <= now) yield { name, path: file, bytes: found.size, version, deaths };
    }
  }

  /**
   * Notes the files in which a worker ended, and forgets those that are gone. Only to be called by who alone reads the
   * folder.
   */
  async noteDeaths(now: number): Promise<void> {
    await this.tries.removeUnfinished(now);
    const names = Object.keys((await this.tries.read()).all);
    if (names.length === 0) return;
    const present = new Set((await this.entries()).map(({ name }) => feedNameOf(name)));
    await this.tries.change((record) => {
      for (const name of names) if (!present.has(name)) record.forget(name);
      record.noteDeaths(now);
    });
  }

  open(feed: WaitingFeed): Promise<ReadStream> {
    return openFeed(feed);
  }

  begin({ name, version }: WaitingFeed): Promise<void> {
    return this.tries.change((record) => record.begin(name, version));
  }

  /** Leaves a feed as it was before it was begun: not because of it the reading stopped. */
  release({ name }: WaitingFeed): Promise<void> {
    return this.tries.change((record) => record.release(name));
  }

  isUnchanged(feed: WaitingFeed): Promise<boolean> {
    return isUnchanged(feed);
  }

  /**
   * Leaves a file that grew until it rests. It is read again from its beginning, which changes nothing twice. One that
   * another worker has put away is that one's, with what was refused of it.
   */
  async letRest(feed: WaitingFeed): Promise<void> {
    if (await this.isPutAway(feed)) return this.tries.change((record) => record.forget(feed.name));
    await this.tries.change((record) => record.rest(feed.name, feed.version));
    await this.removeFailed(rejectsOf(feed));
  }

  /** Does something that may write the reject file of a feed: beside where the feed will go. */
  withRejectFile<T>(feed: WaitingFeed, work: (rejects: RejectFile) => Promise<T>): Promise<T> {
    const shown = path.join(this.folder, 'failed', rejectsOf(feed));
    return this.inside('failed', (failed) => work(new RejectFile(failed.fileOf(rejectsOf(feed)), { shown })));
  }

  /** For a feed that was read to its end. False where another file has come in its place: that one waits. */
  async finish(feed: WaitingFeed, hasRejects: boolean): Promise<boolean> {
    if (hasRejects) await this.removeFailed(errorOf(feed)); // it says why an earlier feed was not
    return this.move(feed, hasRejects ? 'failed' : 'done');
  }

  /** The same for a feed that could not be read to its end. What was read of it is stored. */
  async fail(feed: WaitingFeed, reason: string, hasRejects: boolean): Promise<boolean> {
    if (!hasRejects) await this.removeFailed(rejectsOf(feed)); // it is of an earlier feed
    await this.inside('failed', (failed) => writeAnew(failed.fileOf(errorOf(feed)), `${reason}\n`));
    const isMoved = await this.move(feed, 'failed');
    if (!isMoved) await this.removeFailed(errorOf(feed));
    return isMoved;
  }

  /** A later feed of the same name replaces the earlier one. What came in since the last look goes back, unread. */
  private async move(feed: WaitingFeed, into: 'done' | 'failed'): Promise<boolean> {
    const isMoved = await this.inside(into, async (held) => {
      const moved = held.fileOf(feed.name);
      await rename(feed.path, moved);
      const found = await lstat(moved);
      if (isStill(feed, found)) {
        this.putAway.note(feed, into, found, Date.now());
        return true;
      }
      await rename(moved, feed.path);
      return false;
    });
    if (isMoved) await this.tries.change((record) => record.forget(feed.name));
    return isMoved;
  }

  /** Whoever copies a feed here and pauses for long writes on in what was put away. */
  private async takeBackGrown(now: number): Promise<void> {
    for (const [into, feeds] of this.putAway.due(now))
      for (const each of await this.inside(into, (held) => takeBack(feeds, held))) {
        this.putAway.forget(each.feed.name);
        await this.letRest(each.feed);
        await this.removeFailed(errorOf(each.feed));
        this.takenBack(each.feed.name);
      }
  }

  private async isPutAway(feed: WaitingFeed): Promise<boolean> {
    if ((await lstat(feed.path).catch(() => undefined)) !== undefined) return false;
    for (const folder of OWN_FOLDERS) {
      const found = await lstat(path.join(this.folder, folder, feed.name)).catch(() => undefined);
      if (found !== undefined && isStill(feed, found)) return true;
    }
    return false;
  }

  private removeFailed(name: string): Promise<void> {
    return this.inside('failed', (failed) => rm(failed.fileOf(name), { force: true }));
  }

  /** Notes a failure of a feed. False where that was its last try. */
  async mayTryAgain({ name, version }: WaitingFeed, now: number): Promise<boolean> {
    return (await this.tries.change((record) => record.fail(name, version, now))) < MOST_TRIES;
  }

  /** Whether so many workers ended inside this feed that it is not read again. */
  isDeadly({ deaths }: WaitingFeed): boolean {
    return deaths >= MOST_DEATHS;
  }

  /** Whether more workers ended while they read this feed, and maybe others with it, than by accident. */
  isSuspect({ deaths }: WaitingFeed): boolean {
    return deaths > PATIENT_DEATHS;
  }

  private inside<T>(name: 'done' | 'failed', work: (held: OwnFolder) => Promise<T>): Promise<T> {
    return OwnFolder.use(path.join(this.folder, name), work);
  }

  /** By name, as bytes: a name need not be text. */
  private async entries(): Promise<Dirent<Buffer>[]> {
    const all = await readdir(this.folder, { withFileTypes: true, encoding: 'buffer' });
    const shown = all
      .map((entry) => ({ entry, name: entry.name.toString('latin1') }))
      .filter(({ name }) => !name.startsWith('.') && !OWN_FOLDERS.includes(name));
    for (const { entry, name } of shown.filter((each) => !each.entry.isFile() && !this.reported.has(each.name))) {
      this.reported.add(name);
      this.leftAlone(feedNameOf(entry.name));
    }
    return shown
      .filter(({ entry }) => entry.isFile())
      .map(({ entry }) => entry)
      .sort((a, b) => Buffer.compare(a.name, b.name));
  }
}

/** Answers those that are back in the drop folder. One stays put away where another of its name waits by now. */
async function takeBack(feeds: readonly PutAwayFeed[], held: OwnFolder): Promise<PutAwayFeed[]> {
  const back: PutAwayFeed[] = [];
  for (const each of feeds) {
    const file = held.fileOf(each.feed.name);
    const found = await lstat(file).catch(() => undefined);
    if (found === undefined || !hasGrown(each, found)) continue;
    if ((await lstat(each.feed.path).catch(() => undefined)) !== undefined) continue;
    await rename(file, each.feed.path);
    back.push(each);
  }
  return back;
}

const rejectsOf = ({ name }: WaitingFeed): string => `${name}.rejects.ndjson`;
const errorOf = ({ name }: WaitingFeed): string => `${name}.error.txt`;

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new DropFolderUnusable(unusable(folder, cause), { cause });
  }
}

const unusable = (folder: string, cause: unknown): string =>
  `The folder ${folder} cannot be used: ${folderProblem(cause)}. Look at FEEDS_DIR.`;
