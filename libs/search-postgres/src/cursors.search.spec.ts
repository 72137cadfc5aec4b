import { ANY_LISTING, type Condition, type Criteria } from '@gable/domain/criteria';
import { rounds } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import {
  createTestDatabase,
  createTestIndex,
  describeOpenSearch,
  type TestDatabase,
  type TestIndex,
} from '@gable/testing';
import { PostgresSearch } from './engine/postgres-search.js';
import { storeProperties } from './testing/store-properties.js';
import {
  DEFAULT_SORT,
  SORT_FIELDS,
  type PropertySearch,
  type SearchPosition,
  type Sort,
  type Total,
  OpenSearchSearch,
} from '@gable/search';
import { MAX_CLAUSES, type StoredProperty, documentOf } from '@gable/search/testing';

const NOW = Date.UTC(2026, 10, 21);

/** On the other side of the 180th meridian than all places, which lie millimetres from each other. */
const CENTER = { lat: 45.001, lng: 179.99 };

/** Many equal keys, and a third of them missing. */
const STORED = Array.from({ length: 150 }, (_, n): StoredProperty => ({
  id: `${((n * 7_919) % 65_536).toString(16).padStart(8, '0')}-0000-7000-8000-${String(n).padStart(12, '0')}`,
  createdAt: NOW - 1_000 + (n % 5),
  updatedAt: NOW + (n % 3),
  listings: [
    {
      online: true,
      listing: {
        ...(n % 3 > 0 && { price: 1_000 * (n % 4) }),
        ...(n % 4 > 0 && { area: 10 * (n % 6) }),
        ...(n % 3 > 0 && { location: { lat: 45 + 1e-8 * ((n * 7) % 40), lng: -179.99 + 1e-8 * (n % 5) } }),
      },
    },
  ],
}));

describeOpenSearch('cursors on a real OpenSearch', (url) => {
  let testDatabase: TestDatabase;
  let database: Database;
  let index: TestIndex;
  let openSearch: OpenSearchSearch;
  beforeAll(async () => {
    [testDatabase, index] = await Promise.all([createTestDatabase(), createTestIndex(url)]);
    database = await openDatabase(testDatabase.url, { poolSize: 2 });
    await Promise.all([storeProperties(database, STORED), index.write(STORED.map(documentOf))]);
    openSearch = new OpenSearchSearch(index.client, {
      alias: index.names.alias,
      timeoutMs: 30_000,
      now: () => Promise.resolve(NOW),
    });
  });
  afterAll(async () => {
    await Promise.all([index.drop(), database.close()]);
    await testDatabase.drop();
  });

  it.each([...SORT_FIELDS, 'DISTANCE' as const])(
    'go on from one engine to the other, page by page, by %s',
    async (field) => {
      const postgres = new PostgresSearch(database);
      const pricedOrNot: Condition = { kind: 'range', field: 'price', min: 0, max: null, allowNull: true };
      const met: Criteria = { conditions: [pricedOrNot], operator: 'AND', children: [] };
      for (const direction of ['ASC', 'DESC'] as const) {
        const sort: Sort = field === 'DISTANCE' ? { field, direction, center: CENTER } : { field, direction };
        const runs = [
          [postgres, postgres],
          [openSearch, openSearch],
          [openSearch, postgres],
          [postgres, openSearch],
        ].map((engines) => pageThrough(engines, sort));
        runs.push(pageThrough([postgres, openSearch], sort, met)); // the narrow look of PostgreSQL
        const [first, ...others] = await Promise.all(runs);
        expect(first!.positions).toHaveLength(STORED.length);
        for (const other of others) expect(other).toEqual(first);
      }
    },
  );

  it('leave nothing open on the server, however many are never finished', async () => {
    const begin = () =>
      openSearch.findAfter({
        criteria: ANY_LISTING,
        sort: DEFAULT_SORT,
        limit: 5,
        after: null,
        seenUntil: NOW,
        counted: null,
      });
    const count = rounds(2_000, 10_000); // OpenSearch allows 500 to be open
    for (let begun = 0; begun < count; begun += 100) {
      for (const { hasMore } of await Promise.all(Array.from({ length: 100 }, begin))) expect(hasMore).toBe(true);
    }
    // Of this spec's index alone: other specs search on the same server meanwhile.
    const { body } = await index.client.indices.stats({ index: index.index, metric: ['search'] });
    const { search } = (body as unknown as { _all: { total: { search: Record<string, number> } } })._all.total;
    expect(search).toMatchObject({ open_contexts: 0, scroll_current: 0, point_in_time_current: 0 });
    expect(search.query_total).toBeGreaterThan(count);
    expect((await begin()).hits).toHaveLength(5);
  }, 300_000);

  it('take a tree of as many clauses as we ask for', async () => {
    const node = (conditions: Condition[], children: Criteria[] = []): Criteria => ({
      conditions,
      operator: 'OR',
      children,
    });
    const prices = Array.from({ length: MAX_CLAUSES / 2 }, (_, n): Criteria =>
      node([{ kind: 'range', field: 'price', min: n, max: n, allowNull: false }]),
    );
    const { total } = await openSearch.findAfter({
      criteria: node([], prices),
      sort: { field: 'PRICE', direction: 'ASC' },
      limit: 5,
      after: { key: null, id: STORED[0]!.id },
      seenUntil: NOW,
      counted: null,
    });
    expect(total).toBe(0); // behind all prices; that it was answered is what matters
    expect((await openSearch.count(node([], prices))).total).toBe(
      STORED.filter(({ listings: [one] }) => one!.listing.price === 0).length,
    );
  });
});

/** Pages to the end; the engines alternate. */
async function pageThrough(engines: readonly PropertySearch[], sort: Sort, criteria: Criteria = ANY_LISTING) {
  const positions: SearchPosition[] = [];
  const totals = new Set<number>();
  let counted: Total | null = null;
  for (let page = 0; ; page += 1) {
    const result = await engines[page % engines.length]!.findAfter({
      criteria,
      sort,
      limit: 7,
      after: positions.at(-1) ?? null,
      seenUntil: NOW,
      counted,
    });
    positions.push(...result.hits);
    totals.add(result.total);
    counted = { total: result.total, totalIsExact: result.totalIsExact };
    if (!result.hasMore) return { positions, totals: [...totals] };
  }
}
