import { SeededRandom } from '@gable/domain/testing';
import { History } from './history.js';
import { QueueModel } from './queue-model.js';
import type { Sabotage } from './queue-rows.js';
import { Receiver } from './receiver.js';
import { SimulatedWorker } from './simulated-worker.js';
import { Scheduler, type Activity, type Actor } from './scheduler.js';

/** What one run showed. */
export interface Simulated {
  readonly seed: number;
  /** What may not have happened, in words; empty where all is well. */
  readonly violations: readonly string[];
  readonly events: number;
  readonly attempts: number;
  readonly kills: number;
}

/** Half the schedule of production, so that the simulated days are fewer. */
const SCHEDULE_MS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000];
const GATHER_MS = 300_000;
const DAY = 86_400_000;
/**
 * PostgreSQL ends a session that is idle in a transaction for so long: who is stopped in the middle of one must not
 * hold its locks.
 */
const TRANSACTION_PATIENCE_MS = 5_000;

/**
 * One history made of a seed alone: workers die and are stopped at their awaits, receivers fail, hang and answer
 * unheard, the database's clock jumps. At the end, what receivers got is compared with what was queued. `trace` gets
 * what happens, a line each.
 */
export function simulateDeliveries(
  seed: number,
  { sabotage, trace = () => {} }: { sabotage?: Sabotage; trace?: (line: string) => void } = {},
): Simulated {
  const random = new SeededRandom(seed);
  const webhooks = random.whole(1, 3);
  const mails = random.whole(0, 2);
  // Some of the webhooks are paths of one host.
  const origins = random.whole(1, webhooks);
  const places = Array.from({ length: webhooks + mails }, (_, i) => ({
    account: 'one',
    origin: i < webhooks ? i % origins : null,
  }));
  const queue = new QueueModel(places, {
    scheduleMs: SCHEDULE_MS,
    gatherMs: GATHER_MS,
    random: () => random.next(),
    sabotage,
  });
  const history = new History(queue, (line) => trace(`${seconds(scheduler.time)} ${line}`));
  const failsUntil = random.chance(0.1)
    ? random.whole(6 * DAY, 8 * DAY)
    : random.whole(0, random.pick([60_000, 3_600_000, 4 * DAY]));
  const receivers = Array.from(
    { length: webhooks + mails },
    () => new Receiver(random, random.chance(0.3) ? 0 : failsUntil),
  );
  const dangerUntil = random.whole(0, 1_200_000);
  const killing = random.pick([0, 0.002, 0.01]);
  const stopping = random.pick([0, 0, 0.003]);
  const clock = { offset: random.whole(-DAY, DAY) };
  const nature: Actor = { name: 'nature', alive: true, stoppedUntil: 0 };
  const workers: SimulatedWorker[] = [];
  let kills = 0;
  let isMatching = true;

  const scheduler: Scheduler = new Scheduler((actor) => {
    if (!(actor instanceof SimulatedWorker) || !actor.alive || scheduler.time > dangerUntil) return;
    if (random.chance(killing)) {
      kills += 1;
      history.note(`${actor.name} is killed with ${actor.underWay.size} under way`);
      actor.die();
      history.inFlightAtDeaths += actor.underWay.size;
      start(`${actor.name.split('.')[0]}.${kills}`, random.whole(10, 20_000));
    } else if (actor.stoppedUntil <= scheduler.time && random.chance(stopping)) {
      actor.stoppedUntil = scheduler.time + random.whole(1_000, 90_000); // also past the end of its leases
      history.note(`${actor.name} is stopped for ${seconds(actor.stoppedUntil - scheduler.time)}`);
      history.inFlightAtDeaths += actor.underWay.size;
      scheduler.begin(nature, endSession(actor), TRANSACTION_PATIENCE_MS);
    }
  });
  const around = {
    scheduler,
    queue,
    receivers,
    history,
    now: () => scheduler.time + clock.offset,
    hesitate: () => random.whole(0, 40),
    hasMoreEvents: () => isMatching,
    isQuiet: () => !isMatching && queue.queue.size === 0,
  };

  function start(name: string, waitMs: number): void {
    const worker = new SimulatedWorker(name, around);
    workers.push(worker);
    scheduler.begin(worker, worker.live(), waitMs);
  }

  /** It happens at once, when its time has come. */
  function* endSession(actor: SimulatedWorker): Activity {
    if (actor.stoppedUntil > scheduler.time) actor.loseConnection();
  }

  function* matching(): Activity {
    const steps = random.whole(1, 12);
    for (let step = 0; step < steps; step += 1) {
      const count = random.chance(0.15) ? 12 : random.whole(1, 3);
      const began = around.now();
      yield random.whole(0, 200); // a step commits a while after the time it writes
      for (let i = 0; i < count; i += 1) {
        const event = `e${history.events.length}`;
        const endpoint = random.whole(0, webhooks + mails - 1);
        history.events.push(event);
        history.note(`${event} is queued for endpoint ${endpoint}`);
        queue.enqueue(event, endpoint, endpoint < webhooks ? null : `a${endpoint}`, began);
      }
      yield random.whole(0, random.pick([500, 60_000, 600_000]));
    }
    isMatching = false;
  }

  function* jumps(): Activity {
    for (let jump = random.whole(0, 3); jump > 0; jump -= 1) {
      yield random.whole(1_000, 600_000);
      const by = random.chance(0.5) ? random.whole(0, 120_000) : -random.whole(0, 20_000);
      clock.offset += by;
      history.note(`the clock jumps by ${seconds(by)}`);
      if (by < 0) history.setBackMs -= by;
      else
        history.inFlightAtDeaths += workers.reduce((sum, { alive, underWay }) => sum + (alive ? underWay.size : 0), 0);
    }
  }

  scheduler.begin(nature, matching());
  scheduler.begin(nature, jumps());
  for (let i = random.whole(1, 3); i > 0; i -= 1) start(`w${i}`, random.whole(0, 1_000));
  const isOver = scheduler.run(60 * DAY);
  return {
    seed,
    kills,
    events: history.events.length,
    attempts: queue.attempts.length,
    violations: history.violations({
      attemptsPerDelivery: SCHEDULE_MS.length + 1,
      gatherMs: GATHER_MS,
      isOver: isOver && queue.queue.size === 0,
    }),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3)} s`;
