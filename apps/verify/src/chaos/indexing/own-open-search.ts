import { launchOpenSearch, stopOpenSearch } from '@gable/runtime/opensearch';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Runs work on an OpenSearch of its own, whose home is removed at the end. What was downloaded for it is kept. */
export async function withOwnOpenSearch<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-opensearch-'));
  fs.chmodSync(folder, 0o711); // as root the server runs as another user, who has to get in
  const home = path.join(folder, 'server');
  try {
    return await work((await launchOpenSearch({ home })).url);
  } finally {
    await stopOpenSearch(home);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
