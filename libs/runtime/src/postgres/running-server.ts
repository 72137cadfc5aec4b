import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, identifyProcess } from '../process/process-identity.js';

/** A postmaster at work on a data directory. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

const POLL_MS = 20;

/** The live postmaster of this data directory, as its `postmaster.pid` says; undefined when there is none. */
export function findRunningServer(dataDirectory: string): RunningServer | undefined {
  const lines = readPidFile(dataDirectory);
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, dataDirectory)) return undefined;
  const status = lines[7]?.trim();
  return {
    pid,
    port: Number(lines[3]),
    state: status === 'ready' ? 'ready' : status === 'stopping' ? 'stopping' : 'starting',
  };
}

/** Above every limit of process ids (2^22 on Linux), so that nobody ever has it. */
const NOBODYS_PID = 2_147_483_646;

/**
 * Makes a `postmaster.pid` without its server harmless: PostgreSQL does not start while any process has that number.
 * Only the number is replaced, since the shared memory named there shows PostgreSQL whether backends of a killed server
 * are still at work.
 */
export function disarmPidFile(dataDirectory: string): void {
  const [pid, ...rest] = readPidFile(dataDirectory);
  if (pid === undefined || isPostmasterOf(Number(pid), dataDirectory)) return;
  fs.writeFileSync(path.join(dataDirectory, 'postmaster.pid'), [NOBODYS_PID, ...rest].join('\n'));
}

/** Tells a server to stop, without waiting: clients are cut, everything is written down. */
export function askToStop(dataDirectory: string): void {
  const server = findRunningServer(dataDirectory);
  if (server !== undefined) signal(server.pid, 'SIGINT');
}

/**
 * Stops a server: fast (clients are cut, everything is written down), and at the timeout at once (the next start
 * replays the log; nothing is lost).
 */
export async function stopServer(dataDirectory: string, timeoutMs: number): Promise<void> {
  const server = findRunningServer(dataDirectory);
  if (server === undefined) return;
  signal(server.pid, 'SIGINT');
  if (await isGone(server.pid, timeoutMs)) return;
  signal(server.pid, 'SIGQUIT');
  await isGone(server.pid, 5_000);
}

async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (identifyProcess(pid) !== undefined) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Looks at the command line, not at /proc/…/cwd: in a container root may not read that of another user's process. */
function isPostmasterOf(pid: number, dataDirectory: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || identifyProcess(pid) === undefined) return false;
  return process.platform === 'win32' || commandLineOf(pid).includes(dataDirectory);
}

function readPidFile(dataDirectory: string): string[] {
  try {
    return fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
