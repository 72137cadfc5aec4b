import { QUOTA_KINDS, quotasWith } from '@gable/domain';
import { PlanStore, QuotaStore } from '@gable/persistence/accounts';
import type { QuotaKind } from '@gable/domain';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { describeQuota } from './accounts-quota.js';
import { findAccount } from './find-account.js';
import { limitIn, NO_PLAN, quotasIn, rateOption, withQuotaFlags, type QuotaFlags, type Said } from './limit-options.js';
import { findPlan } from './plans.js';

interface SetOptions extends QuotaFlags {
  plan?: string;
  requestsPerMinute?: Said;
  by?: string;
  json?: boolean;
}

const AS_PLAN = 'the limit of its plan, or the setting';

export function setCommand(): Command {
  const command = new Command('set')
    .description(
      'give an account a plan, or limits of its own, which override those of the plan; without options, ' +
        'show them. Takes effect within 10 s',
    )
    .argument('<name>', 'the customer')
    .option('--plan <plan>', `a plan of gable plans list; "${NO_PLAN}" = no plan`)
    .addOption(rateOption('each of its keys', AS_PLAN));
  return withQuotaFlags(command, AS_PLAN)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((account: string, { plan: asked, requestsPerMinute, by, json, ...flags }: SetOptions) =>
      withDatabase(async ({ database, config }) => {
        const { id: accountId } = await findAccount(database, account);
        const plans = new PlanStore(database);
        const plan = asked === NO_PLAN ? null : asked && (await findPlan(plans, asked)).name;
        const change = {
          ...(plan !== undefined && { plan }),
          ...(requestsPerMinute !== undefined && { requestsPerMinute: limitIn(requestsPerMinute) }),
        };
        const store = new QuotaStore(database, quotasWith(config.accountQuotas));
        const said = quotasIn(flags);
        const subject = { ...change, quotas: said };
        const isAsked = Object.keys(change).length > 0 || Object.keys(said).length > 0;
        if (isAsked)
          await audited(database, { action: 'accounts set', subject, accountId, by }, async () => {
            await plans.assign(accountId, change);
            for (const [kind, limit] of Object.entries(said)) await store.set(accountId, kind as QuotaKind, limit);
            return {};
          });
        const quotas = await store.read(accountId);
        const now = await plans.assigned(accountId);
        const lines = QUOTA_KINDS.map((kind) => describeQuota(kind, quotas[kind]));
        printAnswer(
          json,
          { account, ...now, quotas },
          [`plan       ${now.plan ?? NO_PLAN}`, `a minute   ${now.requestsPerMinute ?? AS_PLAN}`, ...lines].join('\n'),
        );
      }),
    );
}
