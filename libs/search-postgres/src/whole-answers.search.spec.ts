import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import { generateCases, rounds, SeededRandom } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import {
  FEATURE_FACETS,
  OpenSearchSearch,
  SORT_FIELDS,
  type FacetQuestions,
  type PropertySearch,
  type Sort,
} from '@gable/search';
import { documentOf, orderedIds, pageThrough, type StoredProperty } from '@gable/search/testing';
import {
  createTestDatabase,
  createTestIndex,
  describeOpenSearch,
  type TestDatabase,
  type TestIndex,
} from '@gable/testing';
import { ColumnMap } from './columns/column-map.js';
import { PostgresSearch } from './engine/postgres-search.js';
import { storeProperties } from './testing/store-properties.js';

const SEED = Number(process.env.SEED ?? 20261129);
const TREES = Number(process.env.TREES ?? rounds(20, 400));
const PROPERTIES = 600;
const LONG_MS = 60_000;

describeOpenSearch('the answers of both engines to trees of every kind', (url) => {
  const cases = generateCases(SEED, 2 * PROPERTIES);
  const stored = someProperties();
  let database: Database;
  let testDatabase: TestDatabase;
  let index: TestIndex;
  let engines: PropertySearch[];
  let columns: ColumnMap;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, { poolSize: 2 });
    index = await createTestIndex(url);
    await storeProperties(database, stored);
    await database.query('vacuum analyze property, listing');
    await index.write(stored.map(documentOf));
    const postgres = new PostgresSearch(database, LONG_MS);
    const now = () => postgres.now();
    engines = [
      postgres,
      new OpenSearchSearch(index.client, { alias: index.names.alias, timeoutMs: LONG_MS, countBudgetMs: LONG_MS, now }),
    ];
    columns = new ColumnMap(postgres.map, database, { mostBytes: 2 ** 28 });
    await columns.load();
  }, 120_000);
  afterAll(async () => {
    columns.close();
    await index.drop();
    await database.close();
    await testDatabase.drop();
  });

  /** Up to three listings a property, most of them online. */
  function someProperties(): StoredProperty[] {
    const random = new SeededRandom(SEED);
    return Array.from({ length: PROPERTIES }, (_, n) => ({
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      createdAt: 1_000 * random.whole(0, 50),
      updatedAt: 1_000 * random.whole(0, 50),
      listings: Array.from({ length: random.whole(1, 3) }, () => ({
        online: random.chance(0.9),
        listing: random.pick(cases).listing,
      })),
    }));
  }

  it(`finds, walks, counts, maps and facets alike, as the matcher has it (${TREES} trees)`, async () => {
    const random = new SeededRandom(SEED + 1);
    for (const { criteria } of cases.slice(0, TREES)) {
      const found = stored.filter((property) => meets(property, criteria));
      const sort = { field: random.pick(SORT_FIELDS), direction: random.pick(['ASC', 'DESC'] as const) };
      const [postgres, openSearch] = await Promise.all(engines.map((engine) => answersOf(engine, criteria, sort)));
      const says = JSON.stringify({ criteria, sort });
      const ids = orderedIds(stored, criteria, sort);
      expect({ says, ...postgres! }).toMatchObject({ says, total: found.length, walked: ids, page: ids.slice(5, 15) });
      expect({ says, ...openSearch! }).toEqual({ says, ...postgres! });
      const { cells } = await columns.cells({ criteria, tileZoom: 7 });
      expect({ says, cells }).toEqual({ says, cells: postgres!.cells });
    }
  }, 3_600_000);
});

const meets = ({ listings }: StoredProperty, criteria: Criteria): boolean =>
  listings.some(({ online, listing }) => online && matchCriteria(criteria, listing));

const BANDS = [
  { min: null, max: 100_000 },
  { min: 100_000, max: 250_000.5 },
  { min: 250_000.5, max: null },
];
const QUESTIONS: FacetQuestions = {
  values: { transactionType: 10, propertyType: 10, rooms: 50, city: 50 },
  bands: {
    price: BANDS,
    area: [
      { min: null, max: 50 },
      { min: 50.5, max: null },
    ],
  },
  features: FEATURE_FACETS,
};

async function answersOf(engine: PropertySearch, criteria: Criteria, sort: Sort) {
  return {
    total: (await engine.count(criteria)).total,
    walked: (await pageThrough(engine, criteria, sort, 37)).ids,
    page: (await engine.findPage({ criteria, sort, offset: 5, limit: 10 })).ids,
    cells: (await engine.map.cells({ criteria, tileZoom: 7 })).cells,
    withoutPlace: await engine.map.countWithoutPlace(criteria),
    facets: await engine.facets.count(criteria, QUESTIONS, LONG_MS),
    ends: await engine.facets.shareEnds(criteria, { price: 4, area: 3 }, LONG_MS),
  };
}
