import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface AppProcessOptions {
  /** Whether it leads a session of its own. */
  readonly detached?: boolean;
  /** The descriptor of the file that it writes to, or `pipe` for whoever reads its standard error. */
  readonly log?: number | 'pipe';
}

/** Starts the API or the worker, as its supervisor does: a compiled main file that says when it listens. */
export function forkApp(
  entry: string,
  env: NodeJS.ProcessEnv,
  { detached = false, log = 2 }: AppProcessOptions = {},
): ChildProcess {
  return fork(entry, [], { env, detached, stdio: ['ignore', log === 'pipe' ? 2 : log, log, 'ipc'] });
}

/**
 * Answers the port on which the process listens, once it does.
 * @throws where it ends before
 */
export async function untilListening(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code ?? signal} before it listened; its log is above.`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  return port;
}

/** Sends the signal and answers the exit code once the process is gone, which it may already be. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await gone)[0];
}
