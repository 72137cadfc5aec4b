import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';
import { AlertEventLog } from '@gable/persistence/alerts';

const PAUSE_MS = 5;
const PAGE = 50;

/** Reads the log of an account while it grows, as somebody who keeps a copy of it, and judges the copy. */
export class EventFollower {
  private readonly log: AlertEventLog;
  private readonly seen: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly accountId: string,
  ) {
    this.log = new AlertEventLog(database);
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.readOn();
      await sleep(PAUSE_MS);
    }
  }

  /** What the copy lacks, has twice or has in another order, once nothing is written any more. */
  async findings(): Promise<string[]> {
    await this.readOn();
    const kept = await this.database.query<{ id: string }>(
      'select id from alert_event where account_id = $1 order by id',
      [this.accountId],
    );
    const copied = new Set(this.seen);
    const isInOrder = this.seen.every((id, i) => i === 0 || id > this.seen[i - 1]!);
    return [
      ...kept.filter(({ id }) => !copied.has(id)).map(({ id }) => `the log never told event ${id}`),
      ...(isInOrder ? [] : ['the log told an event twice or out of order']),
      ...(kept.length === 0 ? ['there was no event to follow'] : []),
    ];
  }

  private async readOn(): Promise<void> {
    let isMoreThere = true;
    while (isMoreThere) {
      const range = { direction: 'asc', after: this.seen.at(-1), limit: PAGE } as const;
      const { events, next } = await this.log.read(this.accountId, range);
      this.seen.push(...events.map(({ id }) => id));
      isMoreThere = next !== null;
    }
  }
}
