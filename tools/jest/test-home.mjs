// Plain JavaScript on purpose: Jest loads global setup and teardown without a transform. The server itself is started
// by @gable/runtime.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what all specs together hold at one moment. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Every folder in which homes of test runs may lie. */
export const FOLDERS_OF_HOMES = [...new Set([os.tmpdir(), MEMORY])].filter((folder) => fs.existsSync(folder));

/**
 * Where the home of a run goes: in memory where there is room, else the temporary folder. Each database of a spec is
 * hundreds of files, and a clone costs five to twelve times the processor time on a disk. A TMPDIR that somebody set is
 * kept to.
 */
export function folderOfHomes() {
  return process.env.TMPDIR === undefined && hasRoom() && canRun() ? MEMORY : os.tmpdir();
}

function hasRoom() {
  try {
    const { bsize, bavail } = fs.statfsSync(MEMORY);
    const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
    return bsize * bavail >= ROOM_BYTES && available >= ROOM_BYTES;
  } catch {
    return false; // not Linux
  }
}

/** Specs run programs that lie in their temporary folder; a container may forbid it here. */
function canRun() {
  let folder;
  try {
    folder = fs.mkdtempSync(path.join(MEMORY, 'gable-can-run-'));
    const program = path.join(folder, 'program');
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } catch {
    return false; // nothing may be written here
  } finally {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Tells a process from a later one with the same id.
 * @param {number | string} pid
 */
export function startTimeOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return startTimeWithoutProc(pid);
  }
}

/** @param {number | string} pid */
function startTimeWithoutProc(pid) {
  try {
    return String(
      Date.parse(
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ),
    );
  } catch {
    return '0';
  }
}

/**
 * Stops the home's servers at once (nothing in them is worth keeping) and deletes all files.
 * @param {string | undefined} home
 */
export function removeTestHome(home) {
  if (!home) return;
  const real = fs.realpathSync(home);
  stopOpenSearch(path.join(real, 'opensearch'));
  const outside = path.join('/var/lib/gable', createHash('sha256').update(real).digest('hex').slice(0, 16));
  for (const folder of [path.join(real, 'postgres', 'cluster'), outside]) {
    try {
      stopServer(path.join(folder, 'data'));
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch (error) {
      if (!isForbidden(error)) throw error;
    }
  }
  try {
    fs.rmSync(real, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    // Left by another user's run; that user's next run removes it.
    if (!isForbidden(error)) throw error;
  }
}

/** @param {unknown} error */
function isForbidden(error) {
  return ['EACCES', 'EPERM'].includes(codeOf(error));
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** @param {string} home */
function stopOpenSearch(home) {
  let pid;
  try {
    pid = Number(JSON.parse(fs.readFileSync(path.join(home, 'server.json'), 'utf8')).pid);
  } catch {
    return; // none was started
  }
  end(pid, 'SIGKILL', path.join(home, 'node'));
}

/** @param {string} dataDirectory */
function stopServer(dataDirectory) {
  let pid;
  try {
    pid = Number(fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  end(pid, 'SIGQUIT', dataDirectory);
}

/**
 * Ends a process whose command line names the folder, and waits until it is gone. A pid may have been taken by
 * another process.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @param {string} folder
 */
function end(pid, signal, folder) {
  if (!commandLineOf(pid).includes(folder)) return;
  process.kill(pid, signal);
  const deadline = Date.now() + 10_000;
  while (commandLineOf(pid).includes(folder) && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

/** @param {number} pid */
function commandLineOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    try {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return '';
    }
  }
}
