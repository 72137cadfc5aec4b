import { StatusStore, type StoreStatus } from '@gable/persistence';
import { Command, InvalidArgumentError } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAILED, printAnswer } from '../outcome.js';
import { withDatabase } from '../with-database.js';

const POLL_MS = 100;

interface StatusOptions {
  wait?: boolean;
  timeout: number;
  json?: boolean;
}

export function statusCommand(): Command {
  return new Command('status')
    .description('how much is stored and how much still waits for the worker')
    .option('--wait', 'return once all changes are matched and indexed')
    .option('--timeout <seconds>', 'how long to wait; exit 1 after that', seconds, 60)
    .option('--json', 'one JSON document on standard output')
    .action(({ wait, timeout, json }: StatusOptions) => withDatabase(async ({ database, signal }) => {
      const store = new StatusStore(database);
      const deadline = Date.now() + timeout * 1000;
      let status = await store.read();
      while (wait && isBusy(status) && Date.now() < deadline) {
        await sleep(Math.min(POLL_MS, Math.max(1, deadline - Date.now())), undefined, { signal });
        status = await store.read();
      }
      printAnswer(json, status, describe(status));
      if (!wait || !isBusy(status)) return;
      process.stderr.write(`There is still work after ${timeout} s. Is the worker running?\n`);
      process.exitCode = FAILED;
    }));
}

function isBusy({ pending }: StoreStatus): boolean {
  return pending.changes > 0 || pending.indexing > 0;
}

function describe({ listings, properties, alerts, pending }: StoreStatus): string {
  return `${listings} listings in ${properties} properties, ${alerts} alerts. Waiting: ${pending.changes} changes, ${pending.indexing} to index, ${pending.deliveries} to send.`;
}

function seconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Expects a number of seconds.');
  return Number(text);
}
