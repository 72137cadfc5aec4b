import { spawn } from 'node:child_process';
import path from 'node:path';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/** How a program of the server ended. */
export interface ProgramEnd {
  readonly succeeded: boolean;
  /** Its messages, and what kept it from running. */
  readonly output: string;
}

/**
 * Runs one of the server's programs to its end, as the server's user. This process does other things meanwhile, and
 * ends the program where it ends itself.
 * @param program `initdb`, `postgres`
 * @param input what it reads
 */
export function runProgram(
  { folder }: PostgresBinaries,
  { ids }: ServerUser,
  program: string,
  args: readonly string[],
  input = '',
): Promise<ProgramEnd> {
  const child = spawn(path.join(folder, 'bin', program), args, {
    ...ids,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.on('error', () => undefined); // it ended before it had read all, which its end tells
  child.stdin.end(input);
  return new Promise((resolve) => {
    const end = (succeeded: boolean, problem = ''): void => {
      process.off('exit', stop);
      resolve({ succeeded, output: `${problem}\n${output}` });
    };
    child.once('error', (error) => end(false, error.message));
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * PG… variables of the caller (PGDATA, PGOPTIONS, PGPORT) must not reach the server; messages stay English so that they
 * can be recognised.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name));
  return { ...Object.fromEntries(own), LC_MESSAGES: 'C' };
}
