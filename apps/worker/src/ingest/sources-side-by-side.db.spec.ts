import fs from 'node:fs';
import path from 'node:path';
import { BatchStore } from '@gable/persistence/listings';
import { LOCKS, StatusStore, type Database } from '@gable/persistence';
import { endLockHolder } from '@gable/testing';
import { type FeedFolder, feedLine, never, readAll } from '../testing/feed-folder.js';
import { FeedWorld } from '../testing/feed-world.js';
import { BatchQueue } from './batch-queue.js';
import { DropFolder } from './drop-folder.js';
import { versionOf } from './feed-file.js';

const world = new FeedWorld();
let database: Database;
let feeds: FeedFolder;
/** Batches that were begun, and what happens as one begins. */
let begun: number;
let onBatch: () => void | Promise<void>;
const begin = BatchStore.prototype.begin;

beforeEach(() => {
  ({ database, feeds } = world);
  [begun, onBatch] = [0, () => {}];
  jest.spyOn(BatchStore.prototype, 'begin').mockImplementation(async function (this: BatchStore) {
    begun += 1;
    await onBatch();
    return begin.call(this);
  });
});
afterEach(() => void jest.restoreAllMocks());

/** So many states of one source. Most are cheap: what goes offline was never there. */
function feedOf(domain: string, lines: number): string {
  const line = JSON.parse(feedLine('a', 1)) as object;
  const source = { domain, name: domain };
  return Array.from({ length: lines }, (_, i) =>
    JSON.stringify({ ...line, source, externalId: `l${i}`, status: i % 500 === 0 ? 'ONLINE' : 'OFFLINE' }),
  ).join('\n');
}

/** Of the first batch of a source: when it waits for its turn, and how many batches had begun when it was stored. */
function firstBatchOf(source: string): { waits: Promise<void>; stored: Promise<number> } {
  const { run } = BatchQueue.prototype;
  let waiting!: () => void;
  let storedAs!: (batches: number) => void;
  jest.spyOn(BatchQueue.prototype, 'run').mockImplementation(function (this: BatchQueue, of, batch) {
    const running = run.call(this, of, batch);
    if (of === source) {
      waiting();
      void running.then(() => storedAs(begun));
    }
    return running;
  });
  return {
    waits: new Promise((resolve) => (waiting = resolve)),
    stored: new Promise((resolve) => (storedAs = resolve)),
  };
}

it('a small feed lands after one batch of each of ten huge ones of other sources', async () => {
  for (let i = 0; i < 10; i += 1) feeds.drop(`huge-${i}.ndjson`, feedOf(`huge-${i}.example`, 5_000));
  feeds.drop('small.ndjson', feedOf('small.example', 20));
  const ingest = await feeds.stage(database);
  const { waits, stored } = firstBatchOf('small.example');
  onBatch = () => waits; // the first batch takes until the small feed has one, too
  await readAll(ingest);
  expect(begun).toBeGreaterThan(60);
  expect(await stored).toBeLessThanOrEqual(10 + 1 + 1);
  expect(feeds.filesIn('done')).toHaveLength(11);
});

it('a feed does not overtake an earlier one of its source, however small it is', async () => {
  feeds.drop('1-huge.ndjson', feedOf('one.example', 5_000));
  feeds.drop('2-small.ndjson', feedOf('one.example', 1));
  feeds.drop('3-other.ndjson', feedOf('other.example', 1));
  await readAll(await feeds.stage(database));
  expect(feeds.reports.map(([name]) => name)).toEqual(['3-other.ndjson', '1-huge.ndjson', '2-small.ndjson']);
});

it('a folder full of feeds of one source leaves room for another one, and feeds that name none share their time', async () => {
  for (let i = 0; i < 30; i += 1) feeds.drop(`a-${i}.ndjson`, feedOf('many.example', 400));
  for (let i = 0; i < 30; i += 1) feeds.drop(`b-${i}.ndjson`, '{}\n'.repeat(400));
  feeds.drop('z.ndjson', feedOf('polite.example', 20));
  await readAll(await feeds.stage(database));
  const names = feeds.reports.map(([name]) => name);
  expect(names.indexOf('z.ndjson')).toBeLessThanOrEqual(6);
  for (const begins of ['a', 'b']) {
    const ofSource = names.filter((name) => name.startsWith(begins));
    expect(ofSource).toEqual([...ofSource].sort()); // each in its order, whenever the one before it ended
  }
  expect(names).toHaveLength(61);
});

it('where the database fails, all feeds stay as they were, and end in the state of one clean run', async () => {
  for (const name of ['one', 'two', 'three']) feeds.drop(`${name}.ndjson`, feedOf(`${name}.example`, 2_000));
  const ingest = await feeds.stage(database);
  onBatch = () => {
    if (begun >= 5) throw Object.assign(new Error('gone'), { code: '57P01' });
  };
  await expect(ingest.step(never)).rejects.toThrow('gone');
  expect(begun).toBeLessThanOrEqual(5 + 2);
  expect(feeds.filesIn('.')).toEqual(['done', 'failed', 'one.ndjson', 'three.ndjson', 'two.ndjson']);
  onBatch = () => {};
  await readAll(ingest);
  expect(feeds.filesIn('done')).toHaveLength(3);
  expect((await new StatusStore(database).read()).listings).toBe(12);
});

it('a stop leaves all feeds, and stores no batch that waits', async () => {
  for (const name of ['one', 'two', 'three']) feeds.drop(`${name}.ndjson`, feedOf(`${name}.example`, 2_000));
  const ingest = await feeds.stage(database);
  const stop = new AbortController();
  onBatch = () => stop.abort();
  await expect(ingest.step(stop.signal)).rejects.toThrow('abort');
  expect([begun, feeds.filesIn('.')]).toEqual([1, ['done', 'failed', 'one.ndjson', 'three.ndjson', 'two.ndjson']]);
  await readAll(ingest);
  expect(feeds.filesIn('done')).toHaveLength(3);
});

it('a worker that lost the lock of the folder leaves all feeds: another may read them', async () => {
  for (const name of ['one', 'two']) feeds.drop(`${name}.ndjson`, feedOf(`${name}.example`, 20_000));
  const ingest = await feeds.stage(database);
  const ended = new Promise<unknown>((resolve) => {
    onBatch = () => {
      if (begun === 3) resolve(endLockHolder(database, LOCKS.dropFolder));
    };
  });
  await expect(ingest.step(never)).rejects.toThrow();
  expect([await ended, feeds.filesIn('.')]).toEqual([
    [{ ended: true }],
    ['done', 'failed', 'one.ndjson', 'two.ndjson'],
  ]);
});

it('feeds in which workers ended are read one at a time, beside others', async () => {
  const suspects = ['a.ndjson', 'b.ndjson', 'c.ndjson'];
  for (const name of ['a', 'b', 'c', 'd', 'e']) feeds.drop(`${name}.ndjson`, feedOf(`${name}.example`, 1_000));
  noteDeaths(suspects, 3);
  const open = new Set<string>();
  let [mostOpen, mostSuspects] = [0, 0];
  const { begin: beginFeed, finish } = DropFolder.prototype;
  jest.spyOn(DropFolder.prototype, 'begin').mockImplementation(function (this: DropFolder, feed) {
    open.add(feed.name);
    mostOpen = Math.max(mostOpen, open.size);
    mostSuspects = Math.max(mostSuspects, suspects.filter((name) => open.has(name)).length);
    return beginFeed.call(this, feed);
  });
  jest.spyOn(DropFolder.prototype, 'finish').mockImplementation(function (this: DropFolder, feed, into) {
    open.delete(feed.name);
    return finish.call(this, feed, into);
  });
  await readAll(await feeds.stage(database));
  expect([mostOpen, mostSuspects, feeds.filesIn('done').length]).toEqual([3, 1, 5]);
});

/** As workers leave it that end while they read these feeds. */
function noteDeaths(names: readonly string[], deaths: number): void {
  const trials = names.map((name) => {
    const version = versionOf(fs.lstatSync(path.join(feeds.folder, name)));
    return [name, { version, tries: 0, deaths, notBefore: 0, isBeingRead: false, grew: false }];
  });
  fs.writeFileSync(path.join(feeds.folder, '.tries.json'), JSON.stringify(Object.fromEntries(trials)));
}
