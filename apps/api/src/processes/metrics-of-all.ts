import { setTimeout as sleep } from 'node:timers/promises';
import { beginAtZero, Counter, Gauge, MetricsSum, Registry, sharedRead } from '@gable/runtime';
import type { ApiProcess } from './api-process.js';

/** How long one answer waits for the processes; Prometheus waits ten seconds for all of it. */
const LONGEST_MS = 2_000;

/** The figures of all processes as those of one, whichever of them is asked, and how many there are. */
export class MetricsOfAll {
  private readonly sum = new MetricsSum();
  private readonly own = new Registry();
  private readonly processes: Gauge<'state'>;
  private readonly ends: Counter<'reason'>;

  constructor(
    private readonly running: ReadonlySet<ApiProcess>,
    private readonly wanted: number,
  ) {
    const registers = [this.own];
    this.own.setDefaultLabels({ process: 'api' });
    this.processes = new Gauge({
      name: 'gable_api_processes',
      help: 'Processes behind the port: those whose figures are in this answer, and those that are missing in it.',
      labelNames: ['state'],
      registers,
    });
    this.ends = new Counter({
      name: 'gable_api_process_ends_total',
      help: 'Processes behind the port that ended by themselves, and are replaced.',
      labelNames: ['reason'],
      registers,
    });
    beginAtZero(this.ends, { reason: ['exit', 'signal'] });
  }

  readonly text = sharedRead(async (): Promise<string> => {
    const answered = new Set<number>();
    const asked = [...this.running].filter(({ isListening }) => isListening);
    const reads = asked.map(async (process) => {
      const values = await process.metrics();
      if (values === undefined) return;
      this.sum.take(process.pid!, values);
      answered.add(process.pid!);
    });
    await Promise.race([Promise.all(reads), sleep(LONGEST_MS, undefined, { ref: false })]);
    this.processes.set({ state: 'answering' }, answered.size);
    this.processes.set({ state: 'missing' }, this.wanted - answered.size);
    return this.sum.text(new Set(answered), await this.own.getMetricsAsJSON());
  });

  ended({ pid }: ApiProcess, signal: NodeJS.Signals | null): void {
    this.ends.inc({ reason: signal === null ? 'exit' : 'signal' });
    if (pid !== undefined) this.sum.end(pid);
  }
}
