import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openDatabase, type Database } from '@gable/persistence';
import {
  createTestDatabase,
  feedState,
  findBrokenGroups,
  RECOGNISABLE_FLAT,
  storeState,
  type TestDatabase,
} from '@gable/testing';
import { ingestFeed } from './ingest-feed.js';
import type { IngestReport } from './reading/ingest-report.js';
import type { FeedUnreadable } from './reading/read-lines.js';

let testDatabase: TestDatabase;
let database: Database;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-ingest-'));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
});
beforeEach(() => emptyStore());
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true });
});

const logged: object[] = [];
const emptyStore = () =>
  database.query(
    'truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property, source',
  );

const SOURCE = { domain: 'portal.example', name: 'Portal' };
const OTHER_SOURCE = { domain: 'agency.example', name: 'Agency' };

/** A valid state; what a test is about stands in `over`. */
const state = (externalId: string, observedAt: string, over: object = {}) =>
  feedState({ externalId, observedAt, ...RECOGNISABLE_FLAT, ...over });

function ingest(states: readonly unknown[], options: { batchSize?: number } = {}): Promise<IngestReport> {
  const text = states.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
  return ingestFeed(database, Readable.from([Buffer.from(text)], { objectMode: false }), {
    rejectFile: path.join(folder, 'rejects.ndjson'),
    log: { error: (details) => logged.push(details) },
    ...options,
  });
}

interface Priced {
  price: number;
}
interface Change {
  before_state: Priced | null;
  after_state: Priced;
  siblings: { listing: Priced }[];
  property_id: string;
}

const rows = (text: string) => database.query<Record<string, unknown>>(text);

describe('accounting', () => {
  it('adds up: read = accepted + rejected, accepted = changed + unchanged + stale', async () => {
    await ingest([state('known', '2026-01-02T00:00:00Z')]);
    const report = await ingest([
      state('new', '2026-01-01T00:00:00Z'),
      state('known', '2026-01-02T00:00:00Z'),
      state('known', '2026-01-01T00:00:00Z'),
      state('bad', 'yesterday'),
      'not json',
      state('odd', '2026-01-01T00:00:00Z', { colour: 'red', energy: { colour: 'blue' } }),
    ]);
    expect(report).toEqual({
      read: 6,
      accepted: 4,
      changed: 2,
      unchanged: 1,
      stale: 1,
      rejected: 2,
      rejects: path.join(folder, 'rejects.ndjson'),
      unknownFields: { colour: 1, 'energy.colour': 1 },
    });
  });

  it('writes each refused line with its number, its reasons and its text', async () => {
    await ingest([
      state('good', '2026-01-01T00:00:00Z'),
      '',
      state('bad', '2026-01-01T00:00:00Z', { price: -1, currency: 'EURO' }),
    ]);
    const [reject, ...others] = fs
      .readFileSync(path.join(folder, 'rejects.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(others).toEqual([]);
    expect(reject.line).toBe(3);
    expect(reject.reasons.map(({ path: at }: { path: string }) => at).sort()).toEqual(['currency', 'price']);
    expect(JSON.parse(reject.text).externalId).toBe('bad');
  });
});

describe('odd feeds', () => {
  it('counts fields by any name, also those that objects inherit, and a flood of names together', async () => {
    const flood = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`odd${i}`, 1]));
    const { unknownFields } = await ingest([
      `${JSON.stringify(state('a', '2026-01-01T00:00:00Z')).slice(0, -1)},"constructor":1,"__proto__":1}`,
      state('b', '2026-01-01T00:00:00Z', flood),
    ]);
    expect(Object.getOwnPropertyDescriptor(unknownFields, 'constructor')?.value).toBe(1);
    expect(JSON.stringify(unknownFields)).toContain('"__proto__":1');
    expect(Object.keys(unknownFields)).toHaveLength(1_001);
    expect(unknownFields['(other names)']).toBe(2_002);
  });

  it('tells of a feed that breaks off how much of it was stored', async () => {
    const packed = gzipSync(
      Array.from({ length: 3_000 }, (_, i) =>
        JSON.stringify(
          state(`l${i}`, '2026-01-01T00:00:00Z', { price: 1_000 + i * 7, area: 20 + (i % 300), floor: i % 40 }),
        ),
      ).join('\n'),
    );
    const reading = ingestFeed(
      database,
      Readable.from([packed.subarray(0, packed.length - 3_000)], { objectMode: false }),
      { rejectFile: path.join(folder, 'cut.ndjson'), batchSize: 100 },
    );
    const error = await reading.catch((thrown: unknown) => thrown as FeedUnreadable);
    const [{ n }] = (await rows('select count(*) as n from listing')) as [{ n: number }];
    expect(n).toBeGreaterThan(100);
    expect(error).toMatchObject({ name: 'FeedUnreadable', report: { read: n, changed: n, rejected: 0 } });
  });

  it('takes coordinates that no map can mean for zero', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z', { location: { lat: 1e-320, lng: -5e-324 } })]);
    expect(await rows('select lat, lng, gable_distance(lat, lng, 0, 0) as away from listing')).toEqual([
      { lat: 0, lng: 0, away: 0 },
    ]);
  });
});

describe('idempotence', () => {
  it('changes nothing when the same feed is read again', async () => {
    const feed = [
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-01T00:00:00Z', { price: 900_000, area: 200, rooms: 7 }),
      state('a', '2026-01-05T00:00:00Z', { price: 190_000 }),
    ];
    await ingest(feed);
    const before = await storeState(database);
    expect(await ingest(feed)).toMatchObject({ changed: 0, unchanged: 2, stale: 1 });
    expect(await storeState(database)).toEqual(before);
  });

  it('moves the instant for a newer identical state, and only that', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    expect(await ingest([state('a', '2026-01-09T00:00:00Z')])).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await rows('select seen.observed_at, revision_id from listing_seen seen join listing using (id)')).toEqual([
      { observed_at: new Date('2026-01-09T00:00:00Z'), revision_id: 1 },
    ]);
    expect(await ingest([state('a', '2026-01-05T00:00:00Z', { price: 1 })])).toMatchObject({ stale: 1 });
  });

  it('takes an equal instant with other content as stale', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    expect(await ingest([state('a', '2026-01-01T00:00:00Z', { price: 1 })])).toMatchObject({ changed: 0, stale: 1 });
    expect(await ingest([state('a', '2026-01-01T00:00:00Z', { status: 'OFFLINE' })])).toMatchObject({
      changed: 0,
      stale: 1,
    });
  });

  it('compares instants, not texts: another zone of the same moment is the same', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    expect(await ingest([state('a', '2026-01-01T02:00:00+02:00')])).toMatchObject({ unchanged: 1 });
  });

  it('sees a change back to an earlier content in one batch as two changes', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    expect(
      await ingest([state('a', '2026-01-02T00:00:00Z', { price: 150_000 }), state('a', '2026-01-03T00:00:00Z')]),
    ).toMatchObject({ changed: 2 });
    expect(await rows('select price, revision_id from listing')).toEqual([{ price: 200_000, revision_id: 3 }]);
  });
});

describe('divisions that come after the listings', () => {
  it('place them when the same feed is read again, once', async () => {
    const feed = [
      state('a', '2026-01-01T00:00:00Z'),
      state('far', '2026-01-01T00:00:00Z', { location: { lat: 10, lng: 10 } }),
    ];
    await ingest(feed);
    expect(await rows('select city_id, division_ids from listing order by external_id')).toEqual([
      { city_id: null, division_ids: [] },
      { city_id: null, division_ids: [] },
    ]);
    await database.query(`insert into division (id, type, name, country_code, geometry) values (69123, 'CITY', 'Lyon', 'FR',
      '{"type":"Polygon","coordinates":[[[4.8,45.7],[4.9,45.7],[4.9,45.8],[4.8,45.8],[4.8,45.7]]]}')`);
    expect(await ingest(feed)).toMatchObject({ changed: 1, unchanged: 1, stale: 0 });
    expect(await rows('select city_id, division_ids, revision_id from listing order by external_id')).toEqual([
      { city_id: 69123, division_ids: [69123], revision_id: 2 },
      { city_id: null, division_ids: [], revision_id: 1 },
    ]);
    expect(await ingest(feed)).toMatchObject({ changed: 0, unchanged: 2 });
    await database.query('delete from division');
  });

  it('place those that state the id of their city, too', async () => {
    const feed = [state('a', '2026-01-01T00:00:00Z', { location: { cityId: 500, districtId: 5_000 } })];
    await ingest(feed);
    expect(await ingest(feed)).toMatchObject({ unchanged: 1 });
    await database.query(`insert into division (id, type, name, country_code, parent_id, ancestor_ids) values
      (1, 'COUNTRY', 'Land', 'FR', null, '{}'), (500, 'CITY', 'Town', 'FR', 1, '{1}')`);
    expect(await ingest(feed)).toMatchObject({ changed: 1 });
    expect(await rows('select city_id, district_id, division_ids, revision_id from listing')).toEqual([
      { city_id: 500, district_id: 5_000, division_ids: [1, 500, 5_000], revision_id: 2 },
    ]);
    expect(await ingest(feed)).toMatchObject({ unchanged: 1 });
    await database.query('delete from division');
  });
});

describe('life of a listing', () => {
  it('stores nothing for an unknown listing that is offline', async () => {
    expect(
      await ingest([{ source: SOURCE, externalId: 'gone', observedAt: '2026-01-01T00:00:00Z', status: 'OFFLINE' }]),
    ).toMatchObject({ unchanged: 1 });
    expect(await rows('select count(*) as n from listing')).toEqual([{ n: 0 }]);
  });

  it('keeps its attributes when it goes offline and records each step as a market event with the days between', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('a', '2026-01-03T00:00:00Z', { price: 180_000 }),
      { source: SOURCE, externalId: 'a', observedAt: '2026-01-04T12:00:00Z', status: 'OFFLINE' },
      state('a', '2026-01-10T12:00:00Z', { price: 180_000 }),
    ]);
    expect(
      await rows(
        `select event_type, price_displayed, days_between_events, days_since_first_seen, revision_id
          from market_event order by revision_id`,
      ),
    ).toEqual([
      { event_type: 0, price_displayed: 200_000, days_between_events: null, days_since_first_seen: 0, revision_id: 1 },
      { event_type: 1, price_displayed: 180_000, days_between_events: 2, days_since_first_seen: 2, revision_id: 2 },
      { event_type: 2, price_displayed: 180_000, days_between_events: 1.5, days_since_first_seen: 3.5, revision_id: 3 },
      { event_type: 3, price_displayed: 180_000, days_between_events: 6, days_since_first_seen: 9.5, revision_id: 4 },
    ]);
    expect(await rows('select online, price from listing')).toEqual([{ online: true, price: 180_000 }]);
  });

  it('notes the price without fees, per square metre and indoor area as analytics define them', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z', {
        price: 210_000,
        pricing: { agencyFees: 10_000, feesIncluded: true },
        areas: { indoor: 75 },
      }),
    ]);
    expect(await rows('select price, price_displayed, price_per_sqm, area, area_displayed from market_event')).toEqual([
      { price: 200_000, price_displayed: 210_000, price_per_sqm: 2_625, area: 75, area_displayed: 80 },
    ]);
  });

  it('writes a change with the state before, after, and the other online listings of the property', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-02T00:00:00Z', { source: OTHER_SOURCE, price: 205_000 }),
      state('a', '2026-01-03T00:00:00Z', { price: 195_000 }),
    ]);
    const changes = (await rows(
      'select before_state, after_state, siblings, property_id from listing_change_states order by id',
    )) as unknown as Change[];
    expect(
      changes.map((each) => [
        each.before_state?.price ?? null,
        each.after_state.price,
        each.siblings.map((sibling) => sibling.listing.price),
      ]),
    ).toEqual([
      [null, 200_000, []],
      [null, 205_000, [200_000]],
      [200_000, 195_000, [205_000]],
    ]);
    expect(new Set(changes.map(({ property_id }) => property_id)).size).toBe(1);
  });
});

describe('grouping', () => {
  it('puts two adverts of one home into one property, with the reasons', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-02T00:00:00Z', { source: OTHER_SOURCE, price: 205_000 }),
    ]);
    expect(await rows('select online_count, min_price, max_price, max_area from property')).toEqual([
      { online_count: 2, min_price: 200_000, max_price: 205_000, max_area: 80 },
    ]);
    const [, second] = await rows('select grouping_score, grouping_reasons from listing order by id');
    expect(second!.grouping_score).toBeGreaterThan(0);
    expect((second!.grouping_reasons as string[]).length).toBeGreaterThan(0);
  });

  it.each([
    ['another transaction', { transactionType: 'RENT' }],
    ['another type', { propertyType: 'HOUSE' }],
    ['another floor', { floor: 5 }],
    ['two more rooms', { rooms: 5 }],
    ['an area 11 % larger', { area: 89 }],
  ])('keeps adverts apart that contradict each other: %s', async (_, over) => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-02T00:00:00Z', { source: OTHER_SOURCE, ...over }),
    ]);
    expect(await rows('select count(*) as n from property')).toEqual([{ n: 2 }]);
  });

  it('moves a listing whose later state contradicts its property, and leaves the property to the others', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-02T00:00:00Z', { source: OTHER_SOURCE }),
      state('b', '2026-01-03T00:00:00Z', { source: OTHER_SOURCE, floor: 9 }),
    ]);
    expect(await rows('select online_count, merged_into from property order by id')).toEqual([
      { online_count: 1, merged_into: null },
      { online_count: 1, merged_into: null },
    ]);
  });

  it('joins a listing that a later state shows to be the same home, and points from the property it left to the one it joined', async () => {
    await ingest([
      state('a', '2026-01-01T00:00:00Z'),
      state('b', '2026-01-02T00:00:00Z', { source: OTHER_SOURCE, floor: 9 }),
      state('b', '2026-01-03T00:00:00Z', { source: OTHER_SOURCE }),
    ]);
    const [first, second] = await rows('select id, online_count, merged_into from property order by id');
    expect(first).toMatchObject({ online_count: 2, merged_into: null });
    expect(second).toMatchObject({ online_count: 0, merged_into: first!.id });
  });

  it('marks every property it touched as dirty for the index, with its revision', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    await ingest([state('a', '2026-01-02T00:00:00Z', { price: 1_000 })]);
    expect(
      await rows('select revision_id, revision from index_dirty join property on property.id = property_id'),
    ).toEqual([{ revision_id: 2, revision: 2 }]);
  });
});

describe('batches', () => {
  const batches = async () => Number((await rows('select version from ingest_lock'))[0]!['version']);

  it('come to the same state whatever their size', async () => {
    const feed = Array.from({ length: 120 }, (_, i) =>
      state(`l${i % 70}`, new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 10))).toISOString(), {
        source: i % 3 === 0 ? OTHER_SOURCE : SOURCE,
        price: 100_000 + (i % 7) * 10_000,
        area: 50 + (i % 5) * 10,
        floor: i % 4,
        status: i % 11 === 10 ? 'OFFLINE' : 'ONLINE',
      }),
    );
    await ingest(feed, { batchSize: 1 });
    const oneByOne = await storeState(database, { propertyRevisions: false });
    expect(oneByOne.listings.length).toBeGreaterThan(60);
    for (const batchSize of [37, feed.length]) {
      await emptyStore();
      const before = await batches();
      await ingest(feed, { batchSize });
      expect((await batches()) - before).toBe(Math.ceil(feed.length / batchSize)); // none of them was halved
      expect(await storeState(database, { propertyRevisions: false })).toEqual(oneByOne);
      expect(await findBrokenGroups(database)).toEqual([]);
    }
  });

  it.each([9, 200])('set aside only the line that the database refuses, of %d', async (length) => {
    logged.length = 0;
    await database.query(`alter table listing add constraint no_thirteen check (price is distinct from 13)`);
    const report = await ingest([
      ...Array.from({ length }, (_, i) => state(`l${i}`, '2026-01-01T00:00:00Z', { price: 10 + i })),
    ]);
    expect(report).toMatchObject({ read: length, accepted: length - 1, changed: length - 1, rejected: 1 });
    const rejects = fs.readFileSync(path.join(folder, 'rejects.ndjson'), 'utf8');
    expect(JSON.parse(rejects)).toMatchObject({ line: 4, reasons: [{ message: expect.stringContaining('23514') }] });
    expect(rejects).not.toContain('no_thirteen'); // the words of the database are for the log alone
    expect(logged).toEqual([{ line: 4, err: expect.objectContaining({ constraint: 'no_thirteen' }) }]);
    await database.query('alter table listing drop constraint no_thirteen');
  });

  it('leave nothing of a batch behind when the connection is cut in the middle of it', async () => {
    await ingest([state('a', '2026-01-01T00:00:00Z')]);
    const before = await storeState(database);
    await database.query(
      `create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
    );
    await database.query('create trigger cut before insert on market_event for each row execute function cut()');
    await expect(
      ingest([state('b', '2026-01-02T00:00:00Z', { floor: 2 }), state('a', '2026-01-02T00:00:00Z', { price: 1 })]),
    ).rejects.toThrow();
    expect(await storeState(database)).toEqual(before);
    await database.query('drop trigger cut on market_event');
    expect(
      await ingest([
        state('b', '2026-01-02T00:00:00Z', { floor: 2 }),
        state('a', '2026-01-02T00:00:00Z', { price: 1 }),
      ]),
    ).toMatchObject({ changed: 2 });
  });
});
