import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/process-identity.js';

/** Notes that this process uses the home's server. The answer takes the note back. */
export function joinUsers(folder: string): () => void {
  const users = path.join(folder, 'users');
  fs.mkdirSync(users, { recursive: true, mode: 0o700 });
  const file = path.join(users, `${process.pid}-${randomUUID()}`);
  fs.writeFileSync(file, JSON.stringify(identifyProcess()), { mode: 0o600 });
  return () => fs.rmSync(file, { force: true });
}

/** How many living users the server has; forgets those that were killed. Call it under the home's lock. */
export function countUsers(folder: string): number {
  const users = path.join(folder, 'users');
  return fs.readdirSync(users).filter((name) => isLivingUser(path.join(users, name))).length;
}

function isLivingUser(file: string): boolean {
  try {
    if (isRunning(JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessIdentity)) return true;
  } catch {
    // Cut short by a kill while it was written: its writer is gone.
  }
  fs.rmSync(file, { force: true });
  return false;
}
