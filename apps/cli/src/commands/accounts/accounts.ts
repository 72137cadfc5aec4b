import type { Database } from '@gable/persistence';
import { AccountStore, type ListedAccount } from '@gable/persistence/accounts';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import { deleteCommand } from './accounts-delete.js';
import { quotaCommand } from './accounts-quota.js';
import { filledName } from '../../terminal/filled.js';
import { findAccount } from './find-account.js';

interface By {
  by?: string;
  json?: boolean;
}

export function accountsCommand(): Command {
  return new Command('accounts')
    .description('customers: who they are, what they may have, whether they are let in')
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(blockCommand())
    .addCommand(unblockCommand())
    .addCommand(deleteCommand())
    .addCommand(quotaCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list the customers')
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const accounts = (await new AccountStore(database).list()).map(listed);
        const lines = accounts.map(({ account, status, keys, alerts }) =>
          [status.padEnd(7), `${keys} keys`.padStart(9), `${alerts} alerts`.padStart(13), account].join('  '),
        );
        printAnswer(json, accounts, lines.join('\n') || 'There are no accounts.');
      }),
    );
}

function createCommand(): Command {
  return new Command('create')
    .description('make an account; gable keys create does so by itself')
    .argument('<name>', 'the customer', filledName)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: By) =>
      withDatabase(async ({ database }) => {
        const store = new AccountStore(database);
        if ((await store.find(name)) !== null)
          throw refusal('ACCOUNT_EXISTS', `There is an account named ${name} already.`);
        await audited(database, { action: 'accounts create', subject: {}, by }, async () => ({
          accountId: (await store.create(name, await database.now()))?.id ?? null,
        }));
        printAnswer(json, { account: name, status: 'ACTIVE' }, `There is an account named ${name}.`);
      }),
    );
}

function blockCommand(): Command {
  return admissionCommand('block', 'let none of its keys in; requests are refused within 10 s', {
    change: async (database, id) => new AccountStore(database).block(id, await database.now()),
    status: 'BLOCKED',
    told: (name) => `${name} is blocked. Its alerts go on being delivered.`,
  });
}

function unblockCommand(): Command {
  return admissionCommand('unblock', 'let its keys in again', {
    change: (database, id) => new AccountStore(database).unblock(id),
    status: 'ACTIVE',
    told: (name) => `${name} is let in again.`,
  });
}

interface Admission {
  change: (database: Database, accountId: string) => Promise<void>;
  /** Of the account then. */
  status: 'ACTIVE' | 'BLOCKED';
  told: (name: string) => string;
}

function admissionCommand(verb: string, description: string, { change, status, told }: Admission): Command {
  return new Command(verb)
    .description(description)
    .argument('<name>', 'the customer')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: By) =>
      withDatabase(async ({ database }) => {
        const { id: accountId } = await findAccount(database, name);
        await audited(database, { action: `accounts ${verb}`, subject: {}, accountId, by }, async () => {
          await change(database, accountId);
          return { status };
        });
        printAnswer(json, { account: name, status }, told(name));
      }),
    );
}

function listed({ name, createdAt, blockedAt, keys, alerts }: ListedAccount) {
  return { account: name, status: blockedAt === null ? 'ACTIVE' : 'BLOCKED', createdAt, blockedAt, keys, alerts };
}
