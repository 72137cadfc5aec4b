import type { Criteria, WordsCondition } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { DEFAULT_SORT } from '@gable/search';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { watchedDatabase } from '../testing/watched-database.js';
import { PostgresSearch } from './postgres-search.js';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const LOFT_IN_TITLE = id(1);
const LOFT_IN_DESCRIPTION = id(2);
const NEITHER = id(3);
const asking = (words: Partial<WordsCondition>): Criteria => ({
  conditions: [{ kind: 'words', all: [], any: null, none: [], in: ['title'], ...words }],
  operator: 'AND',
  children: [],
});

describe('searches for words of titles', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase(test.url, { poolSize: 2 });
    const texts = {
      [LOFT_IN_TITLE]: { title: 'Grand loft', description: 'Ancienne usine' },
      [LOFT_IN_DESCRIPTION]: { title: 'Appartement', description: 'Un loft, presque' },
      [NEITHER]: { title: 'Maison', description: 'Au calme' },
    };
    await storeProperties(
      database,
      Object.entries(texts).map(([each, listing], n) => ({
        ...{ id: each, createdAt: n, updatedAt: n },
        listings: [{ online: true, listing }],
      })),
    );
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  async function search(criteria: Criteria): Promise<{ ids: readonly string[]; readsTitles: boolean }> {
    const asked: string[] = [];
    const { ids } = await new PostgresSearch(watchedDatabase(database, asked)).findPage({
      criteria,
      sort: DEFAULT_SORT,
      offset: 0,
      limit: 9,
    });
    return { ids: [...ids].sort(), readsTitles: asked.some((text) => text.includes('split_part')) };
  }

  const questions = [
    { words: { all: ['loft'] }, ids: [LOFT_IN_TITLE] },
    { words: { all: ['lof*'], none: ['studio'] }, ids: [LOFT_IN_TITLE] },
    { words: { any: ['loft', 'maison'] }, ids: [LOFT_IN_TITLE, NEITHER] },
    { words: { all: ['usine'] }, ids: [] },
  ];

  it('reads no text', async () => {
    for (const { words, ids } of questions) expect(await search(asking(words))).toEqual({ ids, readsTitles: false });
    expect((await search(asking({ none: ['loft'] }))).ids).toEqual([LOFT_IN_DESCRIPTION, NEITHER]);
    expect((await search(asking({ all: ['grand loft'] }))).ids).toEqual([LOFT_IN_TITLE]);
  });

  it('reads the titles as long as an earlier release has written one, whose row has its words alone', async () => {
    await database.query(
      `
      update listing set derivation = 2, words = ts_delete(words, array['^grand', '^loft']) where property_id = $1`,
      [LOFT_IN_TITLE],
    );
    for (const { words, ids } of questions) expect(await search(asking(words))).toEqual({ ids, readsTitles: true });

    const derived = `update listing set derivation = 3, words = words || '^grand ^loft'::tsvector where property_id = $1`;
    await database.query(derived, [LOFT_IN_TITLE]);
    expect(await search(asking({ all: ['loft'] }))).toEqual({ ids: [LOFT_IN_TITLE], readsTitles: false });
  });
});
