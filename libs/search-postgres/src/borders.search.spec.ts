import { AlertIndex } from '@gable/alert-index';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Point } from '@gable/domain/geo';
import { criteriaNode, generateBorderCases, isOnBorder, rounds, type BorderCase } from '@gable/domain/testing';
import { describeOpenSearch } from '@gable/testing';
import { ListingsInBoth } from './testing/listings-in-both.js';

const CASES = Number(process.env.CASES ?? rounds(48, 2_000));
const CASES_AT_ONCE = 24;

interface Answers {
  readonly matcher: boolean;
  readonly alerts: boolean;
  readonly sql: boolean;
  readonly openSearch: boolean;
}

describeOpenSearch('places on borders of boxes, circles and shapes', (url) => {
  let stored: ListingsInBoth;
  beforeAll(async () => {
    stored = await ListingsInBoth.open(url);
  });
  afterAll(() => stored.close());

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
    await stored.store(listings);
    const alerted = findAlerts(trees, points);
    const wrong: unknown[] = [];
    for (const [n, criteria] of trees.entries()) {
      const [sql, openSearch] = [await stored.foundBySql(criteria), await stored.foundByOpenSearch(criteria)];
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
});

/** Beside a border, but nearer than a centimetre, either answer is right; alerts have that of the matcher. */
function agree({ matcher, alerts, sql, openSearch }: Answers, isNear: boolean, isOn: boolean): boolean {
  if (alerts !== matcher) return false;
  return isNear ? !isOn || sql === matcher : sql === matcher && openSearch === matcher;
}
