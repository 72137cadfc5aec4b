import type { Database } from '@gable/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommittedBatch } from '../data/commit-changes.js';
import type { WorkerProcess } from './worker-process.js';

/**
 * How often the shards are looked at. A change is served when another connection sees that every shard has passed it:
 * its events and notifications stand by then.
 */
const LOOK_EVERY_MS = 2;

/**
 * Waits until all of these batches are served; answers, for each, how long that took from its commit, in milliseconds.
 */
export async function servedAfter(
  database: Database,
  worker: WorkerProcess,
  batches: readonly CommittedBatch[],
): Promise<number[]> {
  const watch = new ConsumerWatch(database, worker);
  for (const batch of batches) watch.add(batch);
  return (await watch.finish()).map(({ ms }) => ms);
}

/** Looks at the shards while changes are committed beside it. */
export class ConsumerWatch {
  private readonly waiting: CommittedBatch[] = [];
  private readonly served: { ms: number; changes: number }[] = [];
  private finishing = false;
  private readonly looking: Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly worker: WorkerProcess,
  ) {
    this.looking = this.look();
    this.looking.catch(() => {}); // thrown by finish
  }

  /** A batch that was just committed; batches come in the order of their changes. */
  add(batch: CommittedBatch): void {
    this.waiting.push(batch);
  }

  async finish(): Promise<readonly { ms: number; changes: number }[]> {
    this.finishing = true;
    await this.looking;
    return this.served;
  }

  private async look(): Promise<void> {
    while (!this.finishing || this.waiting.length > 0) {
      this.worker.assertAlive();
      const [row] = await this.database.query<{ position: number }>(
        'select min(position) as position from alert_shard',
      );
      const seenAt = performance.now();
      while (this.waiting.length > 0 && this.waiting[0]!.lastChange <= row!.position) {
        const { committedAt, changes } = this.waiting.shift()!;
        this.served.push({ ms: seenAt - committedAt, changes });
      }
      await sleep(LOOK_EVERY_MS);
    }
  }
}
