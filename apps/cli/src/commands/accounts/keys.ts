import { readHostName } from '@gable/domain/listing';
import { isScopeOf, isUuid, quotasWith, ROLES, SCOPES, type Role, type Scope } from '@gable/domain';
import { AccountStore, ApiKeyStore, apiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { filledName } from '../../terminal/filled.js';
import { expiresOption, refusePast } from './expires-option.js';
import { findAccount } from './find-account.js';
import { rotateCommand } from './keys-rotate.js';
import { AS_ACCOUNT, setCommand } from './keys-set.js';
import { AS_NEXT, limitIn, rateOption, type Said } from './limit-options.js';
import { newApiKey } from './new-api-key.js';
import { unknownKey } from './unknown-key.js';

/** A request carries them all along. */
const MOST_SOURCES = 1_000;

interface CreateOptions {
  account: string;
  role: Role;
  source: string[];
  name: string;
  scope: Scope[];
  requestsPerMinute?: Said;
  expires?: Date;
  by?: string;
  json?: boolean;
}

export function keysCommand(): Command {
  return new Command('keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('create a key; it is shown only once')
    .requiredOption('--account <name>', 'the customer; created if there is none of that name', filledName)
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).makeOptionMandatory())
    .option('--source <domain>', 'for ROLE_FEED_PROVIDER: a source whose feeds it may send; repeatable', sourceList, [])
    .option(
      '--scope <scopes>',
      `the only scopes that it may use, separated by commas: ${SCOPES.join(', ')}; by default, all that ` +
        'its role allows',
      scopeList,
      [],
    )
    .addOption(rateOption('it', AS_ACCOUNT))
    .requiredOption('--name <name>', 'what the key is for', filledName)
    .option('--json', 'one JSON document on standard output')
    .addOption(expiresOption('by default, it does not expire'))
    .addOption(actorOption())
    .action((options: CreateOptions, command: Command) => {
      const { account, role, source: sources, scope: scopes, name, expires, by, json } = options;
      const requestsPerMinute = limitIn(options.requestsPerMinute ?? AS_NEXT);
      if ((role === 'ROLE_FEED_PROVIDER') !== sources.length > 0)
        command.error(
          '--source and ROLE_FEED_PROVIDER go together: a feed key is bound to its sources, and no other key is.',
        );
      const useless = scopes.filter((scope) => !isScopeOf(role, scope));
      if (useless.length > 0) command.error(`--scope ${useless.join(',')} has no effect: ${role} does not allow it.`);
      return withDatabase(async ({ database, config }) => {
        const { apiKey, ...secret } = await newApiKey(database, config);
        const now = await database.now();
        refusePast(expires, now);
        const { id: accountId } = await new AccountStore(database).ensure(account, now);
        const keys = new ApiKeyStore(database, quotasWith(config.accountQuotas));
        const subject = {
          role,
          sources,
          scopes,
          requestsPerMinute,
          expiresAt: expires ?? null,
        };
        const { apiKeyUuid } = await audited(database, { action: 'keys create', subject, accountId, by }, async () => ({
          apiKeyUuid: await keys.create(
            { ...secret, accountId, role, sources, scopes, requestsPerMinute, name, expiresAt: expires },
            now,
          ),
        }));
        const until = expires === undefined ? '' : `, until ${expires.toISOString()}`;
        printAnswer(
          json,
          { apiKeyUuid, apiKey, account, name, ...subject },
          `${apiKey}\nKey ${apiKeyUuid} (${[role, ...sources, ...scopes].join(' ')}) of ${account}${until}. ` +
            'It is not shown again.',
        );
      });
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list keys, without their secrets')
    .option('--account <name>', 'only the keys of this customer')
    .option('--json', 'one JSON document on standard output')
    .action(({ account, json }: { account?: string; json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const owner = account === undefined ? undefined : await findAccount(database, account);
        const now = await database.now();
        const keys = (await new ApiKeyStore(database).list(owner?.id)).map((key) => listed(key, now));
        printAnswer(json, keys, keys.map(lineOf).join('\n') || 'There are no keys.');
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key; requests with it are refused within 10 s')
    .argument('<uuid>', 'the public uuid of the key')
    .option('--json', 'one JSON document on standard output')
    .addOption(actorOption())
    .action((apiKeyUuid: string, { by, json }: { by?: string; json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const accountId = isUuid(apiKeyUuid) ? await new ApiKeyStore(database).accountOf(apiKeyUuid) : null;
        if (accountId === null) throw unknownKey(apiKeyUuid);
        await audited(database, { action: 'keys revoke', subject: { apiKeyUuid }, accountId, by }, async () => {
          await new ApiKeyStore(database).revoke(apiKeyUuid, await database.now());
          return { status: 'REVOKED' };
        });
        printAnswer(json, { apiKeyUuid, status: 'REVOKED' }, `Key ${apiKeyUuid} is revoked.`);
      }),
    );
}

function sourceList(text: string, before: string[]): string[] {
  const domain = readHostName(text);
  if (domain === undefined) throw new InvalidArgumentError('Expects a host name such as agency.example.');
  if (before.length >= MOST_SOURCES) throw new InvalidArgumentError(`A key has at most ${MOST_SOURCES} sources.`);
  return before.includes(domain) ? before : [...before, domain];
}

function scopeList(text: string, before: Scope[]): Scope[] {
  const named = text.split(',').map((scope) => scope.trim());
  const unknown = named.find((scope) => !SCOPES.includes(scope as Scope));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no scope ${unknown}; there are: ${SCOPES.join(', ')}.`);
  return [...new Set([...before, ...(named as Scope[])])];
}

function listed(key: StoredApiKey, now: Date) {
  const { apiKeyUuid, accountName, role, sources, scopes, name, createdAt, expiresAt, revokedAt } = key;
  return {
    apiKeyUuid,
    account: accountName,
    role,
    sources,
    scopes,
    requestsPerMinute: key.requestsPerMinute.key,
    name,
    status: apiKeyStatus(key, now),
    createdAt,
    expiresAt,
    revokedAt,
  };
}

function lineOf(key: ReturnType<typeof listed>): string {
  const { apiKeyUuid, account, role, sources, scopes, name, status, expiresAt, revokedAt } = key;
  const ends = [expiresAt, revokedAt].flatMap((at) => at?.getTime() ?? []);
  const until = status === 'ACTIVE' && ends.length > 0 ? [`until ${new Date(Math.min(...ends)).toISOString()}`] : [];
  return [apiKeyUuid, status.padEnd(7), role.padEnd(18), account, name, ...sources, ...scopes, ...until].join('  ');
}
