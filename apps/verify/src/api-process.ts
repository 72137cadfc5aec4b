import type { ChildProcess } from 'node:child_process';
import type { NewApiKey } from '@gable/persistence/accounts';
import { freePort, readSecrets } from '@gable/runtime';
import { forkApp, makeApiKey, untilListening, type MadeKey } from '@gable/testing';
import type { Installation } from './installation.js';

/**
 * Starts one real API process on the port of its settings, else on a free one; resolves when it listens. `entry` is the
 * API's compiled main file; what the process writes goes to `output`, a file's descriptor.
 */
export async function startApi(
  { home, url }: Installation,
  entry: string,
  settings: Readonly<Record<string, string>> = {},
  output = 2,
): Promise<{ url: string; child: ChildProcess }> {
  const port = Number(settings.PORT ?? (await freePort()));
  const env = {
    ...process.env,
    DATABASE_URL: url,
    GABLE_HOME: home,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    PUBLIC_REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    ...settings,
  };
  // A session of its own, as a service has it: Linux may share processors among sessions (sched(7), autogroup).
  const child = forkApp(entry, env, { detached: true, log: output });
  await untilListening(child);
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Makes a key for an account, which is made too where there is none of that name. */
export function makeKey(
  { database, home }: Installation,
  account: string,
  name: string,
  more: Partial<Pick<NewApiKey, 'role' | 'sources'>> = {},
): Promise<MadeKey> {
  return makeApiKey(database, readSecrets(home).keyPepper, { account, name, ...more });
}
