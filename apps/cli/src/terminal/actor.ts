import { Option } from 'commander';
import os from 'node:os';
import { filled } from './filled.js';

/** Who acts, for the audit trail. */
export function actorOption(): Option {
  return new Option('--by <name>', 'who does it, for the audit log; by default, the user of this machine').argParser(
    filled,
  );
}

export function actorOf(by: string | undefined): string {
  return by ?? userOfMachine();
}

/** A container may run as a user without a name. */
function userOfMachine(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
