import { QUOTA_KINDS } from '@gable/domain';
import { PlanStore, type Plan } from '@gable/persistence/accounts';
import { Command, InvalidArgumentError } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import {
  AS_NEXT,
  limitIn,
  NO_PLAN,
  quotasIn,
  rateOption,
  withQuotaFlags,
  type QuotaFlags,
  type Said,
} from './limit-options.js';

interface SetOptions extends QuotaFlags {
  requestsPerMinute?: Said;
  by?: string;
  json?: boolean;
}

const AS_SETTING = 'the setting';

export function plansCommand(): Command {
  return new Command('plans').addCommand(listCommand()).addCommand(setCommand()).addCommand(deleteCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list the plans')
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const plans = await new PlanStore(database).list();
        printAnswer(json, plans, plans.map(describePlan).join('\n') || 'There are no plans.');
      }),
    );
}

function setCommand(): Command {
  const command = new Command('set')
    .description('create a plan, or change it; options that are not given change nothing. Takes effect within 10 s')
    .argument('<name>', 'lower-case letters, digits and hyphens', planName)
    .addOption(rateOption('each key', AS_SETTING));
  return withQuotaFlags(command, AS_SETTING)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { requestsPerMinute, by, json, ...flags }: SetOptions) =>
      withDatabase(async ({ database }) => {
        const store = new PlanStore(database);
        const change = {
          ...(requestsPerMinute !== undefined && { requestsPerMinute: limitIn(requestsPerMinute) }),
          quotas: quotasIn(flags),
        };
        const plan = await audited(
          database,
          { action: 'plans set', subject: { plan: name, ...change }, by },
          async () => {
            await store.set(name, change, await database.now());
            return (await store.find(name))!;
          },
          ({ accounts }) => ({ accounts }),
        );
        printAnswer(json, plan, describePlan(plan));
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('remove a plan that no account has')
    .argument('<name>', 'the plan')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: { by?: string; json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const store = new PlanStore(database);
        const { accounts } = await findPlan(store, name);
        if (accounts > 0) throw planInUse(name);
        const { deleted } = await audited(
          database,
          { action: 'plans delete', subject: { plan: name }, by },
          async () => ({ deleted: await store.delete(name) }),
        );
        if (!deleted) throw planInUse(name);
        printAnswer(json, { plan: name }, `The plan ${name} is deleted.`);
      }),
    );
}

/** The plan of that name. Fails where there is none. */
export async function findPlan(store: PlanStore, name: string): Promise<Plan> {
  const plan = await store.find(name);
  if (plan === null) throw refusal('UNKNOWN_PLAN', `There is no plan ${name}; gable plans list shows all.`);
  return plan;
}

function planInUse(name: string): Error {
  return refusal('PLAN_IN_USE', `Accounts have the plan ${name}; give them another plan first.`);
}

function planName(text: string): string {
  if ([NO_PLAN, AS_NEXT].includes(text))
    throw new InvalidArgumentError(`${text} means no plan, or no limit of it, and cannot be a name.`);
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError('Expects up to 63 lower-case letters, digits and hyphens.');
}

function describePlan({ name, requestsPerMinute, quotas, accounts }: Plan): string {
  const said = QUOTA_KINDS.filter((kind) => quotas[kind] !== null).map((kind) => `${quotas[kind]} ${kind}`);
  const rate =
    requestsPerMinute === null
      ? []
      : [requestsPerMinute === 0 ? 'no limit of requests' : `${requestsPerMinute} requests a minute`];
  return `${name}  ${[...rate, ...said].join(', ') || 'all as the settings say'}  (${accounts} accounts)`;
}
