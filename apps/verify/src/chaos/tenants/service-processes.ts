import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gable/runtime';
import { startApi } from '../../api-process.js';
import type { Installation } from '../../installation.js';
import { WorkerFleet } from '../worker-fleet.js';
import type { ApiLog } from './api-log.js';
import type { Outage } from './outages.js';
import { PostgresFigures } from './postgres-figures.js';
import { ProcessFigures } from './process-figures.js';
import type { UsedProcessors } from './used-processors.js';

export type ServiceName = 'api' | 'worker';

/** What a supervisor does: looks this often, and starts again what has ended. */
const LOOK_EVERY_MS = 500;
const READY_WITHIN_MS = 60_000;

/** One API and one worker, killed on request, started again whatever they ended from, and measured. */
export class ServiceProcesses {
  readonly outages: Record<ServiceName, Outage[]> = { api: [], worker: [] };
  readonly endedByThemselves: string[] = [];
  private readonly figures: Record<ServiceName, ProcessFigures> = {
    api: new ProcessFigures(),
    worker: new ProcessFigures(),
  };
  private readonly postgres: PostgresFigures;
  private readonly fleet: WorkerFleet;
  private api: ChildProcess | undefined;
  private readonly starting = new Set<ServiceName>();
  private ending = false;
  private looking: Promise<void> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    private readonly entries: Readonly<Record<ServiceName, string>>,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly ports: Readonly<Record<ServiceName, number>>,
    private readonly output: number | undefined,
  ) {
    const workerSettings = { ...settings, WORKER_PORT: String(ports.worker) };
    this.postgres = new PostgresFigures(installation.database);
    this.fleet = new WorkerFleet(installation, 1, entries.worker, workerSettings);
  }

  /** `log` takes what the API writes, a line for every answer. */
  static async start(
    installation: Installation,
    entries: Readonly<Record<ServiceName, string>>,
    settings: Readonly<Record<string, string>>,
    log?: ApiLog,
  ): Promise<ServiceProcesses> {
    const ports = { api: await freePort(), worker: await freePort() };
    const processes = new ServiceProcesses(installation, entries, settings, ports, log?.descriptor);
    await processes.launch('api');
    await processes.launch('worker');
    processes.looking = processes.look();
    return processes;
  }

  /** Where the API answers, before and after a kill. */
  get base(): URL {
    return new URL(`http://127.0.0.1:${this.ports.api}`);
  }

  get peakMegabytes(): Record<ServiceName, number> {
    return { api: this.figures.api.peakMegabytes, worker: this.figures.worker.peakMegabytes };
  }

  /** Of the service, PostgreSQL as a whole and by application, and of this process: receivers, feeds and the oracle. */
  async usedProcessors(): Promise<UsedProcessors> {
    await this.lookOnce();
    const { user, system } = process.cpuUsage();
    const byApplication = Object.entries(this.postgres.byApplication);
    return {
      api: this.figures.api.cpuSeconds,
      worker: this.figures.worker.cpuSeconds,
      postgres: this.postgres.cpuSeconds,
      ...Object.fromEntries(byApplication.map(([name, seconds]) => [`postgres: ${name}`, seconds])),
      driver: (user + system) / 1e6,
    };
  }

  /** `kill -9`, and a successor after a while; resolves when that one has started. */
  async kill(name: ServiceName, downMs: number, onGone: () => Promise<void>): Promise<void> {
    const from = Date.now();
    this.starting.add(name);
    this.figures[name].look(this.pidOf(name));
    if (name === 'worker') await this.fleet.kill(0);
    else await this.killApi();
    await onGone();
    await sleep(downMs);
    await this.launchNoting(name);
    this.outages[name].push({ from, to: Date.now() });
  }

  async end(): Promise<void> {
    this.ending = true;
    await this.looking;
    await Promise.all([this.killApi(), this.fleet.end()]);
  }

  private pidOf(name: ServiceName): number | undefined {
    return name === 'api' ? this.api?.pid : this.fleet.pidOf(0);
  }

  private async look(): Promise<void> {
    for (; !this.ending; await sleep(LOOK_EVERY_MS)) {
      await this.lookOnce();
      for (const name of ['api', 'worker'] as const)
        if (this.pidOf(name) === undefined && !this.starting.has(name)) await this.launchAgain(name);
    }
  }

  private async lookOnce(): Promise<void> {
    for (const name of ['api', 'worker'] as const) this.figures[name].look(this.pidOf(name));
    await this.postgres.look();
  }

  private async launchAgain(name: ServiceName): Promise<void> {
    const from = Date.now() - LOOK_EVERY_MS;
    this.endedByThemselves.push(`the ${name} ended by itself at ${new Date(from).toISOString()}`);
    await this.launchNoting(name);
    this.outages[name].push({ from, to: Date.now() });
  }

  /** What cannot start is found, and started again at the next look. */
  private async launchNoting(name: ServiceName): Promise<void> {
    await this.launch(name).catch((error: Error) => this.endedByThemselves.push(`the ${name}: ${error.message}`));
  }

  private async launch(name: ServiceName): Promise<void> {
    this.starting.add(name);
    try {
      if (name === 'api') await this.launchApi();
      else await this.launchWorker();
    } finally {
      this.starting.delete(name);
    }
  }

  /** Resolves when it is ready, not when it is there. */
  private async launchWorker(): Promise<void> {
    await this.fleet.start(0);
    const ready = `http://127.0.0.1:${this.ports.worker}/health/ready`;
    for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
      const status = await fetch(ready, { signal: AbortSignal.timeout(1_000) }).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) return;
      if (this.fleet.pidOf(0) === undefined) throw new Error('it ended before it was ready');
      if (Date.now() > until) throw new Error(`it was not ready within ${READY_WITHIN_MS / 1_000} s`);
    }
  }

  private async launchApi(): Promise<void> {
    const level = this.output !== undefined && { LOG_LEVEL: 'debug' };
    const settings = { ...this.settings, ...level, PORT: String(this.ports.api) };
    const { child } = await startApi(this.installation, this.entries.api, settings, this.output);
    this.api = child;
    child.once('exit', () => {
      if (this.api === child) this.api = undefined;
    });
  }

  private async killApi(): Promise<void> {
    const child = this.api;
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
