import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@gable/runtime';

/** A checkout that was started as `npm start` does, in a home of its own, and has ended again. */
export class Started {
  private constructor(
    private readonly checkout: string,
    private readonly home: string,
    /** From the command to the ready line, in an empty home, with nothing built. */
    readonly seconds: number,
  ) {}

  static async first(checkout: string): Promise<Started> {
    const cleaned = spawnSync(process.execPath, ['tools/clean.mjs'], { cwd: checkout, stdio: ['ignore', 2, 2] });
    if (cleaned.status !== 0) throw new Error(`tools/clean.mjs of ${checkout} ended with ${cleaned.status}`);
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-start-'));
    fs.chmodSync(home, 0o711); // as root the server runs as another user, and has to get in
    return new Started(checkout, home, await startAndStop(checkout, home));
  }

  /** The same again: everything is there. */
  again(): Promise<number> {
    return startAndStop(this.checkout, this.home);
  }

  remove(): void {
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @throws where it ends before it is ready */
async function startAndStop(checkout: string, home: string): Promise<number> {
  const [port, workerPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    GABLE_HOME: path.join(home, '.gable'),
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    LOG_LEVEL: 'error',
  };
  const began = performance.now();
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 2] });
  const ended = once(child, 'exit');
  try {
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Gable is ready')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`npm start of ${checkout} ended with ${code}: ${said}`)));
    });
    return (performance.now() - began) / 1_000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
