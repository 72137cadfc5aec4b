import { CRITERIA_EXAMPLES, exampleCriteria, generateCases } from '@gable/domain/testing';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { KnownListing, ListingPast } from '@gable/domain/listing';
import { compileToSql } from './compile-to-sql.js';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { newId, openDatabase, type Database } from '@gable/persistence';
import { LISTING, copyRows } from '@gable/persistence/listings';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => database.query('truncate listing'));

/** Tells nothing, as that of a listing whose past is not known. */
const NO_PAST = {} as ListingPast;

/** Stores listings with the very cells that an ingest writes; answers their ids. */
async function store(listings: readonly KnownListing[]): Promise<string[]> {
  const now = new Date();
  const rows = listings.map(({ sourceId, past, ...state }, i) => ({
    id: newId(new Date()),
    sourceId: sourceId ?? newId(new Date()),
    externalId: `l${i}`,
    propertyId: newId(new Date()),
    revisionId: 1,
    online: true,
    observedAt: now.getTime(),
    lastEventAt: now.getTime(),
    contentHash: Buffer.alloc(1),
    createdAt: now,
    updatedAt: now,
    isPlaced: true,
    divisionCount: 0,
    groupingScore: null,
    groupingReasons: null,
    state,
    past: past ?? NO_PAST,
  }));
  await database.transaction((transaction) => copyRows(transaction, [LISTING.encode(rows, now)]));
  return rows.map(({ id }) => id);
}

async function found(criteria: Criteria): Promise<Set<string>> {
  const { text, parameters } = compileToSql(criteria);
  return new Set(
    (await database.query<{ id: string }>(`select l.id from listing l where ${text}`, parameters)).map(({ id }) => id),
  );
}

describe('the columns that an ingest writes', () => {
  it('answer every example of the criteria as the matcher does', async () => {
    for (const example of CRITERIA_EXAMPLES) {
      const ids = await store([...example.meets, ...example.misses]);
      const matching = await found(exampleCriteria(example));
      expect({ says: example.says, met: ids.map((id) => matching.has(id)) }).toEqual({
        says: example.says,
        met: [...example.meets.map(() => true), ...example.misses.map(() => false)],
      });
      await database.query('truncate listing');
    }
  });

  it('answer generated criteria as the matcher does, 30,000 pairs', async () => {
    const cases = generateCases(20261121, 200);
    const listings = cases.slice(0, 150).map(({ listing }) => listing);
    const ids = await store(listings);
    let met = 0;
    for (const { criteria } of cases) {
      const matching = await found(criteria);
      const expected = listings.map((listing) => matchCriteria(criteria, listing));
      met += expected.filter(Boolean).length;
      expect({ criteria, met: ids.map((id) => matching.has(id)) }).toEqual({ criteria, met: expected });
    }
    expect(met).toBeGreaterThan(3_000); // a proof over nothing but misses would prove nothing
  });
});
