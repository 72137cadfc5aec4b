import { RestartPauses, type Logger } from '@gable/runtime';
import { ApiProcess, type ApiProcessEvents } from './api-process.js';
import { MetricsOfAll } from './metrics-of-all.js';
import { SharedSocket } from './shared-socket.js';
import { tellFewest } from './tell-fewest.js';

/** Longer than a process takes to leave by itself (SHUTDOWN_BOUND_MS). */
const STOP_MS = 12_500;

/** The processes that answer at one port. One that ends is replaced, while the others go on. */
export class ProcessGroup implements ApiProcessEvents {
  private readonly running = new Set<ApiProcess>();
  private readonly places = new Map<ApiProcess, RestartPauses>();
  private readonly socket = new SharedSocket(this.running);
  private readonly metrics: MetricsOfAll;
  private isBegun = false;
  private isUp = false;
  private isStopping = false;
  private started: ((exitCode: number | undefined) => void) | undefined;
  private stopped: (() => void) | undefined;
  private worstCode = 0;

  constructor(
    private readonly count: number,
    private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    this.metrics = new MetricsOfAll(this.running, count);
  }

  /**
   * Starts all; resolves when they listen, or with the exit code of one that ended before. The first begins alone: it
   * makes what is not there, and what keeps it from listening is said once. The others read their modules meanwhile.
   */
  start(): Promise<number | undefined> {
    for (let n = 0; n < this.count; n += 1) this.add(new RestartPauses());
    [...this.running][0]!.begin();
    return new Promise((resolve) => (this.started = resolve));
  }

  /** Ends all in order. @throws where one did not end so */
  async stop(): Promise<void> {
    this.isStopping = true;
    const killer = setTimeout(() => this.kill('SIGKILL'), STOP_MS);
    await new Promise<void>((resolve) => {
      this.stopped = resolve;
      this.kill('SIGTERM');
      if (this.running.size === 0) resolve();
    });
    clearTimeout(killer);
    if (this.worstCode !== 0) throw new Error(`An API process ended with ${this.worstCode}.`);
  }

  wantsToListen(process: ApiProcess): void {
    this.socket.enter(process);
  }

  listens(process: ApiProcess): void {
    this.log.info({ child: process.pid }, 'an API process listens');
    tellFewest(this.running);
    if (!this.isBegun) for (const other of this.running) if (other !== process) other.begin();
    this.isBegun = true;
    if (![...this.running].every(({ isListening }) => isListening) || this.running.size < this.count) return;
    this.isUp = true;
    this.started?.(undefined);
  }

  hasConnections(): void {
    tellFewest(this.running);
  }

  wantsMetrics(process: ApiProcess, question: number): void {
    const answer = (text: string | null) => process.send({ type: 'metrics-of-all', question, text });
    this.metrics.text().then(answer, (error: unknown) => {
      this.log.error({ err: error }, 'the metrics of the API processes cannot be added up');
      answer(null);
    });
  }

  ended(process: ApiProcess, code: number | null, signal: NodeJS.Signals | null): void {
    const pauses = this.places.get(process)!;
    this.running.delete(process);
    this.places.delete(process);
    tellFewest(this.running);
    if (this.isStopping) return this.endedInOrder(process, code, signal);
    if (!this.isUp && !process.hasListened) return this.started?.(code ?? 1);
    this.metrics.ended(process, signal);
    const restartInMs = pauses.after(Date.now() - process.startedAt);
    this.log.warn({ child: process.pid, code, signal, restartInMs }, 'an API process ended; it is replaced');
    setTimeout(() => {
      if (!this.isStopping) this.add(pauses).begin();
    }, restartInMs);
  }

  private endedInOrder(process: ApiProcess, code: number | null, signal: NodeJS.Signals | null): void {
    // One that is not up yet ends by the signal itself.
    if (process.hasListened || signal !== 'SIGTERM') this.worstCode = Math.max(this.worstCode, code ?? 1);
    if (this.running.size === 0) this.stopped?.();
  }

  private add(pauses: RestartPauses): ApiProcess {
    const process = new ApiProcess(this);
    this.running.add(process);
    this.places.set(process, pauses);
    return process;
  }

  private kill(signal: NodeJS.Signals): void {
    for (const process of this.running) process.kill(signal);
  }
}
