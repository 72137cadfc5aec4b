import { StepWriter } from '@gable/persistence/alerts';
import { MatchedStore, criteriaOf } from '../testing/matched-store.js';
import { ROWS_AT_ONCE } from './match-changes.js';
import type { MatchingStage } from './matching-stage.js';

let store: MatchedStore;

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.empty();
});
afterAll(() => store.close());

const WEBHOOK = { channel: 'WEBHOOK', address: 'https://hook.example/in' } as const;

/** So many more alerts like this one. */
const copies = (id: string, count: number): Promise<unknown> =>
  store.database.query(
    `insert into alert select (jsonb_populate_record(alert, jsonb_build_object('id', gen_random_uuid(), 'shard', n % 64))).*
     from alert, generate_series(1, $2::integer) n where id = $1`,
    [id, count],
  );
const eventsOf = async (): Promise<unknown[]> =>
  store.database.query(`
    select external_id as listing, count(*) as events, count(distinct alert_id) as alerts,
      count(event.delivery_id) as notified
    from alert_event event join listing on listing.id = event.listing_id group by 1 order by 1`);

/** Rows of each transaction that was committed meanwhile: an event is one, a notification another. */
async function rowsOfCommits(work: () => Promise<unknown>): Promise<number[]> {
  const commits = jest.spyOn(StepWriter.prototype, 'commit');
  await work();
  const written = await Promise.all(commits.mock.results.map(({ value }) => value as ReturnType<StepWriter['commit']>));
  return written.map(({ events, notifications }) => events.length + notifications).filter((rows) => rows > 0);
}

async function loaded(): Promise<{ stage: MatchingStage; database: typeof store.database }> {
  const worker = await store.worker('large');
  while (await worker.stage.step());
  return worker;
}

it('a change that concerns more alerts than one transaction may write is written shard by shard, each event once', async () => {
  await copies(await store.alert({ destination: WEBHOOK }), 2_000);
  const { stage } = await loaded();
  await store.feed({ externalId: 'a' }, { externalId: 'b' });
  const rows = await rowsOfCommits(() => store.walk(stage));
  expect(Math.max(...rows)).toBeLessThanOrEqual(ROWS_AT_ONCE);
  expect(rows.length).toBeGreaterThan(4);
  const each = { events: 2_001, alerts: 2_001, notified: 2_001 };
  expect(await eventsOf()).toEqual([
    { listing: 'a', ...each },
    { listing: 'b', ...each },
  ]);
  await stage.leave();
});

it('an alert stays too young for changes that wait for the next transaction', async () => {
  await copies(await store.alert(), 5_000);
  const { stage } = await loaded();
  await store.feed(...['a', 'b', 'c'].map((externalId) => ({ externalId })));
  const young = await store.alert();
  await store.walk(stage);
  expect(await store.events(young)).toEqual([]);
  expect(await eventsOf()).toEqual(
    ['a', 'b', 'c'].map((listing) => ({ listing, events: 5_001, alerts: 5_001, notified: 0 })),
  );
  await stage.leave();
});

it('a step ends earlier where alerts that were written meanwhile ask for more than one transaction may write', async () => {
  const cheap = { criteria: { price: { max: 100_000 } }, destination: WEBHOOK };
  await copies(await store.alert(cheap), ROWS_AT_ONCE / 2);
  const { stage, database } = await loaded();
  await store.feed(...['a', 'b', 'c', 'd'].map((externalId, i) => ({ externalId, price: i === 2 ? 90_000 : 200_000 })));
  const begin = database.transaction.bind(database);
  jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
    await store.database.query('update alert set criteria = $1, xid = pg_current_xact_id()', [
      JSON.stringify(criteriaOf({})),
    ]);
    return begin(work);
  });
  const rows = await rowsOfCommits(() => store.walk(stage));
  expect(Math.max(...rows)).toBeLessThanOrEqual(2 * ROWS_AT_ONCE);
  expect(rows.length).toBeGreaterThan(2);
  const each = { events: ROWS_AT_ONCE / 2 + 1, alerts: ROWS_AT_ONCE / 2 + 1, notified: ROWS_AT_ONCE / 2 + 1 };
  expect(await eventsOf()).toEqual(['a', 'b', 'c', 'd'].map((listing) => ({ listing, ...each })));
  await stage.leave();
});
