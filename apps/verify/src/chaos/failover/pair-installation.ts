import { migrate, openDatabase } from '@gable/persistence';
import { makeHome, readSecrets } from '@gable/runtime';
import { PostgresPair } from '@gable/testing';
import type { Installation } from '../../installation.js';

/** Runs work on two servers, of which the second follows the first; leaves nothing behind. */
export async function withPair<T>(work: (installation: Installation, pair: PostgresPair) => Promise<T>): Promise<T> {
  const pair = await PostgresPair.begin(migrate, { synchronous: true });
  try {
    makeHome(pair.home);
    const database = await openDatabase(pair.bothUrl, { applicationName: 'gable chaos', poolSize: 6 });
    try {
      const { signingKeyEncryptionKey: encryptionKey } = readSecrets(pair.home);
      return await work({ home: pair.home, url: pair.bothUrl, database, encryptionKey }, pair);
    } finally {
      await database.close();
    }
  } finally {
    await pair.close();
  }
}
