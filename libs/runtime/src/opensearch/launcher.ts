import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenSearchOptions, StartedOpenSearch } from './server.js';

const run = promisify(execFile);

/**
 * The compiled command of this folder: `start`, `stop` and `status` of a server, a line of JSON each. It is run as a
 * process, because fetching and unpacking block it.
 */
export const OPENSEARCH_LAUNCHER = fileURLToPath(new URL('../../dist/opensearch/main.js', import.meta.url));

/**
 * Starts the server of a home, or finds it running. @throws in words for the operator; what the launcher ended with is
 * the cause.
 */
export async function launchOpenSearch(
  { home, software, port = 0, heap }: OpenSearchOptions,
  signal?: AbortSignal,
): Promise<StartedOpenSearch> {
  const options = Object.entries({ home, port: String(port), software, heap });
  const args = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  try {
    const { stdout } = await run(process.execPath, [OPENSEARCH_LAUNCHER, 'start', ...args], { signal });
    return JSON.parse(stdout) as StartedOpenSearch;
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr?.trim() || (error as Error).message, { cause: error });
  }
}

/** Stops the server of a home and waits until it is gone, or until the time is up; 0 = no limit. */
export async function stopOpenSearch(home: string, timeoutMs = 0): Promise<void> {
  await run(process.execPath, [OPENSEARCH_LAUNCHER, 'stop', '--home', home], { timeout: timeoutMs });
}
