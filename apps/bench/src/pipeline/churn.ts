import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertDraft } from '@gable/domain/alert';
import type { Criteria } from '@gable/domain/criteria';
import { criteriaNode } from '@gable/domain/testing';
import { AccountStore } from '@gable/persistence/accounts';
import { AlertStore } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { commitChanges } from '../data/commit-changes.js';
import { ConsumerWatch, servedAfter } from '../harness/consumer-watch.js';
import type { BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { tenths } from '../harness/times.js';
import type { WorkerProcess } from '../harness/worker-process.js';
import { arriving, head, PORTIONS_PER_SECOND, type MakeChanges, type Plan } from './plan.js';

const ALERTS = 20;
/** Of one writer; more of them share the alerts. Also what the limit of requests allows a key by default. */
const PUTS_OF_A_WRITER = 10;
/** New listings a second: each is an event and a webhook of every alert that matches everything. */
const RATE = 100;
const ROUNDS = 3;

/**
 * One account writes one of its twenty alerts, which match everything, ten times a second (`--puts 200`: each of them).
 * How late are events of all others while the twenty match nothing, match everything, and are written? In turns; times
 * are those of the last shard, so of every account.
 */
export async function churn(
  database: Database,
  worker: WorkerProcess,
  plan: Plan,
  quiet: MakeChanges,
): Promise<BenchResult[]> {
  const rude = await RudeAccount.open(database, worker.encryptionKey());
  const times = { quiet: [] as number[], still: [] as number[], churn: [] as number[] };
  let puts = 0;
  const measure = async (into: number[]): Promise<void> => {
    // Alerts are as they are to be.
    await servedAfter(database, worker, [await commitChanges(database, arriving(quiet, 5))]);
    const watch = new ConsumerWatch(database, worker);
    const portions = Math.ceil((plan.seconds / ROUNDS) * PORTIONS_PER_SECOND);
    await atSteadyRate(
      PORTIONS_PER_SECOND,
      (portion) => portion < portions,
      async () => watch.add(await commitChanges(database, arriving(quiet, RATE / PORTIONS_PER_SECOND))),
    );
    into.push(...(await watch.finish()).map(({ ms }) => ms));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await rude.write(() => NOTHING);
    await measure(times.quiet);
    await rude.write(everything);
    await measure(times.still);
    puts += await rude.whilePutting(plan.puts, () => measure(times.churn));
  }
  const p99 = (phase: keyof typeof times): number => tenths(times[phase], 0.99);
  return [
    {
      ...head('churn', plan),
      changesPerSecond: RATE,
      putsPerSecond: Math.round(puts / plan.seconds),
      quietP50Ms: tenths(times.quiet, 0.5),
      quietP99Ms: p99('quiet'),
      stillP99Ms: p99('still'),
      churnP50Ms: tenths(times.churn, 0.5),
      churnP99Ms: p99('churn'),
      churnOfQuiet: p99('churn') / p99('quiet'),
      churnOfStill: p99('churn') / p99('still'),
    },
  ];
}

/** The account that writes its alerts all the time, through the store that the API uses. */
class RudeAccount {
  private written = 0;

  private constructor(
    private readonly store: AlertStore,
    private readonly accountId: string,
    private readonly ids: readonly string[],
    private readonly database: Database,
  ) {}

  static async open(database: Database, encryptionKey: string): Promise<RudeAccount> {
    const { id: accountId } = await new AccountStore(database).ensure('Rude', await database.now());
    const store = new AlertStore(database, new Sealer(encryptionKey));
    const ids: string[] = [];
    for (let number = 0; number < ALERTS; number += 1) {
      const draft: AlertDraft = {
        name: `Everything ${number}`,
        active: true,
        searchMode: 'advanced',
        classicFilters: null,
        criteria: NOTHING,
        notificationConfig: null,
        destination: { channel: 'WEBHOOK', address: 'https://hooks.example.com/rude' },
        signingKey: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
      };
      ids.push((await store.create(accountId, draft, await database.now())).id);
    }
    return new RudeAccount(store, accountId, ids, database);
  }

  async write(criteriaOf: (number: number) => Criteria): Promise<void> {
    for (const [number, id] of this.ids.entries()) await this.put(id, { criteria: criteriaOf(number) });
  }

  /** Writes so many alerts a second, in turns, while the work lasts, and answers how many writes there were. */
  async whilePutting(perSecond: number, work: () => Promise<void>): Promise<number> {
    const before = this.written;
    const working = { isOver: false };
    const writers = Math.ceil(perSecond / PUTS_OF_A_WRITER);
    const loops = Array.from({ length: writers }, async (_, writer) => {
      for (let place = writer; !working.isOver; place += writers) {
        const next = performance.now() + (1_000 * writers) / perSecond;
        await this.put(this.ids[place % this.ids.length]!, { criteria: everything(this.written) });
        await sleep(Math.max(0, next - performance.now()));
      }
    });
    await work().finally(() => {
      working.isOver = true;
    });
    await Promise.all(loops);
    return this.written - before;
  }

  private async put(id: string, part: Partial<AlertDraft>): Promise<void> {
    this.written += 1;
    await this.store.replace(this.accountId, id, (current) => ({ ...current, ...part }), await this.database.now());
  }
}

const NOTHING = criteriaNode([{ kind: 'range', field: 'price', min: null, max: 0, allowNull: false }]);

function everything(number: number): Criteria {
  return criteriaNode([{ kind: 'range', field: 'price', min: null, max: 2_000_000_000 + number, allowNull: true }]);
}
