import { DeliveryPauseStore } from '@gable/persistence/delivery';
import { AuditStore } from '@gable/persistence/operation';
import { Command } from 'commander';
import { actorOf, actorOption } from '../terminal/actor.js';
import { noneUnderWay } from '../terminal/none-under-way.js';
import { printAnswer } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';

interface Options {
  json?: boolean;
  by?: string;
}

export function deliveryCommand(): Command {
  return new Command('delivery').addCommand(pauseCommand()).addCommand(resumeCommand());
}

function pauseCommand(): Command {
  return new Command('pause')
    .description('hold back all deliveries, at every worker; returns once none is in progress')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ by, json }: Options) =>
      withDatabase(async ({ database, signal }) => {
        const store = new DeliveryPauseStore(database);
        const audit = new AuditStore(database);
        const entry = await audit.begin(actorOf(by), 'delivery pause', {});
        const { pausedAt, pausedBy } = await store.pause(actorOf(by));
        const underWay = await noneUnderWay(() => store.countUnderWay(), signal);
        await audit.finish(entry, { underWay });
        printAnswer(
          json,
          { paused: true, pausedAt, pausedBy, underWay },
          `Nothing has been sent since ${pausedAt.toISOString()} (${pausedBy}); ${underWay} deliveries are ` +
            'still in progress.',
        );
      }),
    );
}

function resumeCommand(): Command {
  return new Command('resume')
    .description('send what waits, and new deliveries')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ by, json }: Options) =>
      withDatabase(async ({ database, config }) => {
        const audit = new AuditStore(database);
        const entry = await audit.begin(actorOf(by), 'delivery resume', {});
        const ended = await new DeliveryPauseStore(database).resume();
        await audit.finish(entry, { ended });
        if (config.delivery === 'off')
          process.stderr.write('DELIVERY is off: the next process that starts with it pauses again.\n');
        printAnswer(
          json,
          { paused: false, wasPaused: ended !== null },
          ended === null ? 'Deliveries were not paused.' : 'Deliveries are sent again.',
        );
      }),
    );
}
