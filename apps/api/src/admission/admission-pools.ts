import type { ServerResponse } from 'node:http';
import os from 'node:os';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG } from '@gable/platform';
import { beginAtZero, Counter, Gauge, Histogram, LoopTurns, Registry, type Config } from '@gable/runtime';
import { AdmissionPool, REFUSALS } from './admission-pool.js';
import { LastCallers } from './last-callers.js';
import { POOL_NAMES, POOLS, sharedSlots, type PoolName } from '../databases/pools.js';

/** As the metrics name what all pools share. */
const SHARED = 'shared';
/** Fewer leave a customer who is alone with a single request at once. */
const LEAST_SHARED = 4;

/** The pools of this process and their metrics. */
@Injectable()
export class AdmissionPools {
  private readonly turns: LoopTurns;
  private readonly callers: LastCallers;
  private readonly pools: ReadonlyMap<PoolName | typeof SHARED, AdmissionPool>;

  constructor(registry: Registry, @Inject(CONFIG) config: Config, @Optional() now?: () => number) {
    this.turns = new LoopTurns(now);
    this.callers = new LastCallers(now ?? (() => performance.now()));
    const registers = [registry];
    const wait = new Histogram({
      name: 'gable_admission_wait_seconds',
      help: 'Time that requests waited for a slot of their pool.',
      labelNames: ['pool'],
      buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
      registers,
    });
    const refused = new Counter({
      name: 'gable_admission_refused_total',
      help: 'Requests that got no slot of their pool, by reason.',
      labelNames: ['pool', 'reason'],
      registers,
    });
    beginAtZero(refused, { pool: [...POOL_NAMES, SHARED], reason: REFUSALS });
    const options = { ...POOLS, [SHARED]: sharedSlots(slotsOf(config)) };
    this.pools = new Map(
      ([...POOL_NAMES, SHARED] as const).map((pool) => [
        pool,
        new AdmissionPool(
          options[pool],
          {
            waited: (seconds) => wait.observe({ pool }, seconds),
            refused: (reason) => refused.inc({ pool, reason }),
          },
          now,
        ),
      ]),
    );
    this.showNumber(registry, 'gable_admission_running', 'Requests that have a slot of their pool.', 'held');
    this.showNumber(registry, 'gable_admission_waiting', 'Requests that wait for a slot of their pool.', 'waiting');
  }

  /**
   * Lets a request into its pool, then among all that work at once. That of a busy account begins in a turn of the
   * event loop of its own: what others have sent is taken in before. Single reads are answered in portions and cost
   * little: while an account is alone here, its reads leave the shared slots alone. Gives what ends the work.
   * @throws Problem too-many-requests
   */
  async admit(name: PoolName, accountId: string, response: ServerResponse): Promise<() => void> {
    this.callers.note(accountId);
    const leavePool = await this.of(name).admit(accountId, response);
    if (name === 'uploads') return leavePool; // it takes as long as its network does, and hardly a processor
    if (name === 'reads' && this.callers.isAlone(accountId)) return leavePool;
    try {
      const end = await this.of(SHARED).admit(accountId, response);
      if (this.of(SHARED).isBusy(accountId)) await this.turns.take();
      return () => {
        end();
        leavePool();
      };
    } catch (refusal) {
      leavePool();
      throw refusal;
    }
  }

  /** Whether an account has had this process for itself until now. */
  isAlone(accountId: string): boolean {
    return this.callers.isAlone(accountId);
  }

  of(name: PoolName | typeof SHARED): AdmissionPool {
    return this.pools.get(name)!;
  }

  private showNumber(registry: Registry, name: string, help: string, figure: 'held' | 'waiting'): void {
    const { pools } = this;
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, each] of pools) this.set({ pool }, each[figure]);
      },
    });
  }
}

/** What this process has of the slots that the processes of one API share. */
function slotsOf({ requestSlots, apiProcesses }: Config): number {
  return requestSlots === undefined
    ? Math.max(LEAST_SHARED, Math.round((2 * os.availableParallelism()) / apiProcesses))
    : Math.max(1, Math.round(requestSlots / apiProcesses));
}
