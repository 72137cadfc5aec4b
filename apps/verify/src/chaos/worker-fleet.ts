import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { freePort } from '@gable/runtime';
import { endProcess } from '@gable/testing';
import type { Installation } from '../installation.js';

/** Real worker processes on one database. Only processes made here are ever signalled, each by its own id. */
export class WorkerFleet {
  private readonly workers: (ChildProcess | undefined)[];
  /** Codes of workers that ended by themselves, which none should. */
  readonly endedByThemselves: (number | string)[] = [];
  private ending = false;

  constructor(
    private readonly installation: Installation,
    readonly size: number,
    private readonly entry: string,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {
    this.workers = Array.from({ length: size }, () => undefined);
  }

  /** The process that runs at a place now. */
  pidOf(place: number): number | undefined {
    return this.workers[place]?.pid;
  }

  async start(place: number): Promise<void> {
    const { home, url } = this.installation;
    const env = {
      ...process.env,
      DATABASE_URL: url,
      GABLE_HOME: home,
      FEEDS_DIR: path.join(home, 'feeds'),
      WORKER_PORT: String(await freePort()),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      ...this.settings,
    };
    const child = spawn(process.execPath, [this.entry], { env, detached: true, stdio: ['ignore', 2, 2] });
    this.workers[place] = child;
    child.once('exit', (code, signal) => {
      if (!this.ending && signal !== 'SIGKILL') this.endedByThemselves.push(code ?? signal ?? 'unknown');
      if (this.workers[place] === child) this.workers[place] = undefined;
    });
  }

  /**
   * Starts again what ended by itself, which a worker does that finds no database when it starts; its supervisor would
   * do the same.
   */
  async startMissing(): Promise<void> {
    for (const [place, worker] of this.workers.entries()) {
      if (worker !== undefined) continue;
      this.endedByThemselves.pop();
      await this.start(place);
    }
  }

  /** `kill -9`; resolves when the process is gone. */
  async kill(place: number): Promise<void> {
    const child = this.workers[place];
    if (child !== undefined) await endProcess(child, 'SIGKILL');
  }

  /** Stops the process as it stands, connections and all; `resume` lets it go on. */
  suspend(place: number): void {
    this.workers[place]?.kill('SIGSTOP');
  }

  resume(place: number): void {
    this.workers[place]?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    this.ending = true;
    await Promise.all(this.workers.map((_, place) => this.kill(place)));
  }
}
