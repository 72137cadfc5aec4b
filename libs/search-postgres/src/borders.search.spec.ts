import { AlertIndex } from '@gable/alert-index';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Point } from '@gable/domain/geo';
import { criteriaNode, generateBorderCases, isOnBorder, rounds, type BorderCase } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import { compileToOpenSearch } from '@gable/search';
import { placeOfId, singleListingDocuments } from '@gable/search/testing';
import {
  createTestDatabase,
  createTestIndex,
  describeOpenSearch,
  type TestDatabase,
  type TestIndex,
} from '@gable/testing';
import { compileToSql } from './engine/compile-to-sql.js';
import { storeListings } from './testing/store-properties.js';

const CASES = Number(process.env.CASES ?? rounds(48, 2_000));
const CASES_AT_ONCE = 24;

interface Answers {
  readonly matcher: boolean;
  readonly alerts: boolean;
  readonly sql: boolean;
  readonly openSearch: boolean;
}

describeOpenSearch('places on borders of boxes, circles and shapes', (url) => {
  let database: Database;
  let testDatabase: TestDatabase;
  let index: TestIndex;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, { poolSize: 2 });
    index = await createTestIndex(url);
  });
  afterAll(async () => {
    await index.drop();
    await database.close();
    await testDatabase.drop();
  });

  it(`are answered alike by matcher, alert index and SQL, a centimetre beside them by OpenSearch too (${CASES} cases)`, async () => {
    const cases = generateBorderCases(Number(process.env.SEED ?? 20261128), CASES);
    const wrong: unknown[] = [];
    for (let start = 0; start < cases.length; start += CASES_AT_ONCE)
      wrong.push(...(await differencesOf(cases.slice(start, start + CASES_AT_ONCE))));
    expect({ wrong: wrong.length, such: wrong.slice(0, 10) }).toEqual({ wrong: 0, such: [] });
  }, 3_600_000);

  /** Every point of every case is asked about every place. */
  async function differencesOf(cases: readonly BorderCase[]): Promise<unknown[]> {
    const points = cases.flatMap(({ on, beside }) => [...on, ...beside]);
    const listings = points.map((location) => ({ location }));
    const trees = cases.map(({ condition }) => criteriaNode([condition]));
    await Promise.all([database.query('truncate listing'), index.clear()]);
    const ids = new Map((await storeListings(database, listings)).map((id, place) => [id, place]));
    await index.write(singleListingDocuments(listings));
    const alerted = findAlerts(trees, points);
    const wrong: unknown[] = [];
    for (const [n, criteria] of trees.entries()) {
      const [sql, openSearch] = [await foundBySql(criteria, ids), await foundByOpenSearch(criteria)];
      const { on } = cases[n]!;
      const onBorder = new Set(on);
      points.forEach((point, place) => {
        const answers: Answers = {
          matcher: matchCriteria(criteria, { location: point }),
          alerts: alerted[place]!.has(n),
          sql: sql.has(place),
          openSearch: openSearch.has(place),
        };
        const isNear = isOnBorder(criteria, { location: point });
        if (!agree(answers, isNear, onBorder.has(point))) wrong.push(JSON.stringify({ criteria, point, ...answers }));
      });
    }
    return wrong;
  }

  function findAlerts(trees: readonly Criteria[], points: readonly Point[]): ReadonlySet<number>[] {
    const alerts = new AlertIndex();
    trees.forEach((criteria, id) => alerts.add(id, criteria));
    const into = new Int32Array(trees.length);
    return points.map((location) => new Set(into.slice(0, alerts.match({ location }, into))));
  }

  async function foundBySql(criteria: Criteria, ids: ReadonlyMap<string, number>): Promise<Set<number>> {
    const { text, parameters } = compileToSql(criteria);
    const rows = await database.query<{ id: string }>(`select l.id from listing l where ${text}`, parameters);
    return new Set(rows.map(({ id }) => ids.get(id)!));
  }

  async function foundByOpenSearch(criteria: Criteria): Promise<Set<number>> {
    const { body } = await index.client.search({
      index: index.index,
      size: 10_000,
      body: { query: { bool: { filter: [compileToOpenSearch(criteria).query] } }, _source: false },
    });
    return new Set(body.hits.hits.map(({ _id: id }) => placeOfId(id!)));
  }
});

/** Beside a border, but nearer than a centimetre, either answer is right; alerts have that of the matcher. */
function agree({ matcher, alerts, sql, openSearch }: Answers, isNear: boolean, isOn: boolean): boolean {
  if (alerts !== matcher) return false;
  return isNear ? !isOn || sql === matcher : sql === matcher && openSearch === matcher;
}
