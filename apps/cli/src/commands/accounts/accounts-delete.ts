import type { Database } from '@gable/persistence';
import { AccountErasureStore, type AccountBelonging } from '@gable/persistence/erasure';
import { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { startProgressBar } from '../../terminal/progress-bar.js';
import { findAccount } from './find-account.js';

/** Every API process has forgotten by then that a key of it was good. */
const KEYS_REMEMBERED_MS = 10_000;
const LOOK_AGAIN_MS = 200;

/** How many of what went. */
type Gone = Record<AccountBelonging | 'alerts' | 'deliveries', number>;

export function deleteCommand(): Command {
  return new Command('delete')
    .description('remove a customer with all its data: keys, alerts, events, addresses, favourites, areas, usage')
    .argument('<name>', 'the customer')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((name: string, { by, json }: { by?: string; json?: boolean }) =>
      withDatabase(async ({ database, signal }) => {
        const { id } = await findAccount(database, name);
        // The name may be a person's: the audit trail keeps the id.
        const gone = await audited(database, { action: 'accounts delete', subject: { accountId: id }, by }, () =>
          eraseAccount(database, id, signal),
        );
        const parts = Object.entries(gone).map(([what, count]) => `${String(count).padStart(9)}  ${what}`);
        printAnswer(json, { account: name, ...gone }, [`${name} is deleted, with`, ...parts].join('\n'));
      }),
    );
}

async function eraseAccount(database: Database, id: string, signal: AbortSignal): Promise<Gone> {
  const store = new AccountErasureStore(database);
  const gone: Gone = {
    keys: 0,
    alerts: 0,
    events: 0,
    deliveries: 0,
    notifications: 0,
    mailAddresses: 0,
    webhooks: 0,
    favorites: 0,
    shapes: 0,
    feeds: 0,
  };
  const bar = startProgressBar('Delete', 'rows');
  const count = (what: keyof Gone, rows: number): void => {
    signal.throwIfAborted();
    gone[what] += rows;
    bar.update(Object.values(gone).reduce((sum, part) => sum + part, 0));
  };
  try {
    const shutForMs = await store.shut(id);
    await sleep(Math.max(0, KEYS_REMEMBERED_MS - shutForMs), undefined, { signal });
    for (let removed = -1; removed !== 0;) count('alerts', (removed = await store.removeAlerts(id)));
    for (let left = true; left;) {
      const { count: erased, remaining } = await store.eraseDeliveries(id);
      count('deliveries', erased);
      left = remaining > 0;
      if (left && erased === 0) await sleep(LOOK_AGAIN_MS, undefined, { signal });
    }
    await store.eraseBelongings(id, count);
  } finally {
    bar.stop();
  }
  return gone;
}
