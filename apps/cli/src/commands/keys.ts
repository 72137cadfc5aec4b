import { ROLES, type Role } from '@gable/domain';
import { AccountStore, ApiKeyStore, apiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import { generateApiKey, hashApiKey, readSecrets } from '@gable/runtime';
import { Command, InvalidArgumentError, Option } from 'commander';
import { printAnswer } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

interface CreateOptions {
  account: string;
  role: Role;
  name: string;
  json?: boolean;
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--account <name>', 'the customer; made if there is none of that name', filled)
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).makeOptionMandatory())
    .requiredOption('--name <name>', 'what the key is for', filled)
    .option('--json', 'one JSON document on standard output')
    .action(({ account, role, name, json }: CreateOptions) =>
      withDatabase(async ({ database, config }) => {
        const { apiKey, keyId } = generateApiKey();
        const now = await database.now();
        const { id: accountId } = await new AccountStore(database).ensure(account, now);
        const secretHash = hashApiKey(apiKey, readSecrets(config.home).keyPepper);
        const apiKeyUuid = await new ApiKeyStore(database).create({ accountId, keyId, secretHash, role, name }, now);
        printAnswer(
          json,
          { apiKeyUuid, apiKey, account, role, name },
          `${apiKey}\nKey ${apiKeyUuid} (${role}) of ${account}. It is not shown again.`,
        );
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list keys, without their secrets')
    .option('--account <name>', 'of this customer only')
    .option('--json', 'one JSON document on standard output')
    .action(({ account, json }: { account?: string; json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const owner = account === undefined ? undefined : await new AccountStore(database).find(account);
        if (owner === null)
          throw Object.assign(new Error(`There is no account named ${account}.`), { code: 'UNKNOWN_ACCOUNT' });
        const now = await database.now();
        const keys = (await new ApiKeyStore(database).list(owner?.id)).map((key) => listed(key, now));
        const lines = keys.map(({ apiKeyUuid, account: of, role, name, status }) =>
          [apiKeyUuid, status.padEnd(7), role.padEnd(15), of, name].join('  '),
        );
        printAnswer(json, keys, lines.join('\n') || 'There are no keys.');
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key; requests with it are refused within 10 s')
    .argument('<uuid>', 'the key’s public uuid')
    .option('--json', 'one JSON document on standard output')
    .action((apiKeyUuid: string, { json }: { json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(apiKeyUuid);
        const revoked = isUuid && (await new ApiKeyStore(database).revoke(apiKeyUuid, await database.now()));
        if (!revoked)
          throw Object.assign(new Error(`There is no key ${apiKeyUuid}; gable keys list shows all.`), {
            code: 'UNKNOWN_KEY',
          });
        printAnswer(json, { apiKeyUuid, status: 'REVOKED' }, `Key ${apiKeyUuid} is revoked.`);
      }),
    );
}

function filled(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('Expects 1 to 200 characters.');
  return text.trim();
}

function listed(key: StoredApiKey, now: Date) {
  const { apiKeyUuid, accountName, role, name, createdAt, expiresAt, revokedAt } = key;
  return {
    apiKeyUuid,
    account: accountName,
    role,
    name,
    status: apiKeyStatus(key, now),
    createdAt,
    expiresAt,
    revokedAt,
  };
}
