import { setTimeout as sleep } from 'node:timers/promises';
import { AlertReader, SweepStore, type OwnedShard } from '@gable/persistence/alerts';
import { MatchedStore } from '../testing/matched-store.js';
import type { MatchingStage } from './matching-stage.js';

let store: MatchedStore;

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterEach(() => store.empty());
afterAll(() => store.close());

const shards = () =>
  store.database.query<OwnedShard & { worker: number | null }>(
    'select shard, epoch, position, worker_id as worker from alert_shard order by shard',
  );
const holders = async () => new Set((await shards()).map(({ worker }) => worker));

/** Steps until it is so; a worker looks at the others once a second. */
async function until(isSo: () => Promise<boolean> | boolean, ...stages: MatchingStage[]): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await isSo()) return;
    for (const stage of stages) await stage.step();
    await sleep(5);
  }
  throw new Error('It does not come to be so.');
}

async function manyAlerts(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => store.alert()));
}

it('one worker holds all shards; a second gets half of them, and both together record every event once', async () => {
  const first = await store.worker('first');
  const second = await store.worker('second');
  const alerts = await manyAlerts(20);
  await until(() => first.stage.figures.shards === 64, first.stage);
  await until(() => first.stage.figures.shards === 32 && second.stage.figures.shards === 32, first.stage, second.stage);
  await store.feed({ externalId: 'a' }, { externalId: 'b' });
  await store.walk(first.stage, second.stage);
  for (const alert of alerts) expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'b 1 NEW_MATCH']);
  expect(first.stage.figures.alerts + second.stage.figures.alerts).toBe(20);
  await first.stage.leave();
  await until(() => second.stage.figures.shards === 64 && second.stage.figures.alerts === 20, second.stage);
  await second.stage.leave();
  expect(await holders()).toEqual(new Set([null]));
});

it('a worker that is killed is followed at once by the other, from where it stood', async () => {
  const [victim, heir] = [await store.worker('victim'), await store.worker('heir')];
  const alerts = await manyAlerts(20);
  await until(() => victim.stage.figures.shards === 32 && heir.stage.figures.shards === 32, victim.stage, heir.stage);
  await store.feed({ externalId: 'a' });
  // Its lease does not run out: the heir knows by the lock, which ends with the connection.
  await store.database.query(`update match_worker set leased_until = clock_timestamp() + interval '1 hour'`);
  await store.kill('victim');
  await store.walk(heir.stage);
  for (const alert of alerts) expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  await heir.stage.leave();
});

it('a worker that was stopped until another took its shards cannot commit, and begins anew', async () => {
  const [stopped, heir] = [await store.worker('stopped'), await store.worker('heir')];
  const alert = await store.alert({ destination: { channel: 'WEBHOOK', address: 'https://hook.example' } });
  while (await stopped.stage.step()); // until its alerts are loaded
  expect(stopped.stage.figures).toMatchObject({ shards: 64, alerts: 1 });
  const position = Math.min(...(await shards()).map((shard) => shard.position));
  await store.feed({ externalId: 'a' });
  await store.database.query(`update match_worker set leased_until = clock_timestamp() - interval '1 s'`); // it holds its connection still
  await until(() => heir.stage.figures.shards === 64, heir.stage);
  await store.walk(heir.stage);
  await store.database.query('update alert_shard set position = $1', [position]); // else the place alone would stop it
  await stopped.stage.step();
  expect(await store.database.query('select distinct position from alert_shard')).toEqual([{ position }]);
  expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  await Promise.all([stopped.stage.leave(), heir.stage.leave()]);
});

it('a worker that was stopped until upkeep removed its registration registers anew and takes its share', async () => {
  const [stopped, heir] = [await store.worker('stopped'), await store.worker('heir')];
  await until(() => stopped.stage.figures.shards === 64, stopped.stage);
  await store.database.query(`update match_worker set leased_until = clock_timestamp() - interval '11 minutes'`);
  await until(() => heir.stage.figures.shards === 64, heir.stage);
  await new SweepStore(store.database).deadWorkers();
  await until(() => stopped.stage.figures.shards === 32 && heir.stage.figures.shards === 32, stopped.stage, heir.stage);
  await Promise.all([stopped.stage.leave(), heir.stage.leave()]);
});

it('a worker that lost its connection registers anew and goes on', async () => {
  const worker = await store.worker('alone');
  const alert = await store.alert();
  await until(() => worker.stage.figures.shards === 64, worker.stage);
  const before = await holders();
  await store.kill('alone');
  await store.feed({ externalId: 'a' });
  await store.walk(worker.stage);
  expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  expect(await holders()).not.toEqual(before);
  await worker.stage.leave();
});

it('a commit whose outcome is not known does no harm', async () => {
  const worker = await store.worker('doubting');
  const alert = await store.alert({ destination: { channel: 'WEBHOOK', address: 'https://hook.example' } });
  await until(() => worker.stage.figures.shards === 64, worker.stage);
  await store.feed({ externalId: 'a' });
  const commit = jest.spyOn(worker.database, 'transaction').mockImplementationOnce(async (work) => {
    await Object.getPrototypeOf(worker.database).transaction.call(worker.database, work);
    throw new Error('Connection terminated unexpectedly');
  });
  await store.walk(worker.stage);
  expect(commit.mock.calls.length).toBeGreaterThan(0);
  expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH']);
  expect(await store.database.query('select count(*) from event_notification')).toEqual([{ count: 1 }]);
  await store.feed({ externalId: 'b' });
  await store.walk(worker.stage);
  expect(await store.events(alert)).toEqual(['a 1 NEW_MATCH', 'b 1 NEW_MATCH']);
  await worker.stage.leave();
});

it('a worker that did not look after its alerts for ten minutes begins anew: those removed may be swept by then', async () => {
  const worker = await store.worker('asleep');
  const [alert, removed] = [await store.alert(), await store.alert()];
  while (await worker.stage.step());
  await store.database.query('delete from alert where id = $1', [removed]); // swept: no version of it is left to be read
  const { versionsFrom } = AlertReader.prototype;
  jest.spyOn(AlertReader.prototype, 'versionsFrom').mockImplementationOnce(async function (
    this: AlertReader,
    ...range
  ) {
    const look = await versionsFrom.apply(this, range);
    return { ...look, now: new Date(look.now.getTime() + 11 * 60_000) };
  });
  await store.feed({ externalId: 'a' });
  await store.walk(worker.stage);
  expect([await store.events(alert), await store.events(removed)]).toEqual([['a 1 NEW_MATCH'], []]);
  expect(worker.stage.figures).toMatchObject({ shards: 64, alerts: 1 });
  await worker.stage.leave();
});
