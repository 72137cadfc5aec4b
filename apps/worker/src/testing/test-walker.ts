import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { AlertIndex } from '@gable/domain';
import { MatchingStage } from '../matching/matching-stage.js';

let started = 0;

/** The matching stage of one worker on connections of its own, stepped by hand. */
export class TestWalker {
  private constructor(private readonly database: Database, private readonly name: string, private readonly stage: MatchingStage) {}

  static async start(url: string): Promise<TestWalker> {
    const name = `walker ${process.pid} ${(started += 1)}`;
    const database = await openDatabase(url, { applicationName: name, poolSize: 4 });
    const silent = { stepped: () => {}, loaded: () => {}, begunAnew: () => {} };
    return new TestWalker(database, name, new MatchingStage(database, () => new AlertIndex(), silent));
  }

  step(): Promise<boolean> {
    return this.stage.step();
  }

  /** All its connections are gone at once, as after `kill -9`, and it makes no new ones. */
  async kill(from: Database): Promise<void> {
    void this.database.close().catch(() => {}); // never ends: the connection that was its sign of life is not given back
    await from.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [this.name]);
    await this.stage.leave().catch(() => {}); // it cannot say good-bye; only its timer ends
  }

  /** Stops in order. */
  async leave(): Promise<void> {
    await this.stage.leave();
    await this.database.close();
  }

  /** Until a statement of the step waits for a lock, or the step has ended. */
  async untilItWaits(from: Database, step: Promise<unknown>): Promise<void> {
    let ended = false;
    void step.finally(() => { ended = true; });
    while (!ended) {
      const [row] = await from.query<{ waiting: number }>(`select count(*) as waiting from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`, [this.name]);
      if (row!.waiting > 0) return;
      await sleep(2);
    }
  }
}
