import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { LARGEST_QUOTA, quotasWith } from '@gable/domain';
import { AccountStore, ApiKeyStore, type NewApiKey } from '@gable/persistence/accounts';
import { freePort, generateApiKey, hashApiKey, readSecrets } from '@gable/runtime';
import type { Installation } from './installation.js';

/** A key of an installation, as a client sends it and as usage counts it. */
export interface MadeKey {
  readonly apiKey: string;
  readonly apiKeyUuid: string;
}

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
  const child = fork(entry, [], { env, detached: true, stdio: ['ignore', output, output, 'ipc'] });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The API ended with ${code} before it listened.`);
    }),
  ]);
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Makes a key for an account, which is made too where there is none of that name. */
export async function makeKey(
  { database, home }: Installation,
  account: string,
  name: string,
  { role = 'ROLE_API_CLIENT', sources = [] }: Partial<Pick<NewApiKey, 'role' | 'sources'>> = {},
): Promise<MadeKey> {
  const { apiKey, keyId } = generateApiKey();
  const now = await database.now();
  const { id: accountId } = await new AccountStore(database).ensure(account, now);
  const secretHash = hashApiKey(apiKey, readSecrets(home).keyPepper);
  // A run of chaos makes a key for every process that it kills.
  const apiKeyUuid = await new ApiKeyStore(database, quotasWith({ keys: LARGEST_QUOTA })).create(
    { accountId, keyId, secretHash, role, sources, name },
    now,
  );
  return { apiKey, apiKeyUuid };
}
