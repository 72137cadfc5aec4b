import path from 'node:path';

/** The repository, seen from `apps/bench/dist/harness`. */
const root = path.resolve(import.meta.dirname, '../../../..');

export const API_ENTRY = apiEntryOf(root);
export const WORKER_ENTRY = path.join(root, 'apps/worker/dist/main.js');

/** The API as it was built in another checkout. */
export function apiEntryOf(checkout: string): string {
  return path.resolve(checkout, 'apps/api/dist/main.js');
}
