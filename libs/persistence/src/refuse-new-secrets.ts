import fs from 'node:fs';
import path from 'node:path';
import { lacksSecrets, secretsFileOf, SecretsRefused, type SecretsOrigin } from '@gable/runtime';
import type { Queryable } from './database/database.js';
import { openDatabase } from './open-database.js';
import { SELECT_SECRET_KEYS } from './operation/statements/secret-keys.js';

/**
 * Before secrets are opened, which makes those that are not there: where the database knows others, new ones would be
 * refused, and the file would stay. @throws SecretsRefused
 */
export async function refuseNewSecrets(database: Queryable, origin: SecretsOrigin): Promise<void> {
  if (!lacksSecrets(origin)) return;
  const [found] = await database.query<{ isThere: boolean }>(
    `select to_regclass('secret_key') is not null as "isThere"`,
  );
  if (!found!.isThere) return;
  const known = await database.query<{ keyId: string; state: string }>(SELECT_SECRET_KEYS);
  const needed = known.filter(({ state }) => state !== 'RETIRED');
  if (needed.length > 0) throw refused(origin, `the database needs ${needed.map(({ keyId }) => keyId).join(', ')}`);
}

/** The same for a process that has no connection yet. An embedded database was made with secrets, too. */
export async function refuseNewSecretsOf(
  origin: SecretsOrigin & { readonly databaseUrl?: string; readonly databaseDirectUrl?: string },
): Promise<void> {
  if (!lacksSecrets(origin)) return;
  const { databaseUrl, databaseDirectUrl: directUrl, home, secretsFile } = origin;
  if (databaseUrl === undefined) {
    if (secretsFile !== undefined && fs.existsSync(path.join(home, 'postgres', 'cluster')))
      throw refused(origin, `the database of ${home} was made with others`);
    return;
  }
  const database = await openDatabase(databaseUrl, { poolSize: 1, applicationName: 'gable secrets', directUrl });
  await refuseNewSecrets(database, origin).finally(() => database.close());
}

function refused(origin: SecretsOrigin, why: string): SecretsRefused {
  return new SecretsRefused([`there is no ${secretsFileOf(origin)}, and none is made: ${why}`]);
}
