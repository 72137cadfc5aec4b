import { LARGEST_QUOTA, quotasWith } from '@gable/domain';
import type { Database } from '@gable/persistence';
import { AccountStore, ApiKeyStore, type NewApiKey } from '@gable/persistence/accounts';
import { generateApiKey, hashApiKey, parseApiKey, type KeyRing } from '@gable/runtime';

/** What a key is for; `ROLE_API_CLIENT` where no role is given. */
export interface WantedKey extends Partial<Omit<NewApiKey, 'accountId' | 'keyId' | 'secretHash' | 'pepperId'>> {
  /** The account's name. It is made where there is none of that name. */
  account: string;
}

/** A key as a client sends it and as usage counts it. */
export interface MadeKey {
  readonly apiKey: string;
  readonly apiKeyUuid: string;
}

/** Makes a key that every API with this pepper accepts. */
export async function makeApiKey(
  database: Database,
  keyPepper: KeyRing | string,
  { account, role = 'ROLE_API_CLIENT', name = 'spec', ...more }: WantedKey,
): Promise<MadeKey> {
  const { apiKey, keyId } = generateApiKey();
  const now = await database.now();
  const { id: accountId } = await new AccountStore(database).ensure(account, now);
  const secretHash = hashApiKey(apiKey, keyPepper);
  // A run of chaos makes a key for every process that it kills.
  const keys = new ApiKeyStore(database, quotasWith({ keys: LARGEST_QUOTA }));
  const apiKeyUuid = await keys.create({ ...more, accountId, keyId, secretHash, role, name }, now);
  return { apiKey, apiKeyUuid };
}

/** Revokes a key that was made, so that it is good for nothing from now on. */
export async function revokeApiKey(database: Database, apiKey: string): Promise<void> {
  const keys = new ApiKeyStore(database);
  const key = await keys.findByKeyId(parseApiKey(apiKey)!.keyId);
  await keys.revoke(key!.apiKeyUuid, await database.now());
}
