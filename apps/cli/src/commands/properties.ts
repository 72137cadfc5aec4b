import { mergeProperties, splitProperty, withdrawDecision, type Decider } from '@gable/ingest';
import { DecisionStore, type GroupingDecision } from '@gable/persistence/properties';
import { Command } from 'commander';
import { actorOf, actorOption } from '../terminal/actor.js';
import { filled } from '../terminal/filled.js';
import { printAnswer } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

interface DecisionOptions {
  reason?: string;
  by?: string;
  json?: boolean;
}

const MOST_SHOWN = 1_000;

export function propertiesCommand(): Command {
  return new Command('properties')
    .addCommand(mergeCommand())
    .addCommand(splitCommand())
    .addCommand(withdrawCommand())
    .addCommand(decisionsCommand());
}

function mergeCommand(): Command {
  return decided(new Command('merge'))
    .description('decide that properties are one; the first one is kept, and ingest never separates them again')
    .argument('<uuid...>', 'two properties or more')
    .action((uuids: string[], options: DecisionOptions, command: Command) => {
      if (uuids.length < 2) command.error('error: name two properties or more');
      return withDatabase(async ({ database }) => {
        const done = await mergeProperties(database, uuids, deciderOf(options));
        const { propertyId, merged, listingIds, decisionId } = done;
        const what =
          merged.length === 0
            ? 'They already were one property, and stay so'
            : `Merged ${merged.join(', ')} into ${propertyId}`;
        printAnswer(options.json, done, `${what}: ${listingIds.length} listings. Decision ${decisionId}.`);
      });
    });
}

function splitCommand(): Command {
  return decided(new Command('split'))
    .description(
      'decide that some listings are another property; they get a property of their own, and ingest never ' +
        'puts them back',
    )
    .argument('<uuid>', 'the property')
    .requiredOption('--listing <uuid...>', 'the listings that leave')
    .action((uuid: string, options: DecisionOptions & { listing: string[] }) =>
      withDatabase(async ({ database }) => {
        const done = await splitProperty(database, uuid, options.listing, deciderOf(options));
        const { propertyId, newPropertyId, listingIds, decisionId } = done;
        printAnswer(
          options.json,
          done,
          `Split ${listingIds.length} listings off ${propertyId}: they are ${newPropertyId} now. Decision ` +
            `${decisionId}.`,
        );
      }),
    );
}

function withdrawCommand(): Command {
  return decided(new Command('withdraw'))
    .description('withdraw a decision; this alone moves no listing')
    .argument('<uuid>', 'the decision')
    .action((decisionId: string, options: DecisionOptions) =>
      withDatabase(async ({ database }) => {
        await withdrawDecision(database, decisionId, deciderOf(options));
        printAnswer(
          options.json,
          { decisionId, withdrawn: true },
          `Decision ${decisionId} is withdrawn. Run gable regroup to place the listings by their evidence.`,
        );
      }),
    );
}

function decisionsCommand(): Command {
  return new Command('decisions')
    .description(`who decided what, when and why, newest first, up to ${MOST_SHOWN}`)
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ database }) => {
        const decisions = await new DecisionStore(database).list(null, MOST_SHOWN);
        printAnswer(json, decisions, decisions.map(describe).join('\n') || 'There are no manual decisions.');
      }),
    );
}

function decided(command: Command): Command {
  return command
    .option('--reason <text>', 'why, for later readers', filled)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output');
}

function deciderOf({ by, reason }: DecisionOptions): Decider {
  return { by: actorOf(by), reason: reason ?? null };
}

function describe({
  id,
  kind,
  decidedBy,
  decidedAt,
  reason,
  propertyIds,
  listingIds,
  withdrawnBy,
}: GroupingDecision): string {
  const [first, ...others] = propertyIds;
  const what =
    kind === 'SPLIT'
      ? `split ${listingIds.length} listings off ${first} into ${others[0]}`
      : others.length === 0
        ? `confirmed ${first} as one property`
        : `merged ${others.join(', ')} into ${first}`;
  const why = reason === null ? '' : ` (${reason})`;
  const withdrawn = withdrawnBy === null ? '' : `; withdrawn by ${withdrawnBy}`;
  return `${id}  ${decidedAt.toISOString()}  ${decidedBy} ${what}${why}${withdrawn}`;
}
