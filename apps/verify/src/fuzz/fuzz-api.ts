import { once } from 'node:events';
import path from 'node:path';
import { readSecrets } from '@gable/runtime';
import { makeKey, startApi } from '../api-process.js';
import { withInstallation } from '../installation.js';
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
export function fuzzApi({ root, ...plan }: FuzzPlan): Promise<FuzzOutcome> {
  return withInstallation(async (installation) => {
    const { database, home } = installation;
    const { apiKey } = await makeKey(installation, 'fuzz', 'fuzz');
    const entry = path.join(root, 'apps', 'api', 'dist', 'main.js');
    const { url, child } = await startApi(installation, entry, { LOG_LEVEL: 'error' });
    try {
      return await runFuzz({
        ...plan,
        base: new URL(url),
        apiKey,
        database,
        keyPepper: readSecrets(home).keyPepper,
        rejectFile: path.join(home, 'fuzz.rejects'),
      });
    } finally {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && child.kill('SIGTERM')) await once(child, 'exit');
    }
  });
}
