import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.js';

const POLL_MS = 20;
/** A reaper needs microseconds between its two system calls; one that is this old was killed between them. */
const DEAD_REAPER_MS = 10_000;

/**
 * Runs the work while this process alone holds the lock file. A lock left by a killed process is taken over.
 * @throws when somebody else keeps it longer than `timeoutMs`.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const token = randomUUID();
  await takeLock(file, token, Date.now() + timeoutMs);
  try {
    return await work();
  } finally {
    if (readLock(file)?.token === token) fs.rmSync(file, { force: true });
  }
}

interface LockHolder extends ProcessIdentity {
  readonly token: string;
}

async function takeLock(file: string, token: string, deadline: number): Promise<void> {
  const draft = `${file}.${token}`;
  try {
    // Linking a complete file makes content and existence appear at once: no reader ever sees a half-written lock.
    fs.writeFileSync(draft, JSON.stringify({ ...identifyProcess(), token }), { mode: 0o600 });
    for (;;) {
      if (linked(draft, file)) return;
      const holder = readLock(file);
      if (holder !== undefined && !isRunning(holder)) reap(file, holder);
      else if (Date.now() > deadline)
        throw new Error(`${file} is held by process ${holder?.pid ?? 'unknown'} for too long.`);
      else await sleep(POLL_MS);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Only the one who creates the reaper's file may remove that very lock; otherwise the second of two would remove the
 * first one's new lock.
 */
function reap(file: string, dead: LockHolder): void {
  const reaper = `${file}.reaps-${createHash('sha256').update(dead.token).digest('hex').slice(0, 12)}`;
  try {
    fs.closeSync(fs.openSync(reaper, 'wx', 0o600));
  } catch {
    const age = Date.now() - (fs.statSync(reaper, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > DEAD_REAPER_MS) fs.rmSync(reaper, { force: true });
    return;
  }
  if (readLock(file)?.token === dead.token) fs.rmSync(file, { force: true });
  fs.rmSync(reaper, { force: true });
}

function linked(draft: string, file: string): boolean {
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): LockHolder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
