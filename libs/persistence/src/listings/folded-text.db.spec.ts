import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { foldedTextOf, readFoldedText, searchableWords } from './folded-text.js';

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

describe('column words', () => {
  it('holds the longest texts that a feed may hold, of different words of the longest letters', async () => {
    // Syllables of Hangul are three letters of three bytes each.
    const syllable = (n: number): string => String.fromCharCode(0xac00 + 28 * (n % 399) + 1 + (n % 27));
    const words = Array.from({ length: 25_000 }, (_, n) => syllable(n) + syllable(n >> 3) + syllable(n >> 6));
    const description = words.join(' ').slice(0, 100_000);
    const column = searchableWords({ title: description.slice(0, 1_000), description }, [75_056], new Date());
    expect(Buffer.byteLength(column)).toBeGreaterThan(600_000);
    const [row] = await database.query<{ words: number }>('select length($1::tsvector) as words', [column]);
    expect(row!.words).toBe(new Set(column.split(' ').filter((word) => word !== '')).size);
  });

  it('holds as many words as a text has, however often it says them', async () => {
    const column = searchableWords({ description: '\ufdfa'.repeat(100_000) }, [75_056], new Date());
    const [row] = await database.query<{ words: string[] }>('select tsvector_to_array($1::tsvector) as words', [
      column,
    ]);
    expect(row!.words.length).toBeLessThan(11);
  });
});

it('reads the folded texts back', () => {
  for (const listing of [{}, { title: 'Loft' }, { description: 'bel étage' }, { title: 'a|b', description: '|' }])
    expect(foldedTextOf({ ...readFoldedText(foldedTextOf(listing)) })).toBe(foldedTextOf(listing));
  expect(readFoldedText(null)).toBeNull();
});
