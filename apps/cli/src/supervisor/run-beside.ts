import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Logger } from '@gable/runtime';

/**
 * Runs a script beside the start. Resolves when it has ended, however: what it makes is looked for by who needs it.
 * Its messages go to standard error.
 */
export function runBeside(script: string, log: Pick<Logger, 'warn'>, signal: AbortSignal): Promise<void> {
  const name = path.basename(script);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2], signal, killSignal: 'SIGTERM' });
    child.once('error', (error) => {
      if (!signal.aborted) log.warn({ script: name, err: error }, 'a script beside the start could not run');
      resolve();
    });
    child.once('exit', (code) => {
      if (code !== 0 && !signal.aborted) log.warn({ script: name, code }, 'a script beside the start failed');
      resolve();
    });
  });
}
