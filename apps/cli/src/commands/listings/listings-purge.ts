import { eraseEvents, eraseListings, nothingErased, type Erased } from '@gable/ingest';
import { ErasureStore } from '@gable/persistence/erasure';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { filled } from '../../terminal/filled.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import { startProgressBar } from '../../terminal/progress-bar.js';
import { describeErased } from './describe-erased.js';

interface PurgeOptions {
  by?: string;
  json?: boolean;
}

export function purgeCommand(): Command {
  return new Command('purge')
    .description(
      'remove listings permanently: from searches, history, alerts and pending deliveries; no feed brings ' +
        'them back',
    )
    .argument('<url...>', 'the address of the listing, as its source states it')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((urls: string[], { by, json }: PurgeOptions) =>
      withDatabase(async ({ database, signal }) => {
        const found = await new ErasureStore(database).findByUrls(urls);
        const strange = urls.findIndex((url) => !found.some((listing) => listing.url === url));
        if (strange >= 0)
          throw refusal(
            'UNKNOWN_LISTING',
            `No listing has address ${strange + 1} of those given; nothing was removed.`,
          );
        const ids = [...new Set(found.map(({ id }) => id))];
        const erased = nothingErased();
        const bar = startProgressBar('Purge', 'listings', ids.length);
        const onProgress = ({ listings }: Readonly<Erased>) => bar.update(listings);
        try {
          await audited(database, { action: 'listings purge', subject: { listingIds: ids }, by }, async () => {
            await eraseListings(database, ids, erased, { staysAway: true, onProgress, signal });
            await eraseEvents(database, erased, { signal });
            return { ...erased };
          });
        } finally {
          bar.stop();
        }
        printAnswer(json, erased, describeErased(erased));
      }),
    );
}

export function readmitCommand(): Command {
  return new Command('readmit')
    .description('let a feed bring back a listing that was purged')
    .requiredOption('--source <domain>', 'its source', filled)
    .requiredOption('--external-id <id>', 'the id of the listing at its source', filled)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ source, externalId, by, json }: PurgeOptions & { source: string; externalId: string }) =>
      withDatabase(async ({ database }) => {
        const name = { domain: source.toLowerCase(), externalId };
        const outcome = await audited(database, { action: 'listings readmit', subject: name, by }, async () => ({
          readmitted: await new ErasureStore(database).readmit(name),
        }));
        if (!outcome.readmitted)
          throw refusal(
            'UNKNOWN_LISTING',
            `Nothing prevents a feed from bringing the listing ${externalId} of ${name.domain}.`,
          );
        printAnswer(json, outcome, `The next feed with ${externalId} of ${name.domain} brings it back.`);
      }),
    );
}
