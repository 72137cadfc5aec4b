import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { loadDivisions } from '@gable/ingest';
import { openDatabase, StatusStore, type Database } from '@gable/persistence';
import { type FeedFolder, feedLine, never, readAll } from '../testing/feed-folder.js';
import { FeedWorld } from '../testing/feed-world.js';
import { DropFolder } from './drop-folder.js';
import type { WaitingFeed } from './feed-file.js';
import type { IngestStage } from './ingest-stage.js';

const world = new FeedWorld();
let database: Database;
let feeds: FeedFolder;

beforeEach(() => {
  ({ database, feeds } = world);
});
afterEach(() => void jest.restoreAllMocks());

/** Whatever the machine has to do meanwhile: a tenth of a second after a file of the folder was written. */
async function soonAfterWriting(name: string, work: () => Promise<void>): Promise<void> {
  const written = fs.statSync(path.join(feeds.folder, name)).mtimeMs;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Math.ceil(written) + 100);
  await work();
  clock.mockRestore();
}

describe('the drop folder', () => {
  it('is read in the order of names, each feed moved to done/', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('2026-02.ndjson', feedLine('a', 2, '2026-02-01T00:00:00Z'));
    feeds.drop('2026-01.ndjson', feedLine('a', 1));
    feeds.drop('.hidden', feedLine('b', 3));
    await readAll(ingest);
    expect(feeds.reports.map(([name, { changed }]) => [name, changed])).toEqual([
      ['2026-01.ndjson', 1],
      ['2026-02.ndjson', 1],
    ]);
    expect(feeds.filesIn('done')).toEqual(['2026-01.ndjson', '2026-02.ndjson']);
    expect(await database.query('select price, revision_id from listing')).toEqual([{ price: 2, revision_id: 2 }]);
  });

  it('puts a feed with refused lines into failed/ beside its reject file, and stores the rest', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('mixed.ndjson', `${feedLine('a', 1)}\n{"broken":true}\n${feedLine('b', 900_000)}\n`);
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['mixed.ndjson', 'mixed.ndjson.rejects.ndjson']);
    expect(
      JSON.parse(fs.readFileSync(path.join(feeds.folder, 'failed', 'mixed.ndjson.rejects.ndjson'), 'utf8')),
    ).toMatchObject({ line: 2, text: '{"broken":true}' });
    expect((await new StatusStore(database).read()).listings).toBe(2);
  });

  it('puts a feed that cannot be read to its end into failed/ with the reason, and goes on with the next', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('broken.ndjson.gz', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip at all')]));
    feeds.drop('good.ndjson', feedLine('a', 1));
    await readAll(ingest);
    expect(feeds.unreadable).toEqual(['broken.ndjson.gz']);
    expect(feeds.filesIn('failed')).toEqual(['broken.ndjson.gz', 'broken.ndjson.gz.error.txt']);
    expect(feeds.filesIn('done')).toEqual(['good.ndjson']);
  });

  it('keeps nothing beside a file in failed/ that was said of an earlier one of its name', async () => {
    const ingest = await feeds.stage(database);
    const gzip = (text: string) => gzipSync(text);
    feeds.drop('daily.gz', gzip('{"broken":true}\n'));
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['daily.gz', 'daily.gz.rejects.ndjson']);
    feeds.drop('daily.gz', gzip(feedLine('a', 1)));
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['daily.gz', 'daily.gz.rejects.ndjson']); // they are of the first one
    feeds.drop('daily.gz', Buffer.concat([gzip(feedLine('b', 900_000)), Buffer.from('\x1f\x8bno gzip')]));
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['daily.gz', 'daily.gz.error.txt']);
    feeds.drop('daily.gz', gzip('{"broken":true}\n'));
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['daily.gz', 'daily.gz.rejects.ndjson']);
    feeds.drop('daily.gz', Buffer.concat([gzip(`{"broken":true}\n`), gzip(feedLine('b', 1)).subarray(0, 12)]));
    for (let tries = 0; tries < 3; tries += 1) {
      await readAll(ingest);
      feeds.letTimePass();
    }
    expect(feeds.filesIn('failed')).toEqual(['daily.gz', 'daily.gz.error.txt', 'daily.gz.rejects.ndjson']);
  });

  it('places listings by divisions that were loaded after the feed before', async () => {
    const ingest = await feeds.stage(database);
    const at = (externalId: string) =>
      JSON.stringify({ ...JSON.parse(feedLine(externalId, 1)), location: { cityId: 75_056 } });
    feeds.drop('1.ndjson', at('a'));
    await readAll(ingest);
    const divisions = [
      { id: 9, type: 'COUNTRY', name: 'France', countryCode: 'FR' },
      { id: 75_056, type: 'CITY', name: 'Paris', countryCode: 'FR', parentId: 9 },
    ];
    await loadDivisions(
      database,
      Readable.from([Buffer.from(divisions.map((division) => `${JSON.stringify(division)}\n`).join(''))]),
      { rejectFile: path.join(feeds.folder, '.rejects') },
    );
    feeds.drop('2.ndjson', at('b'));
    await readAll(ingest);
    expect(await database.query('select external_id as id, division_ids as divisions from listing order by 1')).toEqual(
      [
        { id: 'a', divisions: [75_056] },
        { id: 'b', divisions: [9, 75_056] },
      ],
    );
  });

  it('tells once of links and folders, which it leaves alone', async () => {
    const ingest = await feeds.stage(database);
    fs.mkdirSync(path.join(feeds.folder, '2026'));
    fs.symlinkSync(__filename, path.join(feeds.folder, 'linked.ndjson'));
    feeds.drop('feed.ndjson', feedLine('a', 1));
    await readAll(ingest);
    expect([feeds.leftAlone.sort(), feeds.filesIn('.')]).toEqual([
      ['2026', 'linked.ndjson'],
      ['2026', 'done', 'failed', 'linked.ndjson'],
    ]);
  });

  it.each([
    ['was read to its end', feedLine('a', 1)],
    ['cannot be read to its end', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ])('reads a file that takes the place of one that %s just before that is moved away', async (_, content) => {
    const ingest = await feeds.stage(database);
    feeds.drop('daily.ndjson', content);
    jest.spyOn(DropFolder.prototype, 'isUnchanged').mockImplementationOnce(() => {
      feeds.drop('daily.ndjson', feedLine('b', 900_000));
      return Promise.resolve(true);
    });
    await readAll(ingest);
    feeds.letTimePass();
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['daily.ndjson']);
    expect(feeds.filesIn('failed')).toEqual([]);
    expect(await database.query(`select from listing where external_id = 'b'`)).toHaveLength(1);
  });

  it('leaves a file alone that is still being written', async () => {
    const ingest = await feeds.stage(database);
    fs.writeFileSync(path.join(feeds.folder, 'growing.ndjson'), feedLine('a', 1));
    await soonAfterWriting('growing.ndjson', async () => expect(await ingest.step(never)).toBe(false));
    fs.utimesSync(path.join(feeds.folder, 'growing.ndjson'), new Date(), new Date(Date.now() - 1_000));
    expect(await ingest.step(never)).toBe(true);
  });

  it('keeps the feed where the database fails, and reads it again', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('feed.ndjson', feedLine('a', 1));
    await database.query('alter table market_event rename to gone');
    await expect(ingest.step(never)).rejects.toThrow('market_event');
    expect(feeds.filesIn('.')).toContain('feed.ndjson');
    await database.query('alter table gone rename to market_event');
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['feed.ndjson']);
  });

  it('sets a feed aside after three tries, across restarts, while those behind it go on', async () => {
    feeds.drop('1-poison.ndjson', feedLine('a', 1));
    feeds.drop('2-good.ndjson', feedLine('b', 2));
    const failing = (on: IngestStage): IngestStage => {
      const folderOf = (on as unknown as { folder: DropFolder }).folder;
      const open = folderOf.open.bind(folderOf);
      folderOf.open = (feed) =>
        feed.name.startsWith('1') ? Promise.reject(new Error('EACCES: a secret of the disk')) : open(feed);
      return on;
    };
    await readAll(failing(await feeds.stage(database)));
    expect([feeds.setBack, feeds.filesIn('done'), feeds.filesIn('failed')]).toEqual([
      ['1-poison.ndjson'],
      ['2-good.ndjson'],
      [],
    ]);
    for (const tries of [2, 3]) {
      feeds.letTimePass();
      await readAll(failing(await feeds.stage(database))); // a worker that was started anew
      expect(feeds.setBack).toHaveLength(Math.min(tries, 2));
    }
    expect(feeds.unreadable).toEqual(['1-poison.ndjson']);
    expect(feeds.filesIn('failed')).toEqual(['1-poison.ndjson', '1-poison.ndjson.error.txt']);
    expect(fs.readFileSync(path.join(feeds.folder, 'failed', '1-poison.ndjson.error.txt'), 'utf8')).toContain('EACCES');
    expect(fs.existsSync(path.join(feeds.folder, '.tries.json'))).toBe(false);
  });

  it('lets a feed wait that fails while it is looked for others', async () => {
    const ingest = await feeds.stage(database);
    const folderOf = (ingest as unknown as { folder: DropFolder }).folder;
    const [open, waiting] = [folderOf.open.bind(folderOf), folderOf.waiting.bind(folderOf)];
    let fail = (): void => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    let [opened, looks] = [0, 0];
    folderOf.open = async (feed) => {
      if ((opened += 1) === 1) return open(feed); // to see whose it is
      await failed;
      throw new Error('EACCES');
    };
    folderOf.waiting = async function* (now, isPassed) {
      const found: WaitingFeed[] = [];
      for await (const feed of waiting(now)) found.push(feed);
      if ((looks += 1) === 3) {
        // The first asked whether there is one, the second began it; this one knows it as it was before it failed.
        fail();
        while (feeds.setBack.length === 0) await sleep(1);
        await sleep(1); // its reading is over
      }
      for (const feed of found) if (isPassed?.(feed.name) !== true) yield feed;
    };
    feeds.drop('1.ndjson', feedLine('a', 1));
    await readAll(ingest);
    expect(feeds.setBack).toEqual(['1.ndjson']);
  });

  it('counts no try where the database was away, and forgets the tries of a file that is replaced', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('feed.ndjson', feedLine('a', 1));
    const away = await feeds.stage({
      ...database,
      withLock: (_lock: number, work: (lost: AbortSignal) => Promise<unknown>) => work(never),
      now: () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
      query: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
    } as unknown as Database);
    for (let tries = 0; tries < 5; tries += 1) await expect(away.step(never)).rejects.toThrow('gone');
    expect(fs.existsSync(path.join(feeds.folder, '.tries.json'))).toBe(false);
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['feed.ndjson']);
  });

  it('reads a file again that grew while it was read, once it rests', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('slow.ndjson', `${feedLine('a', 1)}\n`);
    const folderOf = (ingest as unknown as { folder: DropFolder }).folder;
    const open = folderOf.open.bind(folderOf);
    folderOf.open = async (feed) => {
      const stream = await open(feed);
      stream.once('end', () => fs.appendFileSync(path.join(feeds.folder, 'slow.ndjson'), `${feedLine('b', 2)}\n`));
      return stream;
    };
    expect(await ingest.step(never)).toBe(true);
    expect([feeds.filesIn('done'), feeds.filesIn('.')]).toEqual([[], ['.tries.json', 'done', 'failed', 'slow.ndjson']]);
    folderOf.open = open;
    feeds.drop('behind.ndjson', feedLine('c', 3));
    await soonAfterWriting('slow.ndjson', async () => expect(await ingest.step(never)).toBe(true));
    expect(feeds.filesIn('done')).toEqual(['behind.ndjson']);
    fs.utimesSync(path.join(feeds.folder, 'slow.ndjson'), new Date(), new Date(Date.now() - 10_000));
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['behind.ndjson', 'slow.ndjson']);
    expect((await new StatusStore(database).read()).listings).toBe(3);
  });

  it('waits for the rest of a gzip file that breaks off, and gives it up after three tries', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('torn.ndjson.gz', gzipSync(`${feedLine('a', 1)}\n`.repeat(2_000)).subarray(0, 60));
    for (let tries = 0; tries < 3; tries += 1) {
      await readAll(ingest);
      feeds.letTimePass();
    }
    expect([feeds.setBack, feeds.unreadable]).toEqual([['torn.ndjson.gz', 'torn.ndjson.gz'], ['torn.ndjson.gz']]);
  });

  it('reads files whatever they are called, and keeps them in the folder', async () => {
    const ingest = await feeds.stage(database);
    const names = [
      Buffer.from('é\u0301\n\u202e.ndjson'),
      Buffer.from([0x78, 0xff, 0xfe]),
      Buffer.from('n'.repeat(250)),
    ];
    const at = (name: Buffer) => Buffer.concat([Buffer.from(`${feeds.folder}/`), name]);
    for (const [index, name] of [...names, Buffer.from('up\\..\\..'), Buffer.from('constructor')].entries()) {
      fs.writeFileSync(at(name), `${feedLine(`l${index}`, index)}\n{}\n`);
      fs.utimesSync(at(name), new Date(), new Date(Date.now() - 60_000));
    }
    await readAll(ingest);
    expect(feeds.reports).toHaveLength(5);
    expect(feeds.filesIn('.')).toEqual(['done', 'failed']);
    expect(feeds.filesIn('failed')).toHaveLength(10);
    for (const name of feeds.filesIn('failed')) expect(name).toMatch(/^[^\p{Cc}\p{Cf}/\\\ufffd]{1,255}$/u);
  });

  it('puts a refused snapshot into failed/ at once, with what to do; its lines are stored', async () => {
    const ingest = await feeds.stage(database);
    feeds.drop('1.ndjson', ['a', 'b', 'c'].map((id, at) => feedLine(id, 1_000 * at)).join('\n'));
    const header = (observedAt: string) =>
      JSON.stringify({ snapshot: { source: { domain: 'portal.example' }, observedAt } });
    feeds.drop('2.ndjson', [header('2026-01-02T00:00:00Z'), feedLine('a', 5, '2026-01-02T00:00:00Z')].join('\n'));
    await readAll(ingest);
    expect([feeds.filesIn('done'), feeds.filesIn('failed')]).toEqual([
      ['1.ndjson'],
      ['2.ndjson', '2.ndjson.error.txt'],
    ]);
    const reason = fs.readFileSync(path.join(feeds.folder, 'failed', '2.ndjson.error.txt'), 'utf8');
    expect(reason).toMatch(/2 of the 3 online listings .*--force[^]*"changed":1/);
    expect(await database.query('select count(*) as n from listing where online')).toEqual([{ n: 3 }]);
  });

  it('takes nobody offline by a snapshot that is still being copied, however its first half ends', async () => {
    const ingest = await feeds.stage(database);
    const at = '2026-01-02T00:00:00Z';
    const line = (id: string) => `${feedLine(id, id.charCodeAt(0), at)}\n`;
    feeds.drop('1.ndjson', ['a', 'b', 'c', 'd', 'e'].map((id) => feedLine(id, id.charCodeAt(0))).join('\n'));
    await readAll(ingest);
    const header = `${JSON.stringify({ snapshot: { source: { domain: 'portal.example' }, observedAt: at } })}\n`;
    feeds.drop('2.ndjson', header + ['a', 'b', 'c', 'd'].map(line).join(''));
    const folderOf = (ingest as unknown as { folder: DropFolder }).folder;
    const open = folderOf.open.bind(folderOf);
    folderOf.open = async (feed) => {
      const stream = await open(feed);
      stream.once('end', () => fs.appendFileSync(path.join(feeds.folder, '2.ndjson'), line('e')));
      return stream;
    };
    expect(await ingest.step(never)).toBe(true);
    expect(await database.query('select count(*) as n from listing where not online')).toEqual([{ n: 0 }]);
    folderOf.open = open;
    fs.utimesSync(path.join(feeds.folder, '2.ndjson'), new Date(), new Date(Date.now() - 10_000));
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['1.ndjson', '2.ndjson']);
    expect(await database.query('select count(*) as n from listing where not online')).toEqual([{ n: 0 }]);
  });

  it('does not follow a link that takes the place of a file, nor waits at a pipe', async () => {
    const ingest = await feeds.stage(database);
    const secret = path.join(feeds.folder, 'failed', 'secret');
    fs.writeFileSync(secret, 'not for readers');
    feeds.drop('a.ndjson', feedLine('a', 1));
    const folderOf = (ingest as unknown as { folder: DropFolder }).folder;
    const { value: feed } = (await folderOf.waiting(Date.now()).next()) as IteratorYieldResult<WaitingFeed>;
    fs.rmSync(feed.path);
    fs.symlinkSync(secret, feed.path);
    await expect(folderOf.open(feed)).rejects.toThrow('ELOOP');
  });

  it('is read by one of several workers at a time', async () => {
    const other = await openDatabase(world.url, { poolSize: 3 });
    try {
      const stages = [await feeds.stage(database), await feeds.stage(other)];
      for (let i = 0; i < 6; i++) feeds.drop(`f${i}.ndjson`, feedLine(`l${i}`, 1_000 * (i + 1)));
      for (let turn = 0; turn < 20 && feeds.reports.length < 6; turn++)
        await Promise.all(stages.map((each) => each.step(never)));
      expect(feeds.reports.map(([name]) => name)).toEqual([
        'f0.ndjson',
        'f1.ndjson',
        'f2.ndjson',
        'f3.ndjson',
        'f4.ndjson',
        'f5.ndjson',
      ]);
    } finally {
      await other.close();
    }
  });
});
