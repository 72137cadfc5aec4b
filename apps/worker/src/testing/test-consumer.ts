import { setTimeout as sleep } from 'node:timers/promises';
import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { MatchingStage } from '../matching/matching-stage.js';

let started = 0;

/** The matching stage of one worker on connections of its own, stepped by hand. */
export class TestConsumer {
  /** Transactions of the walker wait for it. */
  private gate: { readonly open: Promise<void>; readonly reach: () => void } | undefined;
  private readonly stage: MatchingStage;

  private constructor(
    private readonly database: Database,
    private readonly name: string,
  ) {
    const transaction: Database['transaction'] = async (work) => {
      this.gate?.reach();
      await this.gate?.open;
      return database.transaction(work);
    };
    const gated = new Proxy(database, {
      get: (target, member) => (member === 'transaction' ? transaction : bound(target, member)),
    });
    this.stage = new MatchingStage(gated, {
      stepped: () => {},
      loaded: () => {},
      begunAnew: () => {},
      compilingFailed: () => {},
    });
  }

  static async start(url: string): Promise<TestConsumer> {
    const name = `walker ${process.pid} ${(started += 1)}`;
    return new TestConsumer(await openDatabase(url, { applicationName: name, poolSize: 4 }), name);
  }

  step(): Promise<boolean> {
    return this.stage.step();
  }

  /** All its connections are gone at once, as after `kill -9`, and it makes no new ones. */
  async kill(from: Database): Promise<void> {
    // never ends: the connection that was its sign of life is not given back
    void this.database.close().catch(() => {});
    await from.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [
      this.name,
    ]);
    await this.stage.leave().catch(() => {}); // it cannot say good-bye; only its timer ends
  }

  /** Lets the walker stand still before its next transaction: `reached` when it does, until `release`. */
  holdCommits(): { reached: Promise<void>; release: () => void } {
    let release = (): void => {};
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    this.gate = {
      reach,
      open: new Promise<void>((resolve) => {
        release = resolve;
      }),
    };
    return {
      reached,
      release: () => {
        this.gate = undefined;
        release();
      },
    };
  }

  /** As if it had stood still for half a minute. */
  async expireLease(from: Database): Promise<void> {
    await from.query(
      `
      update match_worker set leased_until = clock_timestamp() - interval '1 s'
      where id in (select objid::int from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'
        and classid = ${LOCKS.workerLife} and application_name = $1)`,
      [this.name],
    );
  }

  /** Stops in order. */
  async leave(): Promise<void> {
    await this.stage.leave();
    await this.database.close();
  }

  /** Until a statement of the step waits for a lock, or the step has ended. */
  async untilItWaits(from: Database, step: Promise<unknown>): Promise<void> {
    let ended = false;
    void step.finally(() => {
      ended = true;
    });
    while (!ended) {
      const [row] = await from.query<{ waiting: number }>(
        `select count(*) as waiting from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
        [this.name],
      );
      if (row!.waiting > 0) return;
      await sleep(2);
    }
  }
}

function bound(target: Database, member: string | symbol): unknown {
  const value: unknown = Reflect.get(target, member, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
}
