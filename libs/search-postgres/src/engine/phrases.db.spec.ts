import type { Criteria, WordsCondition } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { SegmentStore } from '@gable/persistence/phrases';
import { DEFAULT_SORT } from '@gable/search';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { watchedDatabase } from '../testing/watched-database.js';
import { PostgresSearch } from './postgres-search.js';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [IN_TITLE, IN_DESCRIPTION, APART] = [id(1), id(2), id(3)];
const asking = (words: Partial<WordsCondition>): Criteria => ({
  conditions: [{ kind: 'words', all: [], any: null, none: [], in: ['title', 'description'], ...words }],
  operator: 'AND',
  children: [],
});

describe('searches for phrases', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase(test.url, { poolSize: 2 });
    const texts = {
      [IN_TITLE]: { title: 'Grand loft', description: 'Ancienne usine' },
      [IN_DESCRIPTION]: { title: 'Appartement', description: 'Un grand loft, presque' },
      [APART]: { title: 'Grand', description: 'Loft au calme, loft très grand' },
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

  async function search(criteria: Criteria): Promise<{ ids: readonly string[]; asksIndex: boolean }> {
    const asked: string[] = [];
    const { ids } = await new PostgresSearch(watchedDatabase(database, asked)).findPage({
      criteria,
      sort: DEFAULT_SORT,
      offset: 0,
      limit: 9,
    });
    return { ids: [...ids].sort(), asksIndex: asked.some((text) => text.includes('l.words @@')) };
  }

  const questions = [
    { words: { all: ['grand loft'] }, ids: [IN_TITLE, IN_DESCRIPTION] },
    { words: { all: ['grand loft'], in: ['title' as const] }, ids: [IN_TITLE] },
    { words: { all: ['grand loft', 'presque'] }, ids: [IN_DESCRIPTION] },
    { words: { all: ['grand loft'], none: ['usine', 'au calme'] }, ids: [IN_DESCRIPTION] },
    { words: { any: ['ancienne usine', 'au calme'] }, ids: [IN_TITLE, APART] },
    { words: { all: ['usine grand'] }, ids: [] },
  ];
  const reverse = (words: Partial<WordsCondition>): Criteria => ({
    ...asking({}),
    conditions: [],
    children: [asking(words), asking({ all: ['tres grand'] })],
    operator: 'OR',
  });

  const expectAnswers = async (asksIndex: boolean): Promise<void> => {
    for (const { words, ids } of questions) expect(await search(asking(words))).toEqual({ ids, asksIndex });
    expect((await search(reverse({ all: ['ancienne usine'] }))).ids).toEqual([IN_TITLE, APART]);
    expect((await search(asking({ any: ['usine', 'au calme'] }))).ids).toEqual([IN_TITLE, APART]);
  };

  it('ask who has their pairs of words, not who has their words', () => expectAnswers(false));

  it('are no cheap looks: those ask the database nothing', async () => {
    const asked: string[] = [];
    const { looks } = new PostgresSearch(watchedDatabase(database, asked));
    const criteria = asking({ all: ['grand loft'] });
    const page = { criteria, sort: DEFAULT_SORT, limit: 9 };
    expect(await looks.findPage({ ...page, offset: 0 })).toBeNull();
    expect(await looks.findAfter({ ...page, after: null, seenUntil: Date.now(), counted: null })).toBeNull();
    expect(await looks.count(criteria)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('read each text once, however they are asked, and count properties', async () => {
    const twice = [{ title: 'Vaste grenier' }, { title: 'Maison', description: 'Avec vaste grenier' }];
    await storeProperties(database, [
      ...twice.map((listing, n) => ({
        id: id(5 + n),
        createdAt: 5 + n,
        updatedAt: 9,
        listings: [{ online: true, listing }],
      })),
      { id: id(7), createdAt: 7, updatedAt: 9, listings: twice.map((listing) => ({ online: true, listing })) },
    ]);
    const asked: string[] = [];
    const search = new PostgresSearch(watchedDatabase(database, asked));
    const criteria = asking({ all: ['vaste grenier'] });
    const query = { criteria, sort: DEFAULT_SORT, limit: 2 };
    const reads = (): number => asked.splice(0).filter((text) => text.includes('from listing l')).length;
    expect(await search.findPage({ ...query, offset: 1 })).toMatchObject({ ids: [id(6), id(5)], total: 3 });
    expect(reads()).toBe(1);
    expect(await search.count(criteria)).toEqual({ total: 3, totalIsExact: true });
    expect(reads()).toBe(0); // within its budget
    const cursor = { ...query, seenUntil: Date.now(), counted: null };
    const { hits } = await search.findAfter({ ...cursor, after: null });
    expect(hits.map((hit) => hit.id)).toEqual([id(7), id(6)]);
    const next = await search.findAfter({ ...cursor, after: hits.at(-1)! });
    expect(next.hits.map((hit) => hit.id)).toEqual([id(5)]);
    expect(reads()).toBe(2);
    const until = await search.findAfter({ ...cursor, after: null, seenUntil: 5 });
    expect(until.hits.map((hit) => hit.id)).toEqual([id(5)]);
  });

  it('are counted and divided into facets within a budget: nothing reads texts outside of it', async () => {
    const asked: string[] = [];
    const none = { ...watchedDatabase(database, asked, true), queryWithin: () => Promise.resolve(null) };
    const search = new PostgresSearch(none);
    const criteria = asking({ all: ['grand loft'] });
    expect(await search.count(criteria)).toEqual({ total: 0, totalIsExact: false });
    expect(await search.facets.count(criteria, { features: [] }, 1)).toBeNull();
    expect(await search.map.countWithoutPlace(criteria)).toEqual({ total: 0, totalIsExact: false });
    expect(asked.filter((text) => text.includes('from listing l'))).toEqual([]);
  });

  it('ask who has their words as long as an earlier release has written one whose texts are not signed', async () => {
    await database.query(
      'delete from phrase_signature where listing_id in (select id from listing where property_id = $1)',
      [IN_TITLE],
    );
    await database.query('update listing set derivation = 3 where property_id = $1', [IN_TITLE]);
    await expectAnswers(true);
    await database.query('update listing set derivation = 4');
    expect((await search(asking({ all: ['grand loft'] }))).ids).toEqual([IN_DESCRIPTION]); // as if it had been signed
  });

  it('find the same in segments', async () => {
    await database.query('truncate phrase_signature');
    await storeProperties(database, [
      { id: id(4), createdAt: 4, updatedAt: 4, listings: [{ online: true, listing: { title: 'Un bel étage' } }] },
    ]);
    await new SegmentStore(database).fill(1);
    expect(await search(asking({ all: ['bel etage'] }))).toEqual({ ids: [id(4)], asksIndex: false });
    expect((await search(asking({ all: ['etage bel'] }))).ids).toEqual([]);
  });
});
