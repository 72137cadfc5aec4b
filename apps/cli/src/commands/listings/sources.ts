import { eraseEvents, eraseListings, nothingErased, type Erased } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { ErasureStore } from '@gable/persistence/erasure';
import { SourceStore } from '@gable/persistence/listings';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import { startProgressBar } from '../../terminal/progress-bar.js';
import { describeErased } from './describe-erased.js';

/** Listings that are looked up at once. */
const PORTION = 10_000;

export function sourcesCommand(): Command {
  return new Command('sources').addCommand(purgeCommand());
}

function purgeCommand(): Command {
  return new Command('purge')
    .description('remove a source with all its listings, their history, events and deliveries; stop its feed first')
    .argument('<domain>', 'the source')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((given: string, { by, json }: { by?: string; json?: boolean }) =>
      withDatabase(async ({ database, signal }) => {
        const domain = given.toLowerCase();
        const sourceId = await new SourceStore(database).idOf(domain);
        if (sourceId === null) throw refusal('UNKNOWN_SOURCE', `There is no source ${domain}.`);
        const erased = nothingErased();
        const bar = startProgressBar('Purge', 'listings');
        const onProgress = ({ listings }: Readonly<Erased>) => bar.update(listings);
        try {
          await audited(database, { action: 'sources purge', subject: { source: domain }, by }, async () => {
            await eraseAll(database, sourceId, erased, { onProgress, signal });
            await eraseEvents(database, erased, { signal });
            return { ...erased };
          });
        } finally {
          bar.stop();
        }
        if (!(await new ErasureStore(database).eraseSource(sourceId)))
          throw refusal('SOURCE_IN_USE', `${domain} has listings again: stop its feed, and run this command again.`);
        printAnswer(json, erased, `${describeErased(erased)} The source ${domain} is removed.`);
      }),
    );
}

async function eraseAll(
  database: Database,
  sourceId: string,
  erased: Erased,
  options: { onProgress: (erased: Readonly<Erased>) => void; signal: AbortSignal },
): Promise<void> {
  const store = new ErasureStore(database);
  for (let ids = await store.ofSource(sourceId, PORTION); ids.length > 0; ids = await store.ofSource(sourceId, PORTION))
    await eraseListings(database, ids, erased, { ...options, staysAway: false });
}
