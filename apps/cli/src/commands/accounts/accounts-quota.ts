import { LARGEST_QUOTA, QUOTA_KINDS, quotasWith, type QuotaKind } from '@gable/domain';
import { QuotaStore, type AccountQuota } from '@gable/persistence/accounts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { printAnswer } from '../../terminal/outcome.js';
import { findAccount } from './find-account.js';

/** A limit per kind that is to be set. */
type QuotaOptions = Partial<Record<QuotaKind, number | typeof AS_ALL>> & { json?: boolean };
const AS_ALL = 'default';

export function quotaCommand(): Command {
  const command = new Command('quota')
    .description('show what an account has and may have; with options, change what it may have')
    .argument('<name>', 'the customer');
  for (const kind of QUOTA_KINDS)
    command.addOption(
      new Option(`--${kind} <number>`, `${kind} it may have; "${AS_ALL}" = as all accounts`).argParser(limitOf),
    );
  return command
    .option('--json', 'one JSON document on standard output')
    .action((account: string, { json, ...limits }: QuotaOptions) =>
      withDatabase(async ({ database, config }) => {
        const found = await findAccount(database, account);
        const store = new QuotaStore(database, quotasWith(config.accountQuotas));
        for (const [kind, limit] of Object.entries(limits))
          await store.set(found.id, kind as QuotaKind, limit === AS_ALL ? null : limit);
        const quotas = await store.read(found.id);
        printAnswer(json, { account, quotas }, QUOTA_KINDS.map((kind) => describe(kind, quotas[kind])).join('\n'));
      }),
    );
}

function limitOf(text: string): number | typeof AS_ALL {
  if (text === AS_ALL) return AS_ALL;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (limit <= LARGEST_QUOTA) return limit;
  throw new InvalidArgumentError(`Expects a whole number from 0 to ${LARGEST_QUOTA}, or "${AS_ALL}".`);
}

function describe(kind: QuotaKind, { used, limit, isDefault }: AccountQuota): string {
  const of = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  return `${kind.padEnd(10)} ${of}${isDefault ? '' : ', set for this account'}`;
}
