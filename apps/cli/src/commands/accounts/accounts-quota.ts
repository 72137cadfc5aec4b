import { QUOTA_KINDS, quotasWith, type LimitSource, type QuotaKind } from '@gable/domain';
import { QuotaStore, type AccountQuota } from '@gable/persistence/accounts';
import { Command, Option } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { findAccount } from './find-account.js';
import { AS_NEXT, limitIn, quotaOf, type Said } from './limit-options.js';

/** A limit per kind that is to be set. */
type QuotaOptions = Partial<Record<QuotaKind, Said>> & { by?: string; json?: boolean };

export function quotaCommand(): Command {
  const command = new Command('quota')
    .description('show how much an account has and may have; with options, change how much it may have')
    .argument('<name>', 'the customer');
  for (const kind of QUOTA_KINDS)
    command.addOption(
      new Option(
        `--${kind} <number>`,
        `${kind} it may have; "${AS_NEXT}" = the limit of its plan, or the setting`,
      ).argParser(quotaOf),
    );
  return command
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((account: string, { json, by, ...said }: QuotaOptions) =>
      withDatabase(async ({ database, config }) => {
        const { id: accountId } = await findAccount(database, account);
        const store = new QuotaStore(database, quotasWith(config.accountQuotas));
        const limits = Object.fromEntries(Object.entries(said).map(([kind, limit]) => [kind, limitIn(limit)]));
        const change = async () => {
          for (const [kind, limit] of Object.entries(limits)) await store.set(accountId, kind as QuotaKind, limit);
          return {};
        };
        if (Object.keys(limits).length > 0)
          await audited(database, { action: 'accounts quota', subject: limits, accountId, by }, change);
        const quotas = await store.read(accountId);
        printAnswer(json, { account, quotas }, QUOTA_KINDS.map((kind) => describeQuota(kind, quotas[kind])).join('\n'));
      }),
    );
}

/** What an account has of a kind, on a line. */
export function describeQuota(kind: QuotaKind, { used, limit, source }: AccountQuota): string {
  return `${kind.padEnd(10)} ${used.toLocaleString('en')} of ${limit.toLocaleString('en')}${SAID_BY[source]}`;
}

const SAID_BY: Readonly<Record<LimitSource, string>> = {
  key: '',
  account: ', set for this account',
  plan: ', set by its plan',
  setting: '',
};
