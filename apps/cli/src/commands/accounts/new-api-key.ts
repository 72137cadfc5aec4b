import { refuseNewSecrets, type Database } from '@gable/persistence';
import { SecretKeyStore } from '@gable/persistence/operation';
import { generateApiKey, hashApiKey, openSecrets, type Config } from '@gable/runtime';

/** A key, and what the store keeps of it: its public part, and an HMAC under the pepper of now. */
export async function newApiKey(
  database: Database,
  config: Config,
): Promise<{ apiKey: string; keyId: string; secretHash: Buffer; pepperId: string }> {
  await refuseNewSecrets(database, config);
  const secrets = openSecrets(config);
  await new SecretKeyStore(database).admit(secrets);
  const { apiKey, keyId } = generateApiKey();
  const { secret, id: pepperId } = secrets.keyPepper.active;
  return { apiKey, keyId, secretHash: hashApiKey(apiKey, secret), pepperId };
}
