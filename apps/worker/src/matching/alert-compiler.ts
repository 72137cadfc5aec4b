import type { CompiledAlerts } from '@gable/alert-index';
import type { LoadedAlert } from '@gable/persistence/alerts';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { SEPARATOR } from './criteria-texts.js';

/** Bundled beside the worker. */
const PROGRAM = path.join(import.meta.dirname, 'compile-thread.js');
/** Portions before a thread is worth its start. */
const PORTIONS_WITHOUT = 4;

/** Alerts and, where they could be compiled, what they were compiled into; the rest is added from its criteria. */
export interface CompiledPortion {
  readonly alerts: readonly LoadedAlert[];
  readonly compiled: CompiledAlerts | undefined;
}

/**
 * Compiles alerts in a thread, on a processor of its own, while the portion before is added and the next one is read. A
 * few alerts are not worth it, and without the thread they are only added more slowly.
 */
export class AlertCompiler {
  private thread: Worker | undefined;
  private isBroken = false;
  /** Those who wait for a portion, in the order in which the thread was given them. */
  private waiting: ((compiled: CompiledAlerts | undefined) => void)[] = [];

  constructor(
    private readonly onFailure: (error: unknown) => void,
    private readonly program: string = PROGRAM,
    private readonly portionsWithout: number = PORTIONS_WITHOUT,
  ) {}

  /** The same portions, each compiled once it is read: while the one before is added. The thread ends with them. */
  async *compile(portions: AsyncGenerator<readonly LoadedAlert[]>): AsyncGenerator<CompiledPortion> {
    let count = 0;
    const begin = async () => {
      const next = await portions.next();
      if (next.done === true) return undefined;
      count += 1;
      const alerts = next.value;
      return { alerts, compiled: count > this.portionsWithout ? this.inThread(alerts) : undefined };
    };
    try {
      for (let ahead = begin(); ;) {
        const portion = await ahead;
        if (portion === undefined) return;
        ahead = begin();
        ahead.catch(() => {}); // thrown where it is waited for, if it still is
        yield { alerts: portion.alerts, compiled: await portion.compiled };
      }
    } finally {
      this.isBroken = true;
      void portions.return(undefined).catch(() => {});
      await this.thread?.terminate();
    }
  }

  private inThread(alerts: readonly LoadedAlert[]): Promise<CompiledAlerts | undefined> {
    if (this.isBroken) return Promise.resolve(undefined);
    this.thread ??= this.start();
    this.thread.postMessage(alerts.map(({ plainCriteria }) => plainCriteria ?? '').join(SEPARATOR));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private start(): Worker {
    const thread = new Worker(this.program);
    thread.unref();
    thread.on('message', (compiled: CompiledAlerts) => this.waiting.shift()?.(compiled));
    thread.on('error', (error) => {
      this.isBroken = true;
      this.onFailure(error);
    });
    thread.on('exit', () => {
      this.isBroken = true;
      for (const resolve of this.waiting.splice(0)) resolve(undefined);
    });
    return thread;
  }
}
