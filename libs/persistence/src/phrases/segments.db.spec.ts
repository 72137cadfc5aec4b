import { createTestDatabase, untilWaiting, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { listingIdsSql, lookForPhrases, type PhraseListings } from './phrase-reader.js';
import { SegmentStore } from './segment-store.js';
import { DELETE_SEGMENTS, FINISH_SEGMENT, SELECT_UNFINISHED } from './statements/phrases.js';
import { writeSignatures } from './write-signatures.js';

let test: TestDatabase;
let database: Database;
let segments: SegmentStore;

beforeEach(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 3 });
  segments = new SegmentStore(database);
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const sign = (from: number, texts: readonly string[]): Promise<void> =>
  writeSignatures(
    database,
    texts.map((text, n) => ({ listingId: id(from + n), foldedText: `| ${text} ` })),
  );
const idsOf = async (listings: PhraseListings): Promise<string[]> => {
  const parameters: unknown[] = [];
  const ids = listingIdsSql(listings, (value) => `$${parameters.push(value)}`);
  return (await database.query<{ id: string }>(`select unnest(${ids}) as id`, parameters)).map(({ id }) => id);
};
const find = async (...sets: string[][]): Promise<readonly string[]> => {
  const look = await lookForPhrases((text, parameters) => database.query(text, parameters), sets);
  const all = await idsOf(look.listings(0, look.count));
  const parts = [await idsOf(look.listings(0, 2)), await idsOf(look.listings(2, look.count))];
  expect(all).toHaveLength(look.count);
  expect(parts.flat().sort()).toEqual([...all].sort()); // a statement promises no order
  return [...new Set(all)].sort();
};
const waiting = async (): Promise<number> =>
  (await database.query<{ count: number }>('select count(*) from phrase_signature'))[0]!.count;

const TEXTS = ['grand loft avec terrasse', 'loft avec jardin', 'grand jardin', 'avec loft', 'bel etage'];

async function expectAllFound(): Promise<void> {
  expect(await find(['loft avec'])).toEqual([id(0), id(1)]);
  expect(await find(['grand loft avec'])).toEqual([id(0)]);
  expect(await find(['grand loft', 'grand jardin'])).toEqual([id(0), id(2)]);
  expect(await find(['loft avec'], ['avec jardin', 'bel etage'])).toEqual([id(1)]);
  expect(await find(['loft grand'])).toEqual([]);
}

it('finds listings by phrases while their signatures wait, and in segments', async () => {
  await sign(0, TEXTS);
  await expectAllFound();
  expect(await segments.fill()).toBe(false);
  expect(await segments.fill(3)).toBe(true);
  expect(await waiting()).toBe(2);
  await expectAllFound();
  expect(await segments.fill(2)).toBe(true);
  expect(await waiting()).toBe(0);
  await expectAllFound();
});

it('finds a listing whose texts changed by what they say now', async () => {
  await sign(0, TEXTS);
  await segments.fill(5);
  await sign(1, ['villa avec piscine']);
  expect(await find(['villa avec'])).toEqual([id(1)]);
  await segments.fill(1);
  expect(await find(['villa avec'])).toEqual([id(1)]);
});

it('has hundreds of listings in a segment in their order', async () => {
  await sign(
    0,
    Array.from({ length: 1_000 }, (_, n) => (n % 100 === 57 ? `maison ${n} au bord` : `maison ${n} en ville`)),
  );
  await segments.fill(1_000);
  const expected = Array.from({ length: 10 }, (_, n) => id(n * 100 + 57));
  expect(await find([`maison 157`])).toContain(id(157));
  expect(await find(['au bord'])).toEqual(expected);
  expect(await find(['en ville'])).toHaveLength(990);
});

it('keeps signatures whose segment another worker removes, which took it for one that was left in the making', async () => {
  await sign(0, TEXTS);
  let filling!: Promise<boolean>;
  await database.transaction(async (other) => {
    await other.query('lock table phrase_listings in exclusive mode');
    filling = segments.fill(5);
    await untilWaiting(database);
    await other.query(DELETE_SEGMENTS, [(await other.query<{ id: number }>(SELECT_UNFINISHED)).map(({ id }) => id)]);
  });
  expect(await filling).toBe(false);
  await expectAllFound();
  expect(await database.query('select from phrase_slice union all select from phrase_listings')).toEqual([]);
  expect(await segments.fill(5)).toBe(true);
  await expectAllFound();
});

it('keeps a segment that its worker ends in the moment in which another one takes it for one that was left', async () => {
  await sign(0, TEXTS);
  await segments.fill(5);
  await database.query('update phrase_segment set is_whole = false'); // as before its last statement
  await sign(5, TEXTS);
  let filling!: Promise<boolean>;
  await database.transaction(async (first) => {
    await first.query(FINISH_SEGMENT, [1]);
    filling = segments.fill(5);
    await untilWaiting(database);
  });
  expect(await filling).toBe(true);
  expect(await find(['loft avec'])).toEqual([id(0), id(1), id(5), id(6)]);
});

it('keeps what was written while a segment was made', async () => {
  await sign(0, TEXTS);
  const writer = await database.openSession();
  await writer.query('begin');
  await writer.query(`update phrase_signature set signature = '\\x00' where listing_id = $1`, [id(4)]);
  await segments.fill(5); // passes the row over that is held
  expect(await waiting()).toBe(1);
  await writer.query('commit');
  writer.close();
  await sign(4, ['au calme']);
  await segments.fill(1);
  expect(await find(['au calme'])).toEqual([id(4)]);
});

it('reads no segment that a killed worker left in the making, and removes it with the next', async () => {
  await database.query('insert into phrase_segment (listings, counted_at) values (5, now())');
  await database.query(
    `insert into phrase_slice select n, 1, repeat('1', 30720)::bit(30720) from generate_series(0, 2047) n`,
  );
  await database.query('insert into phrase_listings values (1, 0, $1)', [[id(7), id(8)]]);
  await sign(0, TEXTS);
  await expectAllFound();
  await segments.fill(5);
  await expectAllFound();
  expect(await database.query('select id from phrase_segment')).toEqual([{ id: 2 }]);
  expect(await database.query('select distinct segment_id as id from phrase_slice')).toEqual([{ id: 2 }]);
});

it('signs what lives of a segment anew once half of its listings are gone', async () => {
  await sign(0, TEXTS);
  await segments.fill(5);
  const store = (n: number): Promise<unknown> =>
    database.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
         content_hash, created_at, updated_at, folded_text)
       values ($1, $1, $1::uuid::text, $1, 1, true, now(), now(), '', now(), now(), $2)`,
      [id(n), `| ${TEXTS[n]} `],
    );
  await store(0);
  await store(1);
  expect(await segments.renew()).toBe(false); // counted when it was made
  await database.query(`update phrase_segment set counted_at = now() - interval '2 days'`);
  expect(await segments.renew()).toBe(true);
  expect(await database.query('select from phrase_slice')).toEqual([]);
  expect(await waiting()).toBe(2);
  expect(await find(['loft avec'])).toEqual([id(0), id(1)]);
  expect(await find(['grand jardin'])).toEqual([]);

  await segments.fill(2);
  await database.query(`update phrase_segment set counted_at = now() - interval '2 days'`);
  expect(await segments.renew()).toBe(true); // only counts
  expect(await segments.renew()).toBe(false);
  expect(await find(['loft avec'])).toEqual([id(0), id(1)]);
});
