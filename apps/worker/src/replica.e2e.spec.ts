import { migrate } from '@gable/persistence';
import { PostgresPair } from '@gable/testing';
import { ApiProcess } from './testing/api-process.js';
import { Portal } from './testing/portal.js';
import { WorkerProcesses } from './testing/worker-processes.js';

let pair: PostgresPair;
let world: WorkerProcesses;
let api: ApiProcess;
let portal: Portal;
let client: string;

beforeAll(async () => {
  pair = await PostgresPair.begin(migrate);
  world = await WorkerProcesses.begin({ url: pair.primary.url, drop: () => pair.close() });
  // A bound that no machine is too slow for: what is behind it is proved where the clock is given.
  const settings = { DATABASE_REPLICA_URL: pair.standby.url, DATABASE_REPLICA_MAX_LAG: '1h' };
  api = await ApiProcess.start({ ...world.environment, ...settings });
  portal = await Portal.at(api, world.database);
  client = await api.makeKey(world.database, 'Client', 'ROLE_API_CLIENT');
}, 120_000);
afterAll(async () => {
  await api.stop();
  await world.close();
}, 60_000);

/** Figures of the API, such as `reads{from="replica",because="fit"}`. */
async function figure(name: string, ...labels: string[]): Promise<number> {
  const text = (await api.ask('GET', '/metrics')).body as string;
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`gable_replica_${name}`) && labels.every((label) => each.includes(label)));
  return line === undefined ? 0 : Number(line.split(' ').at(-1));
}
const fromReplica = () => figure('reads_total', 'from="replica"');
const fromPrimary = () => figure('reads_total', 'from="primary"');
const put = async (id: string) => {
  expect(await portal.put(id, 200_000)).toBe(201);
};
async function total(key: string, headers: Record<string, string> = {}, body: object = {}): Promise<number> {
  const answer = await api.ask('POST', '/properties', {
    ...{ key, body: { size: 5, ...body } },
    headers: { accept: 'application/json', ...headers },
  });
  expect(answer.status).toBe(200);
  return (answer.body as { totalItems: number }).totalItems;
}
it('answers searches from the standby, which account sees its own writes, and falls back without a failure', async () => {
  await put('first');
  await world.until(async () => (await total(client)) === 1 && (await fromReplica()) > 0); // what is billed is written
  expect(await figure('usable')).toBe(1);
  expect((await api.ask('GET', '/health/ready')).body).not.toHaveProperty('warnings', [
    expect.objectContaining({ check: 'replica' }),
  ]);

  // The standby stands still: whoever wrote sees it, others what the standby has, unless they ask for news.
  await pair.catchUp();
  await pair.standby.query('select pg_wal_replay_pause()');
  const shared = await api.makeKey(world.database, 'Provider', 'ROLE_API_CLIENT'); // another key of the account
  await put('second');
  expect(await total(shared)).toBe(2);
  expect(await total(client)).toBe(1);
  expect(await total(client, { 'cache-control': 'no-cache' })).toBe(2);
  const analytics = await api.ask('GET', '/analytics/listings', { key: client });
  expect(analytics).toMatchObject({ status: 200 });

  // A cursor that began at the primary does not go on at a standby that has not seen as much.
  const page = async (body: object, headers: Record<string, string> = {}) =>
    (await api.ask('POST', '/properties', { key: client, body, headers: { accept: 'application/json', ...headers } }))
      .body as { items: unknown[]; nextRequestBody: object };
  const begun = await page({ size: 1, paginationType: 'cursor' }, { 'cache-control': 'no-cache' });
  const [atReplica, atPrimary] = [await fromReplica(), await fromPrimary()];
  expect((await page(begun.nextRequestBody)).items).toHaveLength(1);
  expect([await fromReplica(), await fromPrimary()]).toEqual([atReplica, atPrimary + 1]);
  await pair.standby.query('select pg_wal_replay_resume()');
  await world.until(async () => (await total(client)) === 2);
  const before = await fromReplica();
  await world.until(async () => (await total(shared)) === 2 && (await fromReplica()) > before);

  // It is killed among searches.
  const answers: Promise<number>[] = [];
  const primaryBefore = await fromPrimary();
  const killed = pair.standby.kill();
  while ((await fromPrimary()) < primaryBefore + 20) answers.push(total(client), total(client));
  await killed;
  expect(new Set(await Promise.all(answers))).toEqual(new Set([2]));
  await world.until(async () => (await figure('usable')) === 0);
  await world.until(async () => JSON.stringify((await api.ask('GET', '/health/ready')).body).includes('"replica"'));
  expect(await api.ask('GET', '/health/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready', warnings: expect.arrayContaining([expect.objectContaining({ check: 'replica' })]) },
  });
}, 180_000);
