import { type Criteria, parseCriteria } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { WordIndexStore } from '@gable/persistence/listings';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { StatementRunner } from './statement-runner.js';

/** Rows that wait for the index of words at once; each has both words, and others between them. */
const WAITING = 1_000;
const ROUNDS = 12;

let testDatabase: TestDatabase;
let writer: Database;
let reader: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  writer = await openDatabase(testDatabase.url, { poolSize: 1 });
  reader = await openDatabase(testDatabase.url, { poolSize: 1 });
  await reader.query('set enable_seqscan = off');
  for (const { drop } of await writer.query<{ drop: string }>(OTHER_INDEXES)) await writer.query(drop);
});
afterAll(async () => {
  await Promise.all([writer.close(), reader.close()]);
  await testDatabase.drop();
});

/** Few rows are read by any of them, many by the index of words. */
const OTHER_INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop from pg_index
  where indrelid = 'listing'::regclass and not indisunique and indexrelid <> 'listing_words'::regclass`;

const write = (rows: number): Promise<unknown> =>
  writer.query(`
    insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
      content_hash, created_at, updated_at, words)
    select gen_random_uuid(), gen_random_uuid(), 'x', gen_random_uuid(), 1, true, now(), now(), '', now(), now(),
      array_to_tsvector(array['duplex', 'zinc'] || (
        select array_agg('w' || (row * 7919 + word * 104729) % 20000) from generate_series(1, 60) word))
    from generate_series(1, ${rows}) row`);

const LACKS = criteriaOf({ text: { all: ['duplex'], none: ['zinc'] } });

function criteriaOf(body: object): Criteria {
  const parsed = parseCriteria(body);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}

// PostgreSQL sorts rows into the index word by word: "duplex" of a row may be there while "zinc" of it is not.
it('never finds a row for a word that it lacks while the index is sorting its words in', async () => {
  const [store, runner] = [new WordIndexStore(writer), new StatementRunner(reader, 1_000)];
  const [found, asked] = [new Set<number>(), { count: 0 }];
  let isWriting = true;
  const asking = (async () => {
    while (isWriting) {
      const { text, parameters } = await runner.compile(LACKS);
      const rows = await runner.rows(`select from listing l where l.online and ${text}`, parameters);
      found.add(rows.length);
      asked.count += 1;
    }
  })();
  for (let round = 0; round < ROUNDS; round += 1) {
    await write(WAITING);
    await store.sortIn();
    await writer.query('truncate listing');
  }
  isWriting = false;
  await asking;
  expect(asked.count).toBeGreaterThan(ROUNDS);
  expect([...found]).toEqual([0]);
}, 60_000);
