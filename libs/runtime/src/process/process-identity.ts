import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Names one process for ever: a process id alone is reused, so its start time goes with it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process only. */
  readonly startedAt: string;
}

/** The identity of a running process (this one by default); undefined when there is none or it is only a zombie. */
export function identifyProcess(pid: number = process.pid): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return identifyFromProc(pid);
  if (process.platform === 'win32') return answersSignal(pid) ? { pid, startedAt: 'unknown' } : undefined;
  const [state = '', ...started] = ps(pid, 'stat=,lstart=').split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : { pid, startedAt: started.join(' ') };
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/**
 * The arguments a process was started with, joined by NUL on Linux and by blanks elsewhere; empty when it is not there.
 */
export function commandLineOf(pid: number): string {
  if (process.platform === 'linux') return readProc(pid, 'cmdline');
  return process.platform === 'win32' ? '' : ps(pid, 'command=');
}

function identifyFromProc(pid: number): ProcessIdentity | undefined {
  const stat = readProc(pid, 'stat');
  // The name in parentheses may hold anything, so count from its end: state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startedAt = fields[19];
  return startedAt === undefined || state === 'Z' || state === 'X' ? undefined : { pid, startedAt };
}

function readProc(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-ww', '-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
