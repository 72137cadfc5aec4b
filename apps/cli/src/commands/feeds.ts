import { isUuid } from '@gable/domain';
import { FEED_JOB_STATES, FeedJobStore, type FeedJob, type FeedJobState } from '@gable/persistence/feeds';
import { AuditStore } from '@gable/persistence/operation';
import { Command, Option } from 'commander';
import { actorOf, actorOption } from '../terminal/actor.js';
import { printAnswer, refusal } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

const MOST_SHOWN = 1_000;
/** What an operator may have to do with. */
const OPEN: readonly FeedJobState[] = ['UPLOADING', 'WAITING', 'READING', 'FAILED'];

interface JsonOption {
  json?: boolean;
}

export function feedsCommand(): Command {
  return new Command('feeds').addCommand(listCommand()).addCommand(retryCommand()).addCommand(dropCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description(`feeds that wait or were given up, oldest first, up to ${MOST_SHOWN}`)
    .addOption(new Option('--state <state>', 'only feeds in this state').choices(FEED_JOB_STATES))
    .option('--json', 'one JSON document on standard output')
    .action(({ state, json }: JsonOption & { state?: FeedJobState }) =>
      withDatabase(async ({ database }) => {
        const jobs = await new FeedJobStore(database).inStates(state === undefined ? OPEN : [state], MOST_SHOWN);
        printAnswer(json, jobs.map(listed), jobs.map(describe).join('\n') || 'There are no such feeds.');
      }),
    );
}

function retryCommand(): Command {
  return new Command('retry')
    .description('let the worker read a feed again that it had given up')
    .argument('<id>', 'id of the job')
    .option('--force', 'let a snapshot take offline all listings that it does not contain, however many')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((id: string, { force = false, by, json }: JsonOption & { force?: boolean; by?: string }) =>
      withDatabase(async ({ database }) => {
        const retried =
          isUuid(id) &&
          (await database.transaction(async (transaction) => {
            if (!(await new FeedJobStore(transaction).retry(id, { force }))) return false;
            const audit = new AuditStore(transaction);
            await audit.finish(await audit.begin(actorOf(by), 'feeds retry', { id, force }), {});
            return true;
          }));
        if (!retried) throw unknown(id);
        printAnswer(json, { id, retried }, `Feed ${id} is read again.`);
      }),
    );
}

function dropCommand(): Command {
  return new Command('drop')
    .description('remove a feed that was given up from the spool; its report stays')
    .argument('<id>', 'id of the job')
    .option('--json', 'one JSON document on standard output')
    .action((id: string, { json }: JsonOption) =>
      withDatabase(async ({ database }) => {
        if (!isUuid(id) || !(await new FeedJobStore(database).drop(id))) throw unknown(id);
        printAnswer(json, { id, dropped: true }, `Feed ${id} is dropped.`);
      }),
    );
}

function unknown(id: string): Error {
  const message = `There is no feed ${id} in the spool that was given up; gable feeds list --state FAILED shows all.`;
  return refusal('UNKNOWN_FEED_JOB', message);
}

function listed(job: FeedJob & { accountName: string }) {
  const { id, accountName: account, domain, state, createdAt, receivedAt, finishedAt, spooledBytes, reason } = job;
  const { attempt: attempts, tries, deaths, report } = job;
  return {
    ...{ id, account, domain, state, createdAt, receivedAt, finishedAt, spooledBytes },
    ...{ attempts, tries, deaths, report, reason },
  };
}

function describe({ id, accountName, domain, state, createdAt, reason }: FeedJob & { accountName: string }): string {
  return [id, state.padEnd(9), createdAt.toISOString(), domain, accountName, reason ?? ''].join('  ').trimEnd();
}
