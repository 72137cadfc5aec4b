import { readHostName } from '@gable/domain/listing';
import { quotasWith, ROLES, type Role } from '@gable/domain';
import { AccountStore, ApiKeyStore, apiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import { SecretKeyStore } from '@gable/persistence/operation';
import { generateApiKey, hashApiKey, openSecrets } from '@gable/runtime';
import { Command, InvalidArgumentError, Option } from 'commander';
import { printAnswer } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

/** A request carries them all along. */
const MOST_SOURCES = 1_000;

interface CreateOptions {
  account: string;
  role: Role;
  source: string[];
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
    .option(
      '--source <domain>',
      'of a ROLE_FEED_PROVIDER: a source whose feeds it may send; repeatable',
      sourceList,
      [],
    )
    .requiredOption('--name <name>', 'what the key is for', filled)
    .option('--json', 'one JSON document on standard output')
    .action(({ account, role, source: sources, name, json }: CreateOptions, command: Command) => {
      if ((role === 'ROLE_FEED_PROVIDER') !== sources.length > 0)
        command.error('--source and ROLE_FEED_PROVIDER go together: a feed key is bound to its sources, no other is.');
      return withDatabase(async ({ database, config }) => {
        const secrets = openSecrets(config);
        await new SecretKeyStore(database).admit(secrets);
        const { apiKey, keyId } = generateApiKey();
        const now = await database.now();
        const { id: accountId } = await new AccountStore(database).ensure(account, now);
        const { secret, id: pepperId } = secrets.keyPepper.active;
        const key = { accountId, keyId, secretHash: hashApiKey(apiKey, secret), pepperId, role, sources, name };
        const keys = new ApiKeyStore(database, quotasWith(config.accountQuotas));
        const apiKeyUuid = await keys.create(key, now);
        printAnswer(
          json,
          { apiKeyUuid, apiKey, account, role, sources, name },
          `${apiKey}\nKey ${apiKeyUuid} (${[role, ...sources].join(' ')}) of ${account}. It is not shown again.`,
        );
      });
    });
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
        const lines = keys.map(({ apiKeyUuid, account: of, role, sources, name, status }) =>
          [apiKeyUuid, status.padEnd(7), role.padEnd(18), of, name, ...sources].join('  '),
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

function sourceList(text: string, before: string[]): string[] {
  const domain = readHostName(text);
  if (domain === undefined) throw new InvalidArgumentError('Expects a host name such as agency.example.');
  if (before.length >= MOST_SOURCES) throw new InvalidArgumentError(`A key has ${MOST_SOURCES} sources at most.`);
  return before.includes(domain) ? before : [...before, domain];
}

function filled(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('Expects 1 to 200 characters.');
  return text.trim();
}

function listed(key: StoredApiKey, now: Date) {
  const { apiKeyUuid, accountName, role, sources, name, createdAt, expiresAt, revokedAt } = key;
  return {
    apiKeyUuid,
    account: accountName,
    role,
    sources,
    name,
    status: apiKeyStatus(key, now),
    createdAt,
    expiresAt,
    revokedAt,
  };
}
