import { DeadLetterStore, type DeadLetter } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { Command } from 'commander';
import { printAnswer, refusal } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

const MOST_SHOWN = 1_000;

interface JsonOption {
  json?: boolean;
}

export function deadCommand(): Command {
  return new Command('dead').addCommand(listCommand()).addCommand(retryCommand()).addCommand(dropCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description(`what was quarantined and why, oldest first, up to ${MOST_SHOWN}`)
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: JsonOption) =>
      withDatabase(async ({ database }) => {
        const letters = await new DeadLetterStore(database).list(MOST_SHOWN);
        printAnswer(json, letters, letters.map(describe).join('\n') || 'Nothing is quarantined.');
      }),
    );
}

function retryCommand(): Command {
  return new Command('retry')
    .description('let the workers try again: a change goes to the end of the queue, an alert is read again')
    .argument('<id>', 'id of the entry, or uuid of the alert or listing')
    .option('--json', 'one JSON document on standard output')
    .action((id: string, { json }: JsonOption) =>
      withDatabase(async ({ database }) => {
        const { store, letter } = await find(database, id);
        if (!(await store.retry(letter, await database.now()))) throw unknownLetter(id);
        printAnswer(json, { id: letter.id, retried: true }, `Entry ${letter.id} is tried again.`);
      }),
    );
}

function dropCommand(): Command {
  return new Command('drop')
    .description(
      'remove it permanently: the change causes no events, the alert stays left out until it is written again',
    )
    .argument('<id>', 'id of the entry, or uuid of the alert or listing')
    .option('--json', 'one JSON document on standard output')
    .action((id: string, { json }: JsonOption) =>
      withDatabase(async ({ database }) => {
        const { store, letter } = await find(database, id);
        if (!(await store.drop(letter))) throw unknownLetter(id);
        printAnswer(json, { id: letter.id, dropped: true }, `Entry ${letter.id} is removed.`);
      }),
    );
}

async function find(database: Database, id: string): Promise<{ store: DeadLetterStore; letter: DeadLetter }> {
  const store = new DeadLetterStore(database);
  const letter = await store.find(id.toLowerCase());
  if (letter === null) throw unknownLetter(id);
  return { store, letter };
}

function unknownLetter(id: string): Error {
  return refusal('UNKNOWN_LETTER', `Nothing was quarantined under ${id}; gable dead list shows all.`);
}

function describe({ id, kind, subject, reason, createdAt }: DeadLetter): string {
  const what =
    kind === 'ALERT'
      ? `alert ${String(subject.alertId)}`
      : `listing ${String(subject.listingId)} revision ${String(subject.revisionId)}`;
  return `${String(id).padStart(6)}  ${createdAt.toISOString()}  ${what}  ${reason}`;
}
