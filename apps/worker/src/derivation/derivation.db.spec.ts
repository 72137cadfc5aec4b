import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { DerivationStore, STATES_SINCE } from '@gable/persistence/listings';
import { ingestFeed, type RejectWriter } from '@gable/ingest';
import { createTestDatabase, storeState, type TestDatabase } from '@gable/testing';
import { Readable } from 'node:stream';
import { DerivationStage } from './derivation-stage.js';

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

const NOWHERE: RejectWriter = { path: null, write: () => Promise.resolve(), close: () => Promise.resolve() };

async function ingestLines(to: Database, lines: readonly object[]): Promise<void> {
  const text = lines.map((each) => JSON.stringify(each)).join('\n');
  const { read, rejected } = await ingestFeed(to, Readable.from([Buffer.from(text)], { objectMode: false }), {
    rejectFile: NOWHERE,
  });
  expect({ read, rejected }).toEqual({ read: lines.length, rejected: 0 });
}

const line = (externalId: string, day: number, more: object) => ({
  source: { domain: 'portal.example', name: 'Portal' },
  externalId,
  observedAt: `2026-03-0${day}T00:00:00.000Z`,
  status: 'ONLINE',
  currency: 'EUR',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  energy: { dpe: 'C' },
  location: { postalCode: '75011' },
  ...more,
});

/** Ten listings whose price was cut, whose text changed and who were offline for a day. */
const LINES = Array.from({ length: 10 }, (_, n) => [
  line(`a-${n}`, 1, { price: 200_000, area: 50 }),
  line(`a-${n}`, 2, { price: 190_000, area: 50 }),
  line(`a-${n}`, 3, { status: 'OFFLINE' }),
  line(`a-${n}`, 4, { price: 190_000, area: 50, title: 'New' }),
]).flat();

/** As the columns and states of an earlier release were. */
const FORGET = `
  update listing set derivation = 0, price_per_square_meter = null, dpe = null, first_seen_at = null, pictures = null,
    price_cut_percent = null, price_cut_amount = null, postal_code = null;
  delete from listing_state;
  delete from phrase_signature;
  delete from former_listing`;

const askedState = async () => ({
  ...(await storeState(database)),
  states: await database.query(`
    select listing.external_id, to_jsonb(listing_state) as row
    from listing_state join listing on listing.id = listing_id
    order by 1, listing_state.revision_id`),
  signatures: await database.query(`
    select external_id, signature from phrase_signature join listing on listing.id = listing_id order by 1`),
});

async function runToItsEnd(stage: DerivationStage): Promise<void> {
  while (await stage.step());
}

it('writes the same columns and states as the ingest does', async () => {
  await ingestLines(database, LINES);
  const expected = await askedState();
  await database.query(FORGET);
  expect(await new DerivationStore(database).left()).toBe(10);
  await runToItsEnd(new DerivationStage(database));
  expect(await askedState()).toEqual(expected);
  expect(await new DerivationStore(database).isDone()).toBe(true);
});

it('goes on where another worker ended, portion by portion', async () => {
  await ingestLines(database, LINES);
  const expected = await askedState();
  await database.query(FORGET);
  const store = new DerivationStore(database);
  const first = await store.derive(null, 3);
  expect([first!.count, await store.left()]).toEqual([3, 7]);
  await runToItsEnd(new DerivationStage(database));
  expect(await askedState()).toEqual(expected);
});

it('leaves a listing to the ingest that holds it, which brings its states up to date itself', async () => {
  await ingestLines(database, LINES);
  await database.query(FORGET);
  const held = await database.openSession();
  await held.query('begin');
  await held.query(`select from listing where external_id = 'a-0' for update`);
  const store = new DerivationStore(database);
  await store.derive(null, 100);
  expect(await store.left()).toBe(1);
  await held.query('rollback');
  held.close();
  await ingestLines(database, [line('a-0', 5, { price: 95_000, area: 50 })]);
  expect(await store.isDone()).toBe(true);
  const [row] = await database.query(`
    select price_cut_percent, last_price_cut_amount, listing.first_seen_at,
      (select count(*) from listing_state where listing_id = id) as states
    from listing where external_id = 'a-0'`);
  expect(row).toEqual({
    price_cut_percent: 52.5,
    last_price_cut_amount: 95_000,
    first_seen_at: Date.parse('2026-03-01T00:00:00.000Z'),
    states: 5,
  });
});

it('marks the properties of an index, whose documents hold the columns', async () => {
  await ingestLines(database, LINES);
  await database.query(FORGET);
  await database.query('truncate index_dirty');
  await database.query(`
    insert into search_index (name, state, mapping_version, created_at, advanced_at)
    values ('one', 'LIVE', 3, now(), now())`);
  await new DerivationStore(database).derive(null, 100);
  const [counted] = await database.query<{ marked: number; properties: number }>(`
    select (select count(*) from index_dirty) as marked, count(distinct property_id) as properties from listing`);
  expect(counted!.marked).toBe(counted!.properties);
});

it('writes words of titles where a release before had none, and leaves the index and what conditions know alone', async () => {
  await ingestLines(database, LINES);
  const expected = await askedState();
  await database.query(`update listing set derivation = 2, words = ts_delete(words, '^new')`);
  await database.query(`
    truncate index_dirty;
    insert into search_index (name, state, mapping_version, created_at, advanced_at)
    values ('one', 'LIVE', 3, now(), now())`);
  const store = new DerivationStore(database);
  expect([await store.isDone(), await store.isDone(STATES_SINCE)]).toEqual([false, true]);
  await runToItsEnd(new DerivationStage(database));
  expect(await askedState()).toEqual(expected);
  expect(await database.query('select from index_dirty')).toEqual([]);
});

it('rests while another worker has the lock', async () => {
  await ingestLines(database, LINES);
  await database.query(FORGET);
  await database.withLock(LOCKS.derivation, async () => {
    expect(await new DerivationStage(database).step()).toBe(false);
  });
  expect(await new DerivationStore(database).left()).toBe(10);
});
