import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DropFolder } from './drop-folder.js';
import type { WaitingFeed } from './feed-file.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-drop-folder-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

async function dropFeeds(...names: string[]): Promise<WaitingFeed[]> {
  const feeds: WaitingFeed[] = [];
  for (const name of names) fs.writeFileSync(path.join(folder, name), '{}\n');
  for await (const feed of new DropFolder(folder).waiting(Date.now() + 3_600_000)) feeds.push(feed);
  return feeds;
}

/** Two workers, of which one has lost the lock of the folder and does not know it yet. */
const workers = async (): Promise<[DropFolder, DropFolder]> => {
  const both: [DropFolder, DropFolder] = [new DropFolder(folder), new DropFolder(folder)];
  for (const each of both) await each.prepare();
  return both;
};

describe('a folder from which feeds cannot be put away', () => {
  const isRoot = process.getuid?.() === 0;
  const problem = (): Promise<string | undefined> => new DropFolder(folder).problem();

  beforeEach(() => workers());

  it('says nothing while it can be used, and makes its own folders anew', async () => {
    fs.rmdirSync(path.join(folder, 'done'));
    expect(await problem()).toBeUndefined();
  });

  it('says what is wrong with one of its own', async () => {
    fs.rmdirSync(path.join(folder, 'failed'));
    fs.writeFileSync(path.join(folder, 'failed'), '');
    const failed = path.join(folder, 'failed');
    expect(await problem()).toBe(
      `The folder ${failed} cannot be used: it is not a folder. Look at FEEDS_DIR. Feeds wait.`,
    );
  });

  it('says that it is missing', async () => {
    expect(await new DropFolder(path.join(folder, 'gone')).problem()).toContain('it is missing. Look at FEEDS_DIR.');
  });

  (isRoot ? it.skip : it)('says that this user may not write there', async () => {
    fs.chmodSync(folder, 0o500);
    expect(await problem()).toContain('this user may not write there (EACCES)');
    fs.chmodSync(folder, 0o700);
  });
});

describe('a feed that is copied into the folder, with a pause', () => {
  const waitingAt = async (worker: DropFolder, now: number): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of worker.waiting(now)) names.push(name);
    return names;
  };

  async function putAway() {
    const [feed] = await dropFeeds('a.ndjson');
    const [worker] = await workers();
    const copy = fs.openSync(path.join(folder, 'a.ndjson'), 'a');
    fs.writeFileSync(path.join(folder, 'failed', 'a.ndjson.rejects.ndjson'), '');
    expect(await worker.finish(feed!, true)).toBe(true);
    return { worker, copy };
  }

  it('is taken back when its writer goes on, and read again once that has ended', async () => {
    const { worker, copy } = await putAway();
    const now = Date.now();
    expect(await waitingAt(worker, now + 3_000)).toEqual([]);
    fs.writeSync(copy, '{}\n');
    fs.closeSync(copy);
    expect(await waitingAt(worker, now + 6_000)).toEqual(['a.ndjson']);
    expect(fs.readdirSync(path.join(folder, 'failed'))).toEqual([]);
    expect(fs.readFileSync(path.join(folder, 'a.ndjson'), 'utf8')).toBe('{}\n{}\n');
  });

  it('stays where it is while another of its name waits, when it is written anew there, and after a minute', async () => {
    const { worker, copy } = await putAway();
    const now = Date.now();
    const shown = path.join(folder, 'failed', 'a.ndjson');
    fs.writeFileSync(path.join(folder, 'a.ndjson'), '{"next":1}\n');
    fs.writeSync(copy, '{}\n');
    fs.closeSync(copy);
    await waitingAt(worker, now + 3_000);
    expect(fs.readFileSync(shown, 'utf8')).toBe('{}\n{}\n');
    fs.rmSync(path.join(folder, 'a.ndjson'));
    fs.renameSync(shown, `${shown}.mine`);
    fs.copyFileSync(`${shown}.mine`, shown);
    expect(await waitingAt(worker, now + 6_000)).toEqual([]);
    fs.renameSync(`${shown}.mine`, shown);
    expect(await waitingAt(worker, now + 120_000)).toEqual([]);
  });
});

describe('a drop folder that two workers read for a moment', () => {
  it('notes what both do, with no harm to either', async () => {
    const feeds = await dropFeeds(...Array.from({ length: 40 }, (_, n) => `${n}.ndjson`));
    const both = await workers();
    await Promise.all(feeds.flatMap((feed) => both.map((worker) => worker.begin(feed))));
    await Promise.all(feeds.flatMap((feed) => both.map((worker) => worker.release(feed))));
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('is rid of the note that a killed worker was writing, once it is old', async () => {
    const [worker] = await workers();
    for (const name of ['.tries.json.new', '.tries.json.0199.new']) fs.writeFileSync(path.join(folder, name), '{');
    await worker.noteDeaths(Date.now());
    expect(fs.readdirSync(folder)).toHaveLength(4);
    await worker.noteDeaths(Date.now() + 120_000);
    expect(fs.readdirSync(folder).sort()).toEqual(['done', 'failed']);
  });

  it('keeps what was refused of a feed that the other one has put away', async () => {
    const [feed] = await dropFeeds('a.ndjson');
    const [one, other] = await workers();
    for (const worker of [one, other]) await worker.begin(feed!);
    await one.withRejectFile(feed!, async (rejects) => {
      await rejects.write({ line: 1, reasons: [], text: '{}' });
      await rejects.close();
    });
    expect(await one.finish(feed!, true)).toBe(true);
    await other.letRest(feed!);
    expect(fs.readdirSync(path.join(folder, 'failed')).sort()).toEqual(['a.ndjson', 'a.ndjson.rejects.ndjson']);
  });

  it('and removes what was refused of one that was written to meanwhile', async () => {
    const [feed] = await dropFeeds('a.ndjson');
    const [worker] = await workers();
    fs.appendFileSync(path.join(folder, 'a.ndjson'), '{}\n');
    fs.writeFileSync(path.join(folder, 'failed', 'a.ndjson.rejects.ndjson'), '');
    await worker.letRest(feed!);
    expect(fs.readdirSync(path.join(folder, 'failed'))).toEqual([]);
  });
});
