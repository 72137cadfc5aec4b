import type { Database } from '@gable/persistence';
import { AccountStore, type ListedAccount } from '@gable/persistence/accounts';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { noneUnderWay } from '../../terminal/none-under-way.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import { deleteCommand } from './accounts-delete.js';
import { quotaCommand } from './accounts-quota.js';
import { setCommand } from './accounts-set.js';
import { filledName } from '../../terminal/filled.js';
import { findAccount } from './find-account.js';

interface By {
  by?: string;
  json?: boolean;
}

export function accountsCommand(): Command {
  return new Command('accounts')
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(setCommand())
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
        const lines = accounts.map(({ account, status, plan, keys, alerts }) =>
          [
            status.padEnd(7),
            `${keys} keys`.padStart(9),
            `${alerts} alerts`.padStart(13),
            (plan ?? '').padEnd(10),
            account,
          ].join('  '),
        );
        printAnswer(json, accounts, lines.join('\n') || 'There are no accounts.');
      }),
    );
}

function createCommand(): Command {
  return new Command('create')
    .description('create an account; gable keys create also does so')
    .argument('<name>', 'the customer', filledName)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: By) =>
      withDatabase(async ({ database }) => {
        const store = new AccountStore(database);
        if ((await store.find(name)) !== null)
          throw refusal('ACCOUNT_EXISTS', `There already is an account named ${name}.`);
        await audited(database, { action: 'accounts create', subject: {}, by }, async () => ({
          accountId: (await store.create(name, await database.now()))?.id ?? null,
        }));
        printAnswer(json, { account: name, status: 'ACTIVE' }, `The account ${name} was created.`);
      }),
    );
}

function blockCommand(): Command {
  return admissionCommand('block', 'refuse its keys within 10 s, and send nothing for it', {
    change: async (database, id, signal) => {
      const store = new AccountStore(database);
      await store.block(id, await database.now());
      return { status: 'BLOCKED', underWay: await noneUnderWay(() => store.countUnderWay(id), signal) };
    },
    told: (name, admitted) =>
      `${name} is blocked, and nothing is sent for it; its events are recorded and wait. ` +
      `${'underWay' in admitted ? admitted.underWay : 0} deliveries are still under way.`,
  });
}

function unblockCommand(): Command {
  return admissionCommand('unblock', 'accept its keys again, and send what was held back', {
    change: async (database, id) => {
      await new AccountStore(database).unblock(id, await database.now());
      return { status: 'ACTIVE' };
    },
    told: (name) => `${name} is unblocked. What was held back is sent.`,
  });
}

interface Admission {
  change: (database: Database, accountId: string, signal: AbortSignal) => Promise<Admitted>;
  told: (name: string, admitted: Admitted) => string;
}

/** How an account is then; of one that was blocked, how many deliveries somebody still sends. */
type Admitted = { readonly status: 'ACTIVE' } | { readonly status: 'BLOCKED'; readonly underWay: number };

function admissionCommand(verb: string, description: string, { change, told }: Admission): Command {
  return new Command(verb)
    .description(description)
    .argument('<name>', 'the customer')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: By) =>
      withDatabase(async ({ database, signal }) => {
        const { id: accountId } = await findAccount(database, name);
        const admitted = await audited(database, { action: `accounts ${verb}`, subject: {}, accountId, by }, () =>
          change(database, accountId, signal),
        );
        printAnswer(json, { account: name, ...admitted }, told(name, admitted));
      }),
    );
}

function listed({ id: _, name, blockedAt, ...rest }: ListedAccount) {
  return { account: name, status: blockedAt === null ? 'ACTIVE' : 'BLOCKED', blockedAt, ...rest };
}
