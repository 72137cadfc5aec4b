import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { foldedTextOf, searchableWords } from './folded-text.js';
import { WordStore } from './word-store.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('knows the forms of a word that online listings use, the commonest first', async () => {
  const store = async (title: string, online = true): Promise<void> => {
    await database.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
         content_hash, created_at, updated_at, folded_text, words)
       select i, i, i::text, i, 1, $1, now(), now(), '', now(), now(), $2, $3::tsvector from gen_random_uuid() i`,
      [online, foldedTextOf({ title }), searchableWords({ title }, [], new Date())],
    );
  };
  for (const title of ['Terrasses', 'terrasses, TERRASSES', 'grande terrasse', 'terrain']) await store(title);
  await store('terrassement', false);
  await store(`terrass${'e'.repeat(200)}`);
  const words = new WordStore(database);
  expect(await words.beginningWith('terrass', 10)).toEqual(['terrasses', 'terrasse']);
  expect(await words.beginningWith('terr', 1)).toEqual(['terrasses']);
  expect(await words.beginningWith('loft', 10)).toEqual([]);
});
