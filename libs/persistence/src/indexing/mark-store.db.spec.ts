import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { ChangeStore } from '../listings/change-store.js';
import { MarkStore } from './mark-store.js';
import { SearchIndexStore } from './search-index-store.js';

let testDatabase: TestDatabase;
let database: Database;
let marks: MarkStore;
let indices: SearchIndexStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
  marks = new MarkStore(database);
  indices = new SearchIndexStore(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.query('truncate index_dirty, index_refused, search_index');
  await indices.begin('first', 1);
  await indices.created('first');
});

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const property = (n: number, revision: number) => ({ propertyId: id(n), revision });
const claimed = async (limit = 10) =>
  (await marks.claim(limit, null, 60_000)).marks.map(({ propertyId, revision }) => [propertyId, revision]);
const kept = async () =>
  (
    await database.query<{ id: string; revision: number }>(
      'select property_id as id, revision_id as revision from index_dirty order by 1',
    )
  ).map(({ id: key, revision }) => [key, revision]);

describe('a mark', () => {
  it('is set by many at once whatever the order they name properties in', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => property(n, 1));
    await marks.mark(many);
    await Promise.all(
      [many, [...many].reverse(), many, [...many].reverse()].map(async (named) => {
        for (let round = 2; round < 7; round += 1)
          await marks.mark(named.map(({ propertyId }) => ({ propertyId, revision: round })));
      }),
    );
    expect(await database.query('select count(*) as count, min(revision_id) as revision from index_dirty')).toEqual([
      { count: 3_000, revision: 6 },
    ]);
  });
});

describe('a claim', () => {
  it('takes the oldest marks, each for one claimer, and again when it is given back or its lease has run out', async () => {
    for (const n of [3, 1, 2]) await marks.mark([property(n, n)]);
    expect(await claimed(2)).toEqual([
      [id(3), 3],
      [id(1), 1],
    ]);
    expect(await claimed()).toEqual([[id(2), 2]]);
    expect(await claimed()).toEqual([]);
    await marks.release([id(1)], 0);
    expect(await claimed()).toEqual([[id(1), 1]]);
    await database.query(`update index_dirty set leased_until = clock_timestamp() where property_id = $1`, [id(3)]);
    expect(await claimed()).toEqual([[id(3), 3]]);
  });

  it('is open again at once for what is marked anew while somebody writes it', async () => {
    await marks.mark([property(1, 1)]);
    await claimed();
    await marks.mark([property(1, 2)]);
    expect(await claimed()).toEqual([[id(1), 2]]);
  });

  it('passes over what an open transaction holds, and waits for nobody', async () => {
    await marks.mark([property(1, 1), property(2, 1)]);
    await database.transaction(async (ingest) => {
      await ingest.query('update index_dirty set revision_id = 2 where property_id = $1', [id(1)]);
      expect(await claimed()).toEqual([[id(2), 1]]);
      expect(await marks.finish(['first'], [property(1, 1), property(2, 1)], [])).toMatchObject({ removed: 1 });
    });
    expect(await kept()).toEqual([[id(1), 2]]);
  });

  it('begins where it is told to', async () => {
    await marks.mark([property(1, 1)]);
    await marks.mark([property(2, 1)]);
    const {
      marks: [, second],
    } = await marks.claim(10, null, 0);
    expect((await marks.claim(10, second!.markedAt, 0)).marks.map(({ propertyId }) => propertyId)).toContain(id(2));
    expect((await marks.claim(10, new Date(second!.markedAt.getTime() + 1_000), 0)).marks).toEqual([]);
  });
});

describe('finishing', () => {
  it('removes the marks of what was written at their revision or a higher one', async () => {
    await marks.mark([property(1, 1), property(2, 5), property(3, 3)]);
    expect(await marks.finish(['first'], [property(1, 1), property(2, 4), property(3, 9)], [])).toMatchObject({
      removed: 2,
    });
    expect(await kept()).toEqual([[id(2), 5]]);
  });

  it('removes nothing when another index has to be written by now, or one less', async () => {
    await marks.mark([property(1, 1)]);
    expect(await marks.finish(['first', 'second'], [property(1, 1)], [])).toMatchObject({ removed: 0 });
    await indices.makeLive('first');
    await indices.begin('second', 1);
    expect(await marks.finish(['first'], [property(1, 1)], [])).toMatchObject({ removed: 1 });
    await marks.mark([property(1, 1)]);
    await indices.created('second');
    expect(await marks.finish(['first'], [property(1, 1)], [])).toMatchObject({ removed: 0 });
    expect(await marks.finish(['second', 'first'], [property(1, 1)], [])).toMatchObject({ removed: 1 });
  });

  it('keeps what was refused with its reason until a later revision is written', async () => {
    await marks.mark([property(1, 1)]);
    await marks.finish(['first'], [], [{ ...property(1, 1), reason: 'odd' }]);
    expect([await kept(), (await marks.figures()).refused]).toEqual([[], 1]);
    expect(await database.query('select revision_id, reason from index_refused')).toEqual([
      { revision_id: 1, reason: 'odd' },
    ]);
    await marks.finish(['first'], [property(1, 2)], []);
    expect((await marks.figures()).refused).toBe(0);
  });
});

describe('the register of indices', () => {
  it('knows one that is searched and one in the making', async () => {
    expect(await indices.begin('second', 1)).toBeNull();
    expect(await indices.makeLive('first')).toBe(true);
    await indices.begin('second', 1);
    expect([
      await indices.live(),
      await indices.inTheMaking(),
      (await indices.targets()).map(({ name }) => name),
    ]).toMatchObject([{ name: 'first' }, { name: 'second', state: 'CREATING' }, ['first']]);
    await indices.created('second');
    await indices.advance('second', id(7), 7);
    await indices.advance('second', null, 3);
    expect(await indices.find('second')).toMatchObject({
      state: 'BUILDING',
      loadedTo: id(7),
      loaded: 10,
      isLoaded: true,
    });
    expect(await indices.makeLive('second')).toBe(true);
    expect(await indices.find('first')).toMatchObject({ state: 'RETIRED', retiredBecause: 'replaced' });
    expect(await indices.retiredBefore(60_000)).toEqual([]);
    expect(await indices.retiredBefore(0)).toEqual(['first']);
  });

  it('retires every index with the first mark that is thrown away', async () => {
    await indices.makeLive('first');
    const changes = new ChangeStore(database);
    await changes.discardDirty(10);
    expect(await indices.live()).not.toBeNull();
    await marks.mark([property(1, 1)]);
    expect(await changes.discardDirty(10)).toBe(1);
    expect(await indices.live()).toBeNull();
  });
});
