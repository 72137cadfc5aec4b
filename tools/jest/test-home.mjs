// Plain JavaScript on purpose: Jest loads global setup and teardown without a transform. The server itself is started by @gable/runtime.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Tells a process from a later one with the same id. */
export function startTimeOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return startTimeWithoutProc(pid);
  }
}

function startTimeWithoutProc(pid) {
  try {
    return String(Date.parse(execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })));
  } catch {
    return '0';
  }
}

/** Stops the home's database server at once (nothing in it is worth keeping) and deletes all files. */
export function removeTestHome(home) {
  if (!home) return;
  const real = fs.realpathSync(home);
  const outside = path.join('/var/lib/gable', createHash('sha256').update(real).digest('hex').slice(0, 16));
  for (const folder of [path.join(real, 'postgres', 'cluster'), outside]) {
    try {
      stopServer(path.join(folder, 'data'));
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch (error) {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    }
  }
  try {
    fs.rmSync(real, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    // Left by another user's run; that user's next run removes it.
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  }
}

function stopServer(dataDirectory) {
  let pid;
  try {
    pid = Number(fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (!commandLineOf(pid).includes(dataDirectory)) return;
  process.kill(pid, 'SIGQUIT');
  const deadline = Date.now() + 10_000;
  while (commandLineOf(pid).includes(dataDirectory) && Date.now() < deadline) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

function commandLineOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    try {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return '';
    }
  }
}
