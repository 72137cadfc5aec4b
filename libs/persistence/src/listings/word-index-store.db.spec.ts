import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { SELECT_WORDS_WHOLE } from './statements/word-index.js';
import { WordIndexStore } from './word-index-store.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const INSERT = `
  insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
    content_hash, created_at, updated_at, words)
  values (gen_random_uuid(), gen_random_uuid(), 'x', gen_random_uuid(), 1, true, now(), now(), '', now(), now(), 'loft')
  returning xmin::text`;

async function wholeBefore(): Promise<string | undefined> {
  const [row] = await database.query<{ wholeBefore: string }>(SELECT_WORDS_WHOLE);
  return row?.wholeBefore;
}

/** Whether the index is known to have the words of rows of this transaction. */
async function isWhole(xmin: string): Promise<boolean> {
  const [row] = await database.query<{ is: boolean }>('select age($1::xid) > age($2::xid) as is', [
    xmin,
    await wholeBefore(),
  ]);
  return row!.is;
}

const unsorted = async (): Promise<number> => {
  const [row] = await database.query<{ pages: number }>(
    `select gin_clean_pending_list('listing_words')::integer as pages`,
  );
  return row!.pages;
};

it('knows of no row at first', async () => {
  const [row] = await database.query<{ xmin: string }>(INSERT);
  expect(await isWhole(row!.xmin)).toBe(false);
});

it('sorts in what waits, and knows that of rows whose transactions had ended', async () => {
  const [row] = await database.query<{ xmin: string }>(INSERT);
  await new WordIndexStore(database).sortIn();
  expect(await unsorted()).toBe(0);
  // Transactions of other specs on the same server may have to end first.
  while (!(await isWhole(row!.xmin))) await new WordIndexStore(database).sortIn();
});

it('knows nothing of rows whose transaction goes on', async () => {
  let xmin = '';
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ xmin: string }>(INSERT);
    xmin = row!.xmin;
    await database.query(INSERT); // begins later and ends before
    await new WordIndexStore(database).sortIn();
    expect(await isWhole(xmin)).toBe(false);
    await transaction.query(INSERT); // waits for the index again
  });
  expect(await isWhole(xmin)).toBe(false);
});

it('knows nothing once transactions of another server are counted, or a billion have passed', async () => {
  await database.query(`update word_index_state set whole_before = '4000000000000'`);
  expect(await wholeBefore()).toBeUndefined();
  await database.query(`update word_index_state set whole_before = '1'`);
  expect(await wholeBefore()).toBe('1');
});
