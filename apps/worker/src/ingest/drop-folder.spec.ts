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
