import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openDatabase, type Database } from '@gable/persistence';
import { BatchStore, ResetStore, SourceStore } from '@gable/persistence/listings';
import { createTestDatabase, feedState, type TestDatabase, untilWaiting } from '@gable/testing';
import { ingestFeed } from './ingest-feed.js';
import type { IngestOptions } from './ingest-options.js';
import type { Reject } from './reading/reject.js';

let testDatabase: TestDatabase;
let database: Database;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-hostile-'));
const rejectFile = path.join(folder, 'rejects.ndjson');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
});
beforeEach(async () => {
  fs.rmSync(rejectFile, { force: true });
  await database.query(
    'truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property, source',
  );
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true });
});

const state = (externalId: string, over: object = {}): string => JSON.stringify(feedState({ externalId, ...over }));

const ingest = (lines: readonly string[] | Buffer, options: Partial<IngestOptions> = {}) =>
  ingestFeed(database, Readable.from([Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n'))]), {
    rejectFile,
    ...options,
  });

const rejects = (): Reject[] =>
  fs
    .readFileSync(rejectFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);

const stored = async () =>
  (await database.query<{ id: string }>('select external_id as id from listing order by 1')).map(({ id }) => id);
const batches = async () => (await database.query<{ version: number }>('select version from ingest_lock'))[0]!.version;

const hoursAhead = async (hours: number) =>
  new Date((await database.now()).getTime() + hours * 3_600_000).toISOString();

describe('a feed of which nothing comes', () => {
  const restsOf = async (lines: readonly string[]) => {
    const rests: number[] = [];
    const report = await ingest(lines, { rest: (ms) => Promise.resolve(rests.push(ms)) });
    return { rests: rests.length, report };
  };
  const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));

  it('rests where its lines are refused, by the form or by the store, and lands what is good', async () => {
    const ahead = await hoursAhead(48);
    const malformed = await restsOf([...many(4_000, () => '{}'), state('behind them')]);
    const future = await restsOf(many(4_000, (at) => state(`f${at}`, { observedAt: ahead })));
    expect(malformed.report).toMatchObject({ read: 4_001, accepted: 1, rejected: 4_000 });
    expect(future.report).toMatchObject({ read: 4_000, rejected: 4_000 });
    expect(malformed.rests).toBeGreaterThan(0);
    expect(future.rests).toBeGreaterThan(0);
    expect(await stored()).toEqual(['behind them']);
  });

  it('never rests for lines that are good, stored already, or refused now and then', async () => {
    const lines = many(3_000, (at) => (at % 10 === 0 ? '{}' : state(`h${at}`)));
    expect(await restsOf(lines)).toMatchObject({ rests: 0, report: { changed: 2_700, rejected: 300 } });
    expect(await restsOf(lines)).toMatchObject({ rests: 0, report: { unchanged: 2_700, rejected: 300 } });
  });
});

describe('a feed from the future', () => {
  it('is refused line by line beyond 24 h of the clock of the database, and lands within', async () => {
    const [near, far] = [await hoursAhead(23.9), await hoursAhead(24.1)];
    const lines = [
      state('near', { observedAt: near }),
      state('far', { observedAt: far, source: { domain: 'far.example', name: 'Far' } }),
      state('gone', { observedAt: '9999-01-01T00:00:00Z', status: 'OFFLINE' }),
      state('now'),
    ];
    expect(await ingest(lines)).toMatchObject({ read: 4, accepted: 2, changed: 2, rejected: 2 });
    expect(await stored()).toEqual(['near', 'now']);
    expect(rejects()).toMatchObject([
      { line: 2, reasons: [{ path: 'observedAt', message: expect.stringContaining("the database's clock (2") }] },
      { line: 3, reasons: [{ path: 'observedAt' }] },
    ]);
    expect(await new SourceStore(database).known(['far.example'])).toEqual([]);
  });

  it('that was stored before is undone by a reset: the next state is read, an older one is not', async () => {
    const [frozen, unborn] = ['frozen', 'unborn'].map((id) => `'${id}'`);
    await ingest([state('frozen', { observedAt: '2026-02-01T00:00:00Z' }), state('unborn'), state('other')]);
    await database.query(
      `update listing set observed_at = '2099-01-01', last_event_at = '2099-01-01' where external_id in (${frozen}, ${unborn})`,
    );
    await database.query(
      `update listing_revision set observed_at = '2099-01-01'
       where listing_id = (select id from listing where external_id = ${unborn})`,
    );
    const next = [
      state('frozen', { observedAt: '2026-03-01T00:00:00Z', price: 1 }),
      state('unborn', { observedAt: '2026-03-01T00:00:00Z', price: 2 }),
    ];
    expect(await ingest(next)).toMatchObject({ stale: 2 });

    const store = new ResetStore(database);
    const sourceId = (await new SourceStore(database).idOf('portal.example'))!;
    const counts: number[] = [];
    for await (const ids of store.findAhead(sourceId))
      await store.reset(ids, (_, count) => Promise.resolve(void counts.push(count)));
    expect(counts).toEqual([2]);
    await database.query(`update source_figures set last_observed_at = '2099-01-01'`);
    await store.resetLastSeen(sourceId);
    const lastSeen = 'select last_observed_at as at from source_figures where source_id = $1';
    expect(await database.query(lastSeen, [sourceId])).toEqual([{ at: new Date('2026-02-01T00:00:00Z') }]);
    expect(await ingest([state('frozen', { observedAt: '2026-01-15T00:00:00Z', price: 3 })])).toMatchObject({
      stale: 1,
    });
    expect(await ingest(next)).toMatchObject({ changed: 2 });
    const events = await database.query(
      `select days_between_events as days from market_event where event_type = 1 order by days`,
    );
    expect(events).toMatchObject([{ days: 0 }, { days: 28 }]);
    for await (const ids of store.findAhead(sourceId)) throw new Error(`nothing is ahead now, but ${ids.join()}`);
  });

  it('is undone for one listing alone, and beside an ingest', async () => {
    await ingest(Array.from({ length: 30 }, (_, at) => state(`l${at}`)));
    await database.query(`update listing set observed_at = '2099-01-01'`);
    const store = new ResetStore(database);
    const sourceId = (await new SourceStore(database).idOf('portal.example'))!;
    const one = [];
    for await (const ids of store.findAhead(sourceId, 'l7')) one.push(await store.reset(ids, () => Promise.resolve()));
    expect(one).toEqual([1]);
    const next = (price: number) =>
      Array.from({ length: 30 }, (_, at) => state(`l${at}`, { price, observedAt: '2026-05-01T00:00:00Z' }));
    const resetting = (async () => {
      for await (const ids of store.findAhead(sourceId)) await store.reset(ids, () => Promise.resolve());
    })();
    await Promise.all([resetting, ingest(next(5), { batchSize: 3 })]);
    await ingest(next(5));
    expect(await database.query('select distinct price, observed_at from listing')).toEqual([
      { price: 5, observed_at: new Date('2026-05-01T00:00:00Z') },
    ]);
  });
});

describe('what a source was last seen at', () => {
  it('is put back behind the batch under way, so that its state counts', async () => {
    await ingest([state('a')]);
    const sourceId = (await new SourceStore(database).idOf('portal.example'))!;
    await database.query(`update source_figures set last_observed_at = '2099-01-01'`);
    const { reset } = await database.transaction(async (batch) => {
      await new BatchStore(batch).begin();
      await batch.query(`update listing set observed_at = '2026-06-01'`);
      await batch.query(`update source_figures set last_observed_at = greatest(last_observed_at, '2026-06-01')`);
      const waiting = new ResetStore(database).resetLastSeen(sourceId);
      await untilWaiting(database);
      return { reset: waiting };
    });
    await reset;
    const lastSeen = 'select last_observed_at as at from source_figures where source_id = $1';
    expect(await database.query(lastSeen, [sourceId])).toEqual([{ at: new Date('2026-06-01') }]);
  });
});

describe('a feed that asks for too much', () => {
  it('is stored in batches that are bounded by bytes', async () => {
    const before = await batches();
    const lines = Array.from({ length: 24 }, (_, at) =>
      state(`l${at}`, { filling: 'x'.repeat(1_000_000), price: 1_000 * (at + 1) }),
    );
    expect(await ingest(lines)).toMatchObject({ changed: 24, unknownFields: { filling: 24 } });
    expect((await batches()) - before).toBeGreaterThanOrEqual(5);
  });

  it('makes a bounded number of sources; lines of others are refused, and those of known ones land', async () => {
    await ingest([state('known', { source: { domain: 'old.example', name: 'Old' } })]);
    const of = (domain: string, id: string) => state(id, { source: { domain, name: 'Source' } });
    const lines = [...Array.from({ length: 50 }, (_, at) => of(`s${at}.example`, 'a')), of('old.example', 'b')];
    const report = await ingest(lines, { batchSize: 7, limits: { maxNewSources: 5 } });
    expect(report).toMatchObject({ read: 51, accepted: 6, rejected: 45 });
    expect(await new SourceStore(database).count()).toBe(6);
    expect(rejects()[0]).toMatchObject({
      line: 6,
      reasons: [{ path: 'source.domain', message: expect.stringContaining('FEED_MAX_NEW_SOURCES') }],
    });
    const again = await ingest(lines, { limits: { maxSources: 8 } });
    expect(again).toMatchObject({ accepted: 8, rejected: 43 });
    expect(rejects()[0]!.reasons[0]!.message).toContain('MAX_SOURCES');
  });

  it('lands but for its worst lines, with their numbers and reasons', async () => {
    const deep = `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    const nested = state('deep').replace('"price":200000', `"price":${'['.repeat(300_000)}${']'.repeat(300_000)}`);
    const nameOf = (at: number) =>
      Buffer.of(at >> 16, at >> 8, at, 0)
        .toString('base64')
        .slice(1, 4);
    const wide = `{${Array.from({ length: 130_000 }, (_, at) => `"${nameOf(at)}":1`).join(',')}}`;
    const lines = ['x'.repeat(3_000_000), deep, nested, wide, '{"a":\u0000}', state('good'), '"'.repeat(200_000)];
    const report = await ingest(gzipSync(lines.join('\n')));
    expect(report).toMatchObject({ read: 7, accepted: 1, rejected: 6 });
    expect(await stored()).toEqual(['good']);
    expect(rejects().map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 7]);
    expect(Object.keys(report.unknownFields)).toHaveLength(1_001);
  });

  it('gives up a bomb where it is too long, and keeps what came before', async () => {
    const bomb = gzipSync(`${state('first')}\n${'x'.repeat(20_000_000)}`);
    const reading = ingest(bomb, { limits: { maxBytes: 5_000_000 } });
    await expect(reading).rejects.toThrow('more than 5000000 bytes');
    await expect(reading).rejects.toMatchObject({ report: { read: 1, changed: 1 } });
    expect(await stored()).toEqual(['first']);
  });
});
