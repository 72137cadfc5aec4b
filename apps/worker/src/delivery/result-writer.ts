import type { DeliveryFinishStore, DeliveryResult, Finished, FinishOptions } from '@gable/persistence/delivery';
import { setTimeout as sleep } from 'node:timers/promises';

const RESULTS_AT_ONCE = 200;
/** Results that come within this time of the first are written with it: a transaction costs as much as many results. */
const GATHER_MS = 20;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** After its lease somebody else may have the delivery: by then a result that could not be written is of no use. */
const KEPT_AFTER_LEASE_MS = 30_000;

/** What the writer reports of results; every one comes back once, as written or as void. */
export interface ResultListener {
  written(finished: Pick<Finished, 'applied' | 'stale'>): void;
  failed(error: unknown, waiting: number): void;
}

/**
 * Writes results together: whatever ended while the last transaction was under way goes into the next. Keeps them where
 * the database is away.
 */
export class ResultWriter {
  private waiting: DeliveryResult[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<DeliveryFinishStore, 'finish'>,
    private readonly options: FinishOptions,
    private readonly listener: ResultListener,
  ) {}

  add(...results: readonly DeliveryResult[]): void {
    this.waiting.push(...results);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  /** Resolves once nothing waits any more. */
  async settled(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (this.waiting.length > 0) {
      if (this.waiting.length < RESULTS_AT_ONCE) await sleep(GATHER_MS);
      const batch = this.waiting.splice(0, RESULTS_AT_ONCE);
      try {
        const { applied, stale, busy } = await this.store.finish(batch, this.options);
        failures = 0;
        this.listener.written({ applied, stale });
        this.waiting.push(...busy);
        if (busy.length > 0 && busy.length === this.waiting.length) await sleep(PAUSE_MS);
      } catch (error) {
        failures += 1;
        const deadline = Date.now() - KEPT_AFTER_LEASE_MS;
        const isVoid = ({ delivery }: DeliveryResult): boolean =>
          failures > 3 && delivery.leasedUntil.getTime() < deadline;
        this.listener.written({ applied: [], stale: batch.filter(isVoid) });
        this.waiting.unshift(...batch.filter((result) => !isVoid(result)));
        this.listener.failed(error, this.waiting.length);
        await sleep(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures));
      }
    }
  }
}
