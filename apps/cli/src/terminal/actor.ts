import { InvalidArgumentError, Option } from 'commander';
import os from 'node:os';

/** Who acts, for the audit trail. */
export function actorOption(): Option {
  return new Option('--by <name>', 'who does it; the user of this machine if left out').argParser(filled);
}

export function actorOf(by: string | undefined): string {
  return by ?? userOfMachine();
}

/** 1 to 500 characters. */
export function filled(text: string): string {
  if (text.trim() === '' || text.length > 500) throw new InvalidArgumentError('Expects 1 to 500 characters.');
  return text.trim();
}

/** A container may run as a user without a name. */
function userOfMachine(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
