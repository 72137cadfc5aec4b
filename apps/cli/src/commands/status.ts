import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import { DeliveryPauseStore, type DeliveryPause } from '@gable/persistence/delivery';
import { DerivationStore } from '@gable/persistence/listings';
import { StatusStore, type Database, type PendingWork, type StoreStatus } from '@gable/persistence';
import { unattendedStages, WorkerProcessStore, type WorkerProcess } from '@gable/persistence/operation';
import { neededStages } from '@gable/runtime';
import { Command, InvalidArgumentError } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAILED, printAnswer } from '../terminal/outcome.js';
import { withDatabase } from '../supervisor/with-database.js';
import { whyUnreachable } from '../supervisor/indexing-parts.js';

const POLL_MS = 100;

interface StatusOptions {
  wait?: boolean;
  timeout: number;
  json?: boolean;
}

export function statusCommand(): Command {
  return new Command('status')
    .option('--wait', 'return once all changes are matched and indexed')
    .option('--timeout <seconds>', 'how long to wait; afterwards exit with 1', seconds, 60)
    .option('--json', 'one JSON document on standard output')
    .action(({ wait, timeout, json }: StatusOptions) =>
      withDatabase(async ({ database, config, signal }) => {
        const store = new StatusStore(database);
        const deadline = Date.now() + timeout * 1000;
        let pending = await store.readPending();
        while (wait && isBusy(pending) && Date.now() < deadline) {
          await sleep(Math.min(POLL_MS, Math.max(1, deadline - Date.now())), undefined, { signal });
          pending = await store.readPending();
        }
        const status = await store.read(pending);
        const underived = await new DerivationStore(database).left();
        const workers = await new WorkerProcessStore(database).list();
        const deliveryPause = await new DeliveryPauseStore(database).read();
        const unattended = unattendedStages(neededStages(config), workers);
        const index = config.searchEngine === 'opensearch' ? await readIndex(database, config) : null;
        printAnswer(
          json,
          { ...status, underived, workers, unattended, deliveryPause, ...(index && { index }) },
          [
            describe(status),
            ...describeUnderived(underived),
            ...(index ? [describeIndex(index)] : []),
            ...workers.map(describeWorker),
            ...(deliveryPause ? [describePause(deliveryPause)] : []),
            ...(unattended.length === 0 ? [] : [`Warning: no worker runs ${unattended.join(', ')}.`]),
          ].join('\n'),
        );
        if (!wait || !isBusy(pending)) return;
        process.stderr.write(`There is still work after ${timeout} s. Is the worker running?\n`);
        process.exitCode = FAILED;
      }),
    );
}

function isBusy({ changes, indexing }: PendingWork): boolean {
  return changes > 0 || indexing > 0;
}

function describe({ listings, properties, alerts, pending }: StoreStatus): string {
  return (
    `${listings} listings in ${properties} properties, ${alerts} alerts. Waiting: ${pending.changes} ` +
    `changes, ${pending.indexing} to index, ${pending.deliveries} to send.`
  );
}

function describePause({ pausedAt, pausedBy }: DeliveryPause): string {
  return `Nothing has been sent since ${pausedAt.toISOString()} (${pausedBy}). To resume: gable delivery resume`;
}

function describeWorker({ host, pid, stages, startedAt }: WorkerProcess): string {
  return `Worker ${pid} at ${host} runs ${stages.join(', ')} since ${startedAt.toISOString()}.`;
}

/** Nothing once the worker is done. */
function describeUnderived(left: number): string[] {
  return left === 0 ? [] : [`${left} listings still have to be updated after an upgrade.`];
}

/** How the search index stands beside the store. */
interface IndexStatus {
  /** Whether OpenSearch answers now. */
  reachable: boolean;
  /** Why it does not; null where it does. */
  unreachableBecause: string | null;
  /**
   * `LIVE` = searched, `BUILDING` = the first one is being made, `NONE`: searches are answered as they are when
   * OpenSearch is down.
   */
  state: 'LIVE' | 'BUILDING' | 'NONE';
  /** Properties loaded into an index that is being made; null where none is. */
  loaded: number | null;
  /** How long the oldest change waits to be found; 0 where none does. */
  lagSeconds: number;
  /** Documents that OpenSearch refuses. */
  refused: number;
  /** What the last audit found, by kind; null before the first. */
  drift: Record<string, number> | null;
  auditedAt: Date | null;
}

async function readIndex(database: Database, config: Parameters<typeof whyUnreachable>[0]): Promise<IndexStatus> {
  const indices = new SearchIndexStore(database);
  const [live, making, figures] = [
    await indices.live(),
    await indices.inTheMaking(),
    await new MarkStore(database).figures(),
  ];
  const unreachableBecause = await whyUnreachable(config);
  return {
    reachable: unreachableBecause === null,
    unreachableBecause,
    state: live ? 'LIVE' : making ? 'BUILDING' : 'NONE',
    loaded: making?.loaded ?? null,
    lagSeconds: Math.round(figures.lagSeconds * 10) / 10,
    refused: figures.refused,
    drift: live?.drift ?? null,
    auditedAt: live?.auditedAt ?? null,
  };
}

const STATES = {
  LIVE: 'is in use',
  BUILDING: 'is being built',
  NONE: 'does not exist yet; a worker builds it',
} as const;

function describeIndex({ unreachableBecause, state, loaded, lagSeconds, refused, drift }: IndexStatus): string {
  const differing = Object.values(drift ?? {}).reduce((sum, count) => sum + count, 0);
  const progress = loaded === null ? '' : `, ${loaded} loaded into a new one`;
  return (
    `${unreachableBecause === null ? '' : `${unreachableBecause} `}The index ${STATES[state]}${progress}; ` +
    `${lagSeconds} s behind, ${refused} documents refused, ${differing} differed in the last audit.`
  );
}

function seconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Expects a number of seconds.');
  return Number(text);
}
