import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALERT_EVENT_TYPES, type NotificationConfig } from '@gable/domain/alert';
import { ANY_LISTING } from '@gable/domain/criteria';
import { AccountStore } from '@gable/persistence/accounts';
import { AlertStore } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { SeededRandom } from '@gable/domain/testing';
import { MovingTown, TOWN_DIVISIONS } from '@gable/testing';
import { readDivisions, readFeed, withInstallation, type EmbeddedInstallation } from '../../installation.js';
import { WorkerFleet } from '../worker-fleet.js';
import { disturbDelivery, type DeliveryDisturbance } from './disturb-delivery.js';
import { FaultyReceivers } from './faulty-receivers.js';
import { checkArrivals, type DeliveryFindings } from './check-arrivals.js';
import { recordedDeliveries } from './recorded-deliveries.js';
import { resultsWithoutLease, watchLeases } from './watch-leases.js';

export interface DeliveryChaosOptions {
  readonly kills: number;
  readonly stops: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  readonly workers: number;
  /** The worker's compiled main file. */
  readonly workerEntry: string;
  /** Ends the disturbing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

/** What a run did and what it found. */
export interface DeliveryChaosOutcome {
  readonly done: {
    kills: number;
    stops: number;
    suspensions: number;
    seconds: number;
    deliveries: number;
    attempts: number;
    arrivals: number;
    refused: number;
    inFlight: number;
    duplicates: number;
  };
  readonly findings: DeliveryFindings & {
    readonly resultsWithoutLease: readonly string[];
    readonly endedByThemselves: readonly string[];
  };
}

const RECEIVERS = 8;
const LEAST_FAILING = 0.05;
const MOST_FAILING = 0.5;
const ALERTS = 24;
const PROPERTIES = 100;
/** Lines at once and the pause after them; every alert reports every line. */
const LINES_AT_ONCE = 3;
const PAUSE_MS = 100;
/** Deliveries that may wait; beyond it the load waits for the workers. */
const MOST_WAITING = 3_000;
const QUIET_WITHIN_MS = 240_000;
/** Long enough that no delivery runs out of attempts, short enough to see the end. */
const SCHEDULE = Array.from({ length: 60 }, (_, n) => (n < 3 ? '300ms' : '1s')).join(',');
/** Every event is sent. */
const EVERYTHING: NotificationConfig = { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) };

/**
 * Runs real workers under a steady load, from feed to receivers that fail 5 to 50 % of the time; kills the workers and
 * stops the database again and again; lets everything come to rest, and checks what the receivers got. Everything is in
 * vain unless every finding is empty.
 */
export async function runDeliveryChaos(options: DeliveryChaosOptions): Promise<DeliveryChaosOutcome> {
  const signingKey = `whsec_${randomBytes(32).toString('base64')}`;
  const receivers = await FaultyReceivers.start({
    count: RECEIVERS,
    least: LEAST_FAILING,
    most: MOST_FAILING,
    latePath: pathOf(0),
    seed: options.seed,
    signingKey,
  });
  try {
    return await withInstallation((installation) => runOn(installation, receivers, signingKey, options));
  } finally {
    receivers.close();
  }
}

async function runOn(
  installation: EmbeddedInstallation,
  receivers: FaultyReceivers,
  signingKey: string,
  { kills, stops, seed, workers, workerEntry, signal, say }: DeliveryChaosOptions,
): Promise<DeliveryChaosOutcome> {
  const { database } = installation;
  const began = performance.now();
  await readDivisions(installation, TOWN_DIVISIONS);
  await watchLeases(database);
  const town = new MovingTown(seed);
  await readFeed(installation, town.arrive(PROPERTIES));
  await makeAlerts(installation, receivers, signingKey);
  const fleet = new WorkerFleet(installation, workers, workerEntry, {
    DELIVERY_SCHEDULE: SCHEDULE,
    DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const load = new AbortController();
  try {
    for (let place = 0; place < workers; place += 1) await fleet.start(place);
    const feeding = feed(installation, town, load.signal);
    feeding.catch(() => load.abort()); // shown by the await below
    const done = await disturbDelivery(
      installation,
      fleet,
      new SeededRandom(seed + 2),
      { kills, stops, signal },
      ({ kills: killed, stops: stopped }) => {
        if ((killed + stopped) % 10 === 0) say(`${killed} kills, ${stopped} stops …`);
      },
    );
    load.abort();
    await feeding;
    receivers.recover();
    await comeToRest(database, say);
    await fleet.end();
    say('checking …');
    return await check(database, receivers, fleet, done, began);
  } finally {
    load.abort();
    await fleet.end();
  }
}

/** Every alert wants every listing, and sends to a path of its own at one of the receivers. */
async function makeAlerts(
  { database, encryptionKey }: EmbeddedInstallation,
  receivers: FaultyReceivers,
  signingKey: string,
): Promise<void> {
  const store = new AlertStore(database, new Sealer(encryptionKey));
  const { id: accountId } = await new AccountStore(database).ensure('Chaos', await database.now());
  for (let n = 0; n < ALERTS; n += 1) {
    await store.create(
      accountId,
      {
        name: `Alert ${n + 1}`,
        active: true,
        searchMode: 'advanced',
        classicFilters: null,
        criteria: ANY_LISTING,
        notificationConfig: EVERYTHING,
        signingKey,
        destination: { channel: 'WEBHOOK', address: receivers.urlOf(n % receivers.count, pathOf(n)) },
      },
      await database.now(),
    );
  }
}

const pathOf = (alert: number): string => `alert-${alert + 1}`;

async function feed(installation: EmbeddedInstallation, town: MovingTown, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const lines = town.change(LINES_AT_ONCE);
    // Of lines whose commit was cut off nobody knows whether they are there; read again they change nothing that is.
    while (
      !(await readFeed(installation, lines).then(
        () => true,
        () => false,
      ))
    )
      await sleep(200);
    await sleep(PAUSE_MS);
    while (!signal.aborted && (await openWork(installation.database).catch(() => Infinity)) > MOST_WAITING)
      await sleep(100);
  }
}

/** Changes that are not consumed, and deliveries that have not ended. */
async function openWork(database: Database): Promise<number> {
  const [row] = await database.query<{ open: number }>(`
    select (select count(*) from listing_change where id > (select min(position) from alert_shard)) + (select count(*)
      from delivery) as open`);
  return row!.open;
}

/**
 * Receivers are well again; breakers that wait for their next probe, up to a quarter of an hour, are made to probe now.
 */
async function comeToRest(database: Database, say: (line: string) => void): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (let still = 0; still < 10;) {
    const open = await openWork(database);
    if (performance.now() > until)
      // What did not arrive is found lost
      return say(`not at rest after ${QUIET_WITHIN_MS / 1_000} s: ${open} changes and deliveries are open`);
    still = open === 0 ? still + 1 : 0;
    await database.query(PROBE_NOW);
    await sleep(200);
  }
}

const PROBE_NOW = `
  with soon as (update delivery_endpoint set probe_at = clock_timestamp() where opened_at is not null and probe_at >
    clock_timestamp() + interval '2 s' and failures < 1000 returning id)
  insert into delivery_wakeup (endpoint_id, at) select id, clock_timestamp() from soon`;

async function check(
  database: Database,
  receivers: FaultyReceivers,
  fleet: WorkerFleet,
  { inFlight, ...done }: DeliveryDisturbance,
  began: number,
): Promise<DeliveryChaosOutcome> {
  const expected = await recordedDeliveries(database);
  const { findings, duplicates } = checkArrivals(expected, receivers.arrivals, inFlight);
  return {
    done: {
      ...done,
      seconds: Math.round((performance.now() - began) / 1_000),
      deliveries: expected.length,
      attempts: expected.reduce((sum, { statuses }) => sum + statuses.length, 0),
      arrivals: receivers.arrivals.length,
      refused: receivers.arrivals.filter(({ isAccepted }) => !isAccepted).length,
      inFlight: inFlight.reduce((sum, { size }) => sum + size, 0),
      duplicates,
    },
    findings: {
      ...findings,
      resultsWithoutLease: await resultsWithoutLease(database),
      endedByThemselves: fleet.endedByThemselves.map((code) => `a worker ended by itself with ${code}`),
    },
  };
}
