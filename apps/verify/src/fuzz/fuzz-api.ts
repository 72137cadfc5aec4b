import path from 'node:path';
import { AccountStore, ApiKeyStore } from '@gable/persistence/accounts';
import { generateApiKey, hashApiKey, readSecrets } from '@gable/runtime';
import { withInstallation, type ChaosInstallation } from '../chaos/chaos-database.js';
import { FuzzedApi } from './fuzzed-api.js';
import { runFuzz, type FuzzOutcome } from './run-fuzz.js';

export interface FuzzPlan {
  /** The folder of the checkout, whose built API is started. */
  readonly root: string;
  readonly requests: number;
  readonly seed: number;
  /** Sends this request alone. */
  readonly only?: number | undefined;
  readonly say?: (line: string) => void;
}

/** Starts an API process on a database of its own and fuzzes it. */
export function fuzzApi({ root, requests, seed, only, say }: FuzzPlan): Promise<FuzzOutcome> {
  return withInstallation(async (installation) => {
    const apiKey = await makeKey(installation);
    const api = await FuzzedApi.start(path.join(root, 'apps', 'api', 'dist', 'main.js'), {
      DATABASE_URL: installation.url,
      GABLE_HOME: installation.home,
      RATE_LIMIT_PER_MINUTE: '0',
    });
    try {
      return await runFuzz({
        base: api.url,
        apiKey,
        database: installation.database,
        keyPepper: readSecrets(installation.home).keyPepper,
        rejectFile: path.join(installation.home, 'fuzz.rejects'),
        requests,
        seed,
        only,
        say,
      });
    } finally {
      await api.stop();
    }
  });
}

async function makeKey({ database, home }: ChaosInstallation): Promise<string> {
  const { apiKey, keyId } = generateApiKey();
  const now = await database.now();
  const { id: accountId } = await new AccountStore(database).ensure('fuzz', now);
  await new ApiKeyStore(database).create(
    {
      accountId,
      keyId,
      secretHash: hashApiKey(apiKey, readSecrets(home).keyPepper),
      role: 'ROLE_API_CLIENT',
      name: 'fuzz',
    },
    now,
  );
  return apiKey;
}
