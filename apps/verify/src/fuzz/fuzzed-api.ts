import path from 'node:path';
import { readSecrets } from '@gable/runtime';
import { endProcess } from '@gable/testing';
import { makeKey, startApi } from '../api-process.js';
import { withInstallation } from '../installation.js';
import { FEED_DOMAIN, type FuzzTarget } from './fuzz-fixture.js';

/** A running API on a database of its own, still empty, with a key for it. */
export type FuzzedApi = Omit<FuzzTarget, 'agent'>;

/** Starts an API process of a checkout for as long as some work takes. */
export function withFuzzedApi<T>(
  root: string,
  settings: Readonly<Record<string, string>>,
  work: (api: FuzzedApi) => Promise<T>,
): Promise<T> {
  return withInstallation(async (installation) => {
    const { database, home } = installation;
    const { apiKey } = await makeKey(installation, 'fuzz', 'fuzz');
    const provider = { role: 'ROLE_FEED_PROVIDER', sources: [FEED_DOMAIN] } as const;
    const { apiKey: feedKey } = await makeKey(installation, 'fuzz', 'feeds', provider);
    const entry = path.join(root, 'apps', 'api', 'dist', 'main.js');
    const { url, child } = await startApi(installation, entry, {
      LOG_LEVEL: 'error',
      OPERATOR_ACCOUNTS: 'fuzz',
      ...settings,
    });
    try {
      return await work({
        base: new URL(url),
        apiKey,
        feedKey,
        database,
        keyPepper: readSecrets(home).keyPepper,
        rejectFile: path.join(home, 'fuzz.rejects'),
      });
    } finally {
      await endProcess(child, 'SIGTERM');
    }
  });
}
