import os from 'node:os';
import { AccountStore } from '@gable/persistence/accounts';
import { DeliveryPauseStore } from '@gable/persistence/delivery';
import { WorkerProcessStore } from '@gable/persistence/operation';
import { WorkerProcesses } from '../testing/worker-processes.js';

let world: WorkerProcesses;
const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const stagesOf = async () =>
  (await new WorkerProcessStore(world.database).list()).map(({ pid, stages }) => ({ pid, stages }));
const warningsOf = async (port: number) => {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { warnings } = (await response.json()) as { warnings: { check: string; reason: string }[] };
  return { status: response.status, warnings: warnings.map(({ reason }) => reason) };
};

beforeEach(async () => {
  world = await WorkerProcesses.begin();
});
afterEach(() => world.close());

it('carries a listing through two processes to a webhook, and one that is killed does not end the other', async () => {
  await world.alert();
  const first = await world.start({ WORKER_STAGES: 'ingest,indexing' });
  await world.until(async () => (await warningsOf(first.port)).warnings.length > 0);
  expect(await warningsOf(first.port)).toEqual({
    status: 200,
    warnings: ['No worker runs matching, delivery, upkeep.'],
  });
  const second = await world.start({ WORKER_STAGES: 'delivery,matching', WORKER_NICE: '7' });
  expect([first, second].map(({ child }) => os.getPriority(child.pid))).toEqual([os.getPriority(), 7]);
  await world.until(async () => (await stagesOf()).length === 2);
  expect(await stagesOf()).toEqual([
    { pid: first.child.pid, stages: ['ingest', 'indexing'] },
    { pid: second.child.pid, stages: ['matching', 'delivery'] },
  ]);
  world.drop('one.ndjson', ['a']);
  await world.until(() => world.received.length === 1);

  await world.end(first, 'SIGKILL');
  world.drop('two.ndjson', ['b']);
  const metrics = await (await fetch(`http://127.0.0.1:${second.port}/metrics`)).text();
  expect(metrics).toContain('gable_worker_runs_stage{stage="ingest",process="worker"} 0');
  expect(metrics).toContain('gable_stage_processes{stage="delivery",process="worker"} 1');
  expect(second.child.exitCode).toBeNull();
  await world.database.query(`update worker_process set seen_at = seen_at - interval '16 s' where pid = $1`, [
    first.child.pid,
  ]);
  expect((await stagesOf()).map(({ pid }) => pid)).toEqual([second.child.pid]); // who gives no sign of life is gone

  await world.start({ WORKER_STAGES: 'ingest' });
  await world.until(() => world.received.length === 2);
  expect(await world.end(second, 'SIGTERM')).toBe(0);
  expect((await stagesOf()).map(({ stages }) => stages)).toEqual([['ingest']]);
});

it('delivers each event once where two processes match and deliver', async () => {
  const settings = { WORKER_STAGES: 'matching,delivery' };
  await Promise.all([world.start({ WORKER_STAGES: 'ingest' }), world.start(settings), world.start(settings)]);
  const shared = async () =>
    (await world.database.query(`select from alert_shard where worker_id is not null group by worker_id`)).length === 2;
  await world.until(shared);
  for (let n = 0; n < 8; n += 1) await world.alert();
  const LISTINGS = 40;
  world.drop('feed.ndjson', named('l', LISTINGS));
  const events = async () => world.database.query<{ id: string }>(`select 'msg_' || id as id from alert_event`);
  await world.until(() => new Set(world.received).size === 8 * LISTINGS);
  await world.until(async () => (await world.database.query('select from delivery')).length === 0);
  const expected = (await events()).map(({ id }) => id).sort();
  expect(expected).toHaveLength(8 * LISTINGS);
  expect(world.received.toSorted()).toEqual(expected); // each of them, and none twice
});

it('sends nothing while DELIVERY is off, also from a worker that does not know it, until an operator resumes', async () => {
  await world.alert();
  const settings = { WORKER_STAGES: 'matching,delivery' };
  const off = await world.start({ ...settings, DELIVERY: 'off' });
  await world.end(off, 'SIGTERM');
  const [other] = await Promise.all([world.start(settings), world.start({ WORKER_STAGES: 'ingest,upkeep' })]);
  world.drop('feed.ndjson', named('l', 20));
  const count = async (table: string) => (await world.database.query(`select from ${table}`)).length;
  await world.until(async () => (await count('delivery')) === 20);
  // Claims are tried: those of the running worker, until its health has said twice that nothing is sent.
  for (let looks = 0; looks < 2; looks += 1)
    await world.until(async () =>
      (await warningsOf(other.port)).warnings.some((text) => text.includes('DELIVERY=off')),
    );
  const taken = async () => (await world.database.query('select from delivery where owner is not null')).length;
  expect([await taken(), world.received.length, await count('delivery')]).toEqual([0, 0, 20]);
  await new DeliveryPauseStore(world.database).resume();
  await world.until(async () => (await count('delivery')) === 0);
  expect(new Set(world.received).size).toBe(20);
  expect(world.received).toHaveLength(20);
});

it('sends nothing of a blocked account, ends what it is sending, records what happens and sends it once it is let in', async () => {
  const { accountId } = await world.alert();
  const accounts = new AccountStore(world.database);
  const count = async (table: string) => (await world.database.query(`select from ${table}`)).length;
  let answer = (): void => {};
  world.answering = new Promise<void>((resolve) => (answer = resolve));
  await world.start();
  world.drop('one.ndjson', ['a']);
  await world.until(() => world.received.length === 1); // and the receiver does not answer yet
  await accounts.block(accountId, new Date());
  expect(await accounts.countUnderWay(accountId)).toBe(1);
  answer();
  await world.until(async () => (await accounts.countUnderWay(accountId)) === 0);
  expect(await world.database.query('select status from event_notification')).toEqual([{ status: 'DELIVERED' }]);

  world.drop('two.ndjson', named('l', 20));
  await world.until(async () => (await count('alert_event')) === 21);
  const isHeld = async () =>
    (await world.database.query(`select from delivery_endpoint where waits_for = 'ACCOUNT' and wake_at is null`))
      .length;
  await world.until(async () => (await isHeld()) === 1 && (await count('delivery_wakeup')) === 0);
  expect([world.received.length, await count('delivery')]).toEqual([1, 20]);
  await accounts.unblock(accountId, await world.database.now());
  await world.until(async () => (await count('delivery')) === 0);
  expect(new Set(world.received).size).toBe(21);
  expect(world.received).toHaveLength(21);
});
