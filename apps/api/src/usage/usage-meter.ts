import { randomUUID } from 'node:crypto';
import type { RouteType, UsageCount, UsageStore } from '@gable/persistence/usage';
import type { Logger } from '@gable/runtime';

/** One answer that counts. */
export interface BilledCall {
  readonly apiKeyUuid: string;
  readonly route: string;
  readonly routeType: RouteType;
  readonly results: number;
}

/** Calls are written this long after the first of them: with the writing, a killed process loses less than 250 ms. */
const WRITE_AFTER_MS = 100;
/** How exactly it is known when a call was made. */
const MOMENT_MS = 100;
const LONGEST_WAIT_MS = 1_000;

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };

interface Batch {
  readonly number: number;
  readonly counts: readonly UsageCount[];
}

/**
 * Counts calls in memory and writes them in batches, one at a time. A batch whose writing failed may have arrived all
 * the same: it is sent again under its number, and the store takes it once. Calls meanwhile wait for the next batch.
 */
export class UsageMeter {
  private readonly writerId = randomUUID();
  private gathered = new Map<string, Growing<UsageCount>>();
  /** The one under way, or the one that failed. */
  private batch: Batch | undefined;
  private batches = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<UsageStore, 'add'>,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly now: () => number = Date.now,
  ) {}

  count({ apiKeyUuid, route, routeType, results }: BilledCall): void {
    const moment = Math.floor(this.now() / MOMENT_MS);
    const key = `${apiKeyUuid} ${moment} ${route}`;
    const known = this.gathered.get(key);
    if (known === undefined) {
      this.gathered.set(key, { apiKeyUuid, route, routeType, at: new Date(moment * MOMENT_MS), calls: 1, results });
    } else {
      known.calls += 1;
      known.results += results;
    }
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** Writes what was counted until now. Never rejects: what fails is tried again, by itself. */
  async flush(): Promise<void> {
    await this.writing; // it may have begun before the last call was counted
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  /** For the end of the process, when nothing is counted any more. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      if (this.batch !== undefined) await this.send(this.batch);
      if (this.gathered.size === 0) return;
      this.batch = { number: ++this.batches, counts: [...this.gathered.values()] };
      this.gathered = new Map();
      await this.send(this.batch);
    } catch (error) {
      if (++this.failures === 1) this.log.warn({ err: error }, 'usage cannot be written; it is kept and tried again');
      this.timer ??= setTimeout(
        () => void this.flush(),
        Math.min(WRITE_AFTER_MS * 2 ** this.failures, LONGEST_WAIT_MS),
      );
    }
  }

  private async send({ number, counts }: Batch): Promise<void> {
    await this.store.add(this.writerId, number, counts);
    this.batch = undefined;
    if (this.failures > 0) this.log.info({ failures: this.failures }, 'usage is written again');
    this.failures = 0;
  }
}
