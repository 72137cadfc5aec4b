import type { Logger } from '../logging/logger.js';

/** Below the 15 s that operators are promised, so that the supervisor can still stop the database. */
export const SHUTDOWN_BOUND_MS = 12_000;
const PARENT_CHECK_MS = 500;

/** How to shut down; only specs set more than the log. */
export interface ShutdownOptions {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly boundMs?: number;
  readonly exit?: (code: number) => void;
}

/**
 * Stops a process in order: every step in the order it was added, all together within a bound, once, however many
 * signals come.
 */
export class Shutdown {
  private readonly steps: { name: string; run: () => unknown }[] = [];
  private readonly controller = new AbortController();
  private ending: Promise<void> | undefined;

  constructor(private readonly options: ShutdownOptions) {}

  /** Aborts as the first thing in a shutdown: for loops that look whether to go on. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * First "take no more work", then "finish what was begun", then "close what it needed". A step that throws is logged
   * and does not stop the next.
   */
  add(name: string, run: () => unknown): this {
    this.steps.push({ name, run });
    return this;
  }

  /**
   * Begins at SIGTERM, SIGINT, SIGHUP, a cut channel to the supervisor, or when the parent process is gone. @returns a
   * function that stops listening.
   */
  listen(): () => void {
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
    const bySignal = (signal: NodeJS.Signals) => void this.begin(signal);
    const byChannel = () => void this.begin('the supervisor is gone');
    for (const signal of signals) process.on(signal, bySignal);
    process.on('disconnect', byChannel);
    if (process.send !== undefined && !process.connected) byChannel(); // cut before somebody listened
    const stopWatching = watchParent(() => void this.begin('the parent process is gone'));
    return () => {
      for (const signal of signals) process.off(signal, bySignal);
      process.off('disconnect', byChannel);
      stopWatching();
    };
  }

  /**
   * Runs the steps and exits: 0 when all are done, 1 at the bound or when a step failed. Later calls join the first.
   */
  begin(reason: string, exitCode = 0): Promise<void> {
    return (this.ending ??= this.run(reason, exitCode));
  }

  private async run(reason: string, exitCode: number): Promise<void> {
    const { log, boundMs = SHUTDOWN_BOUND_MS, exit = (code) => process.exit(code) } = this.options;
    log.info({ reason }, 'shutting down');
    this.controller.abort();
    let current = '';
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<number>((resolve) => {
      timer = setTimeout(() => {
        log.error({ step: current, boundMs }, 'shutdown takes too long; leaving now');
        resolve(1);
      }, boundMs);
    });
    const steps = async (): Promise<number> => {
      let code = exitCode;
      for (const { name, run } of this.steps) {
        current = name;
        try {
          await run();
        } catch (error) {
          log.error({ step: name, err: error }, 'a step of the shutdown failed');
          code = 1;
        }
      }
      return code;
    };
    const code = await Promise.race([steps(), bound]);
    clearTimeout(timer);
    log.info({ code }, 'shut down');
    exit(code);
  }
}

/**
 * Calls back once when the parent process is gone (an orphan gets another parent). npm does not pass every signal
 * through its shell: its death may be all that a process notices. @returns a function that stops watching.
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
