import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@gable/runtime';

/**
 * From the command of `npm start` to its ready line; it has ended again when this resolves.
 * @throws where it ends before it is ready
 */
export async function secondsToReady(checkout: string, home: string): Promise<number> {
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
