import path from 'node:path';

/** The repository, seen from `apps/bench/dist/harness`. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');

export const API_ENTRY = apiEntryOf(ROOT);
export const WORKER_ENTRY = path.join(ROOT, 'apps/worker/dist/main.js');

/** The API as it was built in another checkout. */
export function apiEntryOf(checkout: string): string {
  return path.resolve(checkout, 'apps/api/dist/main.js');
}
