import path from 'node:path';

/** The repository, seen from `apps/bench/dist/harness`. */
const root = path.resolve(import.meta.dirname, '../../../..');

export const API_ENTRY = path.join(root, 'apps/api/dist/main.js');
export const WORKER_ENTRY = path.join(root, 'apps/worker/dist/main.js');
