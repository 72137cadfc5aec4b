import { SeededRandom } from '@gable/domain/testing';
import { History } from './history.js';
import { QueueModel } from './queue-model.js';
import type { EndpointPlace, Sabotage } from './queue-rows.js';
import type { Answer } from './receiver.js';
import { Scheduler, type Activity, type Actor } from './scheduler.js';
import { SimulatedWorker } from './simulated-worker.js';

/** How long a first attempt to a healthy receiver may take to begin, whatever others do. */
export const LONGEST_HEALTHY_WAIT_MS = 2_000;

/** What one run with rude accounts showed. */
export interface SimulatedTenants {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly longestHealthyWaitMs: number;
}

const SCHEDULE_MS = [5_000, 300_000];
const LASTS_MS = 40_000;
const HANGS: Answer = { arrivesMs: null, answeredMs: 15_000, report: { kind: 'failed', code: 'TIMEOUT' } };

/**
 * Accounts whose receivers hang, many paths of one host and many hosts, all queued at once; beside them accounts whose
 * receivers answer. Each comes late: nothing was ever sent to it. Nobody's first attempt to a receiver that answers may
 * begin late.
 */
export function simulateTenants(seed: number, { sabotage }: { sabotage?: Sabotage } = {}): SimulatedTenants {
  const random = new SeededRandom(seed);
  const rude = random.whole(1, 12);
  const places: (EndpointPlace & { kind: 'hangs' | 'healthy' })[] = [];
  let origins = 0;
  for (let account = 0; account < rude; account += 1) {
    const name = `rude ${account}`;
    const host = (origins += 1);
    for (let path = random.whole(0, 60); path > 0; path -= 1)
      places.push({ account: name, origin: host, kind: 'hangs' });
    for (let hosts = random.whole(20, 100); hosts > 0; hosts -= 1)
      places.push({ account: name, origin: (origins += 1), kind: 'hangs' });
  }
  for (let account = 0; account < 3; account += 1)
    places.push({ account: `healthy ${account}`, origin: (origins += 1), kind: 'healthy' });

  const queue = new QueueModel(places, { scheduleMs: SCHEDULE_MS, gatherMs: 0, random: () => random.next(), sabotage });
  const queuedAt = new Map<string, number>();
  const longest = { hangs: 0, healthy: 0 };
  const history = new History(queue, () => {});
  const began = history.began.bind(history);
  history.began = (claimed, clock, time) => {
    const { kind } = places[claimed.endpoint]!;
    if (claimed.attemptNumber === 1) longest[kind] = Math.max(longest[kind], time - queuedAt.get(claimed.id)!);
    began(claimed, clock, time);
  };
  const nature: Actor = { name: 'nature', alive: true, stoppedUntil: 0 };
  const scheduler: Scheduler = new Scheduler(() => {});
  const receivers = places.map(({ kind }) => ({
    ask: (): Answer =>
      kind === 'hangs' ? HANGS : { arrivesMs: 5, answeredMs: 6, report: { kind: 'answered', status: 200 } },
  }));
  const enqueue = (endpoint: number): void => {
    const event = `e${history.events.length}`;
    history.events.push(event);
    queuedAt.set(event, scheduler.time);
    queue.enqueue(event, endpoint, null, scheduler.time);
  };

  function* matching(): Activity {
    places.forEach(({ kind }, endpoint) => {
      for (let n = kind === 'hangs' ? random.whole(1, 4) : 0; n > 0; n -= 1) enqueue(endpoint);
    });
    const healthy = places.flatMap(({ kind }, endpoint) => (kind === 'hangs' ? [] : [endpoint]));
    while (scheduler.time < LASTS_MS) {
      yield random.whole(0, 2_000);
      enqueue(random.pick(healthy));
    }
  }

  scheduler.begin(nature, matching());
  for (let i = random.whole(1, 2); i > 0; i -= 1) {
    const worker = new SimulatedWorker(`w${i}`, {
      scheduler,
      queue,
      receivers,
      history,
      now: () => scheduler.time,
      hesitate: () => random.whole(0, 20),
      hasMoreEvents: () => scheduler.time < LASTS_MS,
      isQuiet: () => false,
    });
    scheduler.begin(worker, worker.live());
  }
  scheduler.run(LASTS_MS);
  const waits = [longest.healthy, ...[...queuedAt].flatMap(([id, at]) => (isStillWaiting(id) ? [LASTS_MS - at] : []))];

  /** Of a receiver that answers, and never begun. */
  function isStillWaiting(id: string): boolean {
    const delivery = queue.queue.get(id);
    return delivery !== undefined && delivery.attemptNumber === 1 && places[delivery.endpoint]!.kind === 'healthy';
  }

  const longestHealthyWaitMs = Math.max(...waits);
  const violations =
    longestHealthyWaitMs <= LONGEST_HEALTHY_WAIT_MS
      ? []
      : [`a first attempt to a healthy receiver began after ${longestHealthyWaitMs} ms beside ${rude} rude accounts`];
  return { seed, violations, longestHealthyWaitMs };
}
