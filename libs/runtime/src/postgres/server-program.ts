import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/** How a program of the server ended. */
export interface ProgramEnd {
  readonly succeeded: boolean;
  /** Where it failed: its messages, or what kept it from running. */
  readonly output: string;
}

const run = promisify(execFile);

/**
 * Runs one of the server's programs to its end, as the server's user. This process does other things meanwhile, and
 * ends the program where it ends itself. Never rejects.
 * @param program `initdb`, `postgres`
 * @param input what it reads
 */
export async function runProgram(
  { folder }: PostgresBinaries,
  { ids }: ServerUser,
  program: string,
  args: readonly string[],
  input = '',
): Promise<ProgramEnd> {
  let stop: (() => void) | undefined;
  try {
    const running = run(path.join(folder, 'bin', program), args, { ...ids, cwd: '/', env: serverEnvironment() });
    process.once('exit', (stop = () => void running.child.kill()));
    running.child.stdin?.on('error', () => undefined); // it ended before it had read all, which its end tells
    running.child.stdin?.end(input);
    await running;
    return { succeeded: true, output: '' };
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    return { succeeded: false, output: stderr || message };
  } finally {
    if (stop !== undefined) process.off('exit', stop);
  }
}

/**
 * PG… variables of the caller (PGDATA, PGOPTIONS, PGPORT) must not reach the server; messages stay English so that they
 * can be recognised.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name));
  return { ...Object.fromEntries(own), LC_MESSAGES: 'C' };
}
