import { freePort, readSecrets, withLargePages } from '@gable/runtime';
import { endProcess } from '@gable/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cpuSecondsOf } from './cpu-seconds-of.js';
import { WORKER_ENTRY } from './entries.js';
import { memoryOf } from './memory-of.js';

/** One real worker process, as `gable up` starts it, with a home and a port of its own. */
export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly home: string,
  ) {}

  /** `startedAt` is the moment before the process is made, on the clock of `performance.now()`. */
  static async start(
    databaseUrl: string,
    environment: Record<string, string> = {},
  ): Promise<{ worker: WorkerProcess; startedAt: number }> {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-worker-'));
    const env = withLargePages({
      ...process.env,
      DATABASE_URL: databaseUrl,
      GABLE_HOME: home,
      FEEDS_DIR: path.join(home, 'feeds'),
      WORKER_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      ...environment,
    });
    const startedAt = performance.now();
    const child = spawn(process.execPath, [WORKER_ENTRY], { env, stdio: ['ignore', 2, 2] });
    return { worker: new WorkerProcess(child, home), startedAt };
  }

  /** What the keys of alerts are sealed with, so that it can sign what it sends. */
  encryptionKey(): string {
    return readSecrets(this.home).signingKeyEncryptionKey;
  }

  /** Throws when the process has ended by itself: then there is nothing to wait for. */
  assertAlive(): void {
    if (this.child.exitCode !== null)
      throw new Error(`The worker ended with code ${this.child.exitCode}; its log is above.`);
  }

  /** Resident memory in megabytes, now and at most; undefined where the system does not say. */
  memory(): { now: number; peak: number } | undefined {
    return memoryOf(this.child.pid);
  }

  /** The same as figures of a result; none where the system does not say. */
  memoryFigures(): Record<string, number> {
    const memory = this.memory();
    return memory === undefined ? {} : { residentMegabytes: memory.now, peakMegabytes: memory.peak };
  }

  /** Processor seconds it has used so far, to a hundredth; undefined where the system does not say. */
  cpuSeconds(): number | undefined {
    const { pid } = this.child;
    return pid !== undefined && fs.existsSync(`/proc/${pid}/stat`) ? cpuSecondsOf(pid) : undefined;
  }

  async stop(): Promise<void> {
    await endProcess(this.child, 'SIGTERM');
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}
