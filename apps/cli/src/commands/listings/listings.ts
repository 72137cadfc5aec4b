import { ResetStore, SourceStore } from '@gable/persistence/listings';
import { AuditStore } from '@gable/persistence/operation';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOf, actorOption } from '../../terminal/actor.js';
import { filled } from '../../terminal/filled.js';
import { printAnswer, refusal } from '../../terminal/outcome.js';
import { startProgressBar } from '../../terminal/progress-bar.js';
import { purgeCommand, readmitCommand } from './listings-purge.js';

interface ResetOptions {
  source: string;
  externalId?: string;
  by?: string;
  json?: boolean;
}

export function listingsCommand(): Command {
  return new Command('listings').addCommand(resetCommand()).addCommand(purgeCommand()).addCommand(readmitCommand());
}

function resetCommand(): Command {
  return new Command('reset')
    .description(
      'unfreeze listings that a state from the future has frozen, so that they accept their next state; ' +
        'likewise the next snapshot of a source',
    )
    .requiredOption('--source <domain>', 'the source of the listings', filled)
    .option('--external-id <id>', 'only this listing', filled)
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ source, externalId, by, json }: ResetOptions) =>
      withDatabase(async ({ database, signal }) => {
        const domain = source.toLowerCase();
        const sourceId = await new SourceStore(database).idOf(domain);
        if (sourceId === null) throw refusal('UNKNOWN_SOURCE', `There is no source ${domain}.`);
        const store = new ResetStore(database);
        const audit = new AuditStore(database);
        const entry = await audit.begin(actorOf(by), 'listings reset', {
          source: domain,
          externalId: externalId ?? null,
        });
        const bar = startProgressBar('Reset', 'listings');
        let reset = 0;
        const snapshot = externalId === undefined && (await store.resetSnapshot(sourceId));
        try {
          for await (const ids of store.findAhead(sourceId, externalId)) {
            signal.throwIfAborted();
            reset += await store.reset(ids, (within, count) =>
              audit.continue(within, entry, { reset: reset + count, snapshot }),
            );
            bar.update(reset);
          }
          await store.resetLastSeen(sourceId);
        } finally {
          bar.stop();
        }
        await audit.finish(entry, { reset, snapshot });
        const next = snapshot ? ' Its next snapshot is accepted.' : '';
        printAnswer(json, { reset, snapshot }, `${reset} listings of ${domain} accept their next state.${next}`);
      }),
    );
}
