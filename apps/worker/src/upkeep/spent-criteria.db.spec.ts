import { AlertEventStore } from '@gable/persistence/alerts';
import { UPKEEP } from '../testing/kept-for-ever.js';
import { MatchingStage } from '../matching/matching-stage.js';
import { criteriaOf, MatchedStore, SILENT } from '../testing/matched-store.js';
import { UpkeepStage } from './upkeep-stage.js';

let store: MatchedStore;
let events: AlertEventStore;
let alertId: string;

beforeAll(async () => {
  store = await MatchedStore.open();
  events = new AlertEventStore(store.database);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.empty();
  alertId = await store.alert({ criteria: { price: { min: 1 } } });
});

/** Gives the alert other criteria so many times. */
async function rewrite(times: number): Promise<void> {
  const { criteriaVersion } = (await store.alerts.find(store.accountId, alertId))!;
  for (let n = 0; n < times; n += 1)
    await store.edit(alertId, { criteria: criteriaOf({ price: { min: criteriaVersion + n + 1 } }) });
}

/** Lets so much time pass for what has happened. */
async function letPass(interval: string): Promise<void> {
  await store.database.query('update alert_criteria_history set replaced_at = replaced_at - $1::interval', [interval]);
  await store.database.query('update alert_event set created_at = created_at - $1::interval', [interval]);
}

/** A worker comes, matches what waits, and leaves. */
async function match(): Promise<void> {
  const matching = new MatchingStage(store.database, SILENT);
  await store.walk(matching);
  await matching.leave();
}

const sweep = () => new UpkeepStage(store.database, UPKEEP).step();
const versions = async (): Promise<number[]> =>
  (
    await store.database.query<{ version: number }>(
      'select criteria_version as version from alert_criteria_history where alert_id = $1 order by 1',
      [alertId],
    )
  ).map(({ version }) => version);

/** The least price of the criteria that explain each event, the oldest first. */
async function explained(): Promise<unknown[]> {
  const range = { period: {}, direction: 'asc' as const, offset: 0, limit: 30 };
  const { items } = (await events.list(store.accountId, alertId, range))!;
  return Promise.all(
    items.map(async ({ id }) => {
      const evidence = (await events.evidence(store.accountId, alertId, id))!;
      return evidence.criteria.conditions.map((condition) => (condition as { min?: number }).min)[0];
    }),
  );
}

describe('criteria that were replaced', () => {
  it('go an hour later where they made no event, and stay where they made one', async () => {
    await rewrite(3);
    await store.feed({ externalId: 'a', price: 100 });
    await match(); // by the fourth
    await letPass('1 day');
    await rewrite(4);
    await store.feed({ externalId: 'b', price: 100 });
    await match(); // by the eighth
    await rewrite(2);
    await sweep();
    expect(await versions()).toEqual([4, 5, 6, 7, 8, 9]); // the first three were replaced a day ago
    await letPass('61 minutes');
    await sweep();
    expect(await versions()).toEqual([4, 8]);
    expect(await explained()).toEqual([4, 8]);
    await letPass('1 day');
    await rewrite(1);
    await sweep();
    expect(await versions()).toEqual([4, 8, 10]);
  });

  it('stay where their events were written a little after they were replaced, or a little before they were made', async () => {
    await store.feed({ externalId: 'a', price: 100 });
    await match();
    await rewrite(2);
    await store.database.query(
      `update alert_event set criteria_version = 2, created_at = now() - interval '5 minutes'`,
    );
    await letPass('2 hours');
    await sweep();
    expect(await versions()).toEqual([2]);
  });

  it('stay where nobody knows when they were replaced', async () => {
    await rewrite(2);
    await store.database.query('update alert_criteria_history set replaced_at = null where criteria_version = 1');
    await letPass('1 day');
    await sweep();
    expect(await versions()).toEqual([1]);
  });

  it('are looked at together once in half an hour, however often an alert is written', async () => {
    await rewrite(3);
    await letPass('40 minutes');
    await sweep();
    expect(await versions()).toEqual([1, 2, 3]);
    await store.database.query(
      `update alert_criteria_history set replaced_at = now() - interval '61 minutes' where criteria_version = 1`,
    );
    await sweep();
    expect(await versions()).toEqual([]);
  });
});
