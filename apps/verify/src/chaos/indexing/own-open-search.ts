import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs work on an OpenSearch of its own with a home that is removed at the end; what was fetched for it is kept.
 * `launcher` is tools/opensearch/main.mjs.
 */
export async function withOwnOpenSearch<T>(launcher: string, work: (url: string) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-opensearch-'));
  fs.chmodSync(home, 0o711); // as root the server runs as another user, who has to get in
  const own = ['--home', path.join(home, 'server')];
  try {
    const { stdout } = await run(process.execPath, [launcher, 'start', ...own, '--port', '0']);
    return await work((JSON.parse(stdout) as { url: string }).url);
  } finally {
    await run(process.execPath, [launcher, 'stop', ...own]);
    fs.rmSync(home, { recursive: true, force: true });
  }
}
