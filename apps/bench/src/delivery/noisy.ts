import { setTimeout as sleep } from 'node:timers/promises';
import { atSteadyRate } from '../harness/steady-rate.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { quantile } from '../harness/times.js';
import { head, LOT, startWorker, timesOf, type DeliveryBench } from './delivery-bench.js';
import { criteriaOfKind, DeliveryQueue, KINDS, makeAlerts } from './delivery-data.js';
import { HostileReceiversProcess } from './receivers-process.js';

/** The goal: healthy receivers, event to first attempt. */
const GOAL_P99_MS = 2_000;
const RUDE_ACCOUNTS = 10;
const QUEUED_PER_ENDPOINT = 5;
/** Of a receiver that drips; one endpoint with a long queue. */
const DRIPPING_QUEUE = 1_000;
const HEALTHY_PER_SECOND = 100;
const PORTIONS_PER_SECOND = 10;
/** What did not arrive by then counts as this late, and more. */
const LONGEST_WAIT_MS = 60_000;

type Rude = (bench: DeliveryBench, hostile: HostileReceiversProcess, account: number) => Promise<string[]>;

const paths: Rude = (bench, hostile, account) =>
  rudeAlerts(bench, account, bench.plan.endpoints, (n) => hostile.urlOf(10 + account, 0, `hang/${n}`));
const hosts: Rude = (bench, hostile, account) =>
  rudeAlerts(bench, account, bench.plan.endpoints, (n) => hostile.urlOf(10 + account, 1 + n, 'hang'));
const dripping: Rude = (bench, hostile, account) =>
  rudeAlerts(bench, account, 1, () => hostile.urlOf(100 + account, 0, 'drip'));

/**
 * Healthy receivers that nobody has sent anything to before, of accounts of their own, under a steady load: alone, and
 * beside receivers that hang. What hangs is queued first, and a worker has been sending it for a while.
 */
export async function noisy(bench: DeliveryBench): Promise<BenchResult[]> {
  const hostile = await HostileReceiversProcess.start();
  const everyone = Array.from({ length: RUDE_ACCOUNTS }, (_, account) => account);
  try {
    const row = async (name: string, rude: () => Promise<void>): Promise<BenchResult> => {
      const result = await measured(bench, name, rude);
      say(JSON.stringify(result));
      return result;
    };
    const queue = (kind: Rude, perEndpoint: number, accounts: readonly number[]) => async (): Promise<void> => {
      for (const account of accounts) {
        const alerts = await kind(bench, hostile, account);
        const queued = new DeliveryQueue(bench.database, alerts);
        for (let left = alerts.length * perEndpoint; left > 0; left -= LOT) await queued.add(Math.min(LOT, left));
      }
    };
    return [
      await row('quiet', () => Promise.resolve()),
      await row('paths of one host', queue(paths, QUEUED_PER_ENDPOINT, [0])),
      await row('hosts of one account', queue(hosts, QUEUED_PER_ENDPOINT, [0])),
      await row('a dripping one', queue(dripping, DRIPPING_QUEUE, [0])),
      await row('ten accounts, all of it', async () => {
        await queue(paths, QUEUED_PER_ENDPOINT, everyone)();
        await queue(hosts, QUEUED_PER_ENDPOINT, everyone)();
        await queue(dripping, DRIPPING_QUEUE, everyone)();
      }),
    ];
  } finally {
    hostile.stop();
  }
}

async function measured(bench: DeliveryBench, name: string, rude: () => Promise<void>): Promise<BenchResult> {
  const { database, plan } = bench;
  await database.query(FORGET);
  await rude();
  await database.query('analyze');
  const [{ waiting }] = (await database.query<{ waiting: number }>('select count(*) as waiting from delivery')) as [
    { waiting: number },
  ];
  const worker = await startWorker(bench);
  try {
    await sleep(SETTLE_MS);
    const healthy = new DeliveryQueue(database, await healthyAlerts(bench, name));
    const each = Math.round(HEALTHY_PER_SECOND / PORTIONS_PER_SECOND);
    const { portions } = await atSteadyRate(
      PORTIONS_PER_SECOND,
      (portion) => portion < plan.seconds * PORTIONS_PER_SECOND,
      () => healthy.add(each),
    );
    const waits = await waitsOf(bench, each * portions);
    return {
      ...head(name),
      hanging: waiting,
      deliveries: waits.length,
      healthyP50Ms: quantile(waits, 0.5),
      healthyP99Ms: quantile(waits, 0.99),
      goalP99Ms: GOAL_P99_MS,
      ...worker.memoryFigures(),
    };
  } finally {
    await worker.stop();
  }
}

/** What an earlier row left behind. */
const FORGET = `
  truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_event;
  update delivery_endpoint set wake_at = null, wake_from = null`;
/** The worker has started, and whatever hangs does so. */
const SETTLE_MS = 5_000;

/** Two receivers for each of eight accounts, at an origin each. */
async function healthyAlerts(bench: DeliveryBench, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let account = 0; account < KINDS / 2; account += 1) {
    const receivers = [account, account + KINDS / 2].map((kind) => ({
      criteria: criteriaOfKind(kind),
      address: bench.receivers.urlOf(kind, `${encodeURIComponent(name)}/${account}`),
    }));
    ids.push(...(await makeAlerts(bench.database, bench.home, receivers, `Healthy ${account}`)));
  }
  return ids;
}

async function rudeAlerts(
  { database, home }: DeliveryBench,
  account: number,
  count: number,
  address: (n: number) => string,
): Promise<string[]> {
  const alerts = Array.from({ length: count }, (_, n) => ({
    criteria: criteriaOfKind(n % KINDS),
    address: address(n),
  }));
  return makeAlerts(database, home, alerts, `Rude ${account}`);
}

/** From each event to its first attempt, in milliseconds. */
async function waitsOf({ database, receivers }: DeliveryBench, count: number): Promise<number[]> {
  const first = new Map<string, number>();
  for (const end = performance.now() + LONGEST_WAIT_MS; first.size < count && performance.now() < end; await sleep(50))
    for (const [, id, at] of await receivers.take()) first.set(id, Math.min(at, first.get(id) ?? Infinity));
  const times = await timesOf(database);
  const waits = [...first].map(([id, at]) => at - times.get(id)!.event);
  return [...waits, ...Array.from({ length: count - waits.length }, () => LONGEST_WAIT_MS)];
}
