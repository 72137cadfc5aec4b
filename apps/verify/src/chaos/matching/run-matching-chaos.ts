import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountStore } from '@gable/persistence/accounts';
import {
  TrackedAlerts,
  checkRecords,
  committedChanges,
  keepChanges,
  mixedAlerts,
  MovingTown,
  recordedEvents,
  recordedNotifications,
  TOWN_DIVISIONS,
  type Findings,
} from '@gable/testing';
import { SeededRandom } from '@gable/domain/testing';
import { readDivisions, readFeed, withInstallation, type Installation } from '../../installation.js';
import { waitingFeeds } from '../drop-feed.js';
import { disturbWorkers, type Disturbance } from './disturb-matching.js';
import { EventFollower } from './follow-events.js';
import { feedChanges, waitingChanges, writeAlerts } from './steady-load.js';
import { WorkerFleet } from '../worker-fleet.js';

export interface MatchingChaosOptions {
  readonly kills: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  readonly workers: number;
  /** The worker's compiled main file. */
  readonly workerEntry: string;
  /** Ends the killing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

/** What a run did and what it found. */
export interface MatchingChaosOutcome {
  readonly done: Disturbance & {
    seconds: number;
    changes: number;
    alerts: number;
    events: number;
    notifications: number;
  };
  readonly findings: Findings & {
    readonly deadLetters: readonly string[];
    readonly endedByThemselves: readonly string[];
    /** What who follows the events of the account missed or met twice. */
    readonly followed: readonly string[];
  };
}

const PROPERTIES = 150;
const QUIET_WITHIN_MS = 120_000;
const feedsFolder = (home: string): string => path.join(home, 'feeds');

/**
 * Runs real workers under a steady load of changes and alert writes, kills them again and again, lets everything come
 * to rest and checks what the database holds. Everything is in vain unless every finding is empty.
 */
export async function runMatchingChaos(options: MatchingChaosOptions): Promise<MatchingChaosOutcome> {
  return withInstallation((installation) => runOn(installation, options));
}

async function runOn(
  installation: Installation,
  { kills, seed, workers, workerEntry, signal, say }: MatchingChaosOptions,
): Promise<MatchingChaosOutcome> {
  const { database, home, encryptionKey } = installation;
  const began = performance.now();
  mkdirSync(feedsFolder(home), { recursive: true });
  await keepChanges(database);
  await readDivisions(installation, TOWN_DIVISIONS);
  const town = new MovingTown(seed);
  await readFeed(installation, town.arrive(PROPERTIES));
  const sample = (await committedChanges(database)).map(({ after }) => after.listing);
  const { id: accountId } = await new AccountStore(database).ensure('Chaos', await database.now());
  const alerts = new TrackedAlerts(database, accountId, false, encryptionKey);
  for (const plan of mixedAlerts(seed, 60, sample)) await alerts.create(plan);

  const follower = new EventFollower(database, accountId);
  const fleet = new WorkerFleet(installation, workers, workerEntry);
  const load = new AbortController();
  try {
    for (let place = 0; place < workers; place += 1) await fleet.start(place);
    const loads = Promise.all([
      feedChanges(installation, town, load.signal),
      writeAlerts(alerts, new SeededRandom(seed + 1), sample, load.signal),
      follower.follow(load.signal),
    ]);
    loads.catch(() => load.abort()); // shown by the await below
    const disturbance = await disturbWorkers(database, fleet, new SeededRandom(seed + 2), { kills, signal }, (done) => {
      if (done.kills % 20 === 0) say(`${done.kills} kills …`);
    });
    load.abort();
    await loads;
    await comeToRest(installation, say);
    await fleet.end();
    say('checking …');
    return await check(installation, alerts, follower, disturbance, fleet, began);
  } finally {
    load.abort();
    await fleet.end();
  }
}

/**
 * The workers consume what is left: nothing new for two seconds, nothing waiting. A file in which workers ended waits
 * for longer than that; were they ended while it is read, its changes would be found lost.
 */
async function comeToRest({ database, home }: Installation, say: (line: string) => void): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  let still = 0;
  for (let last = -1; still < 20;) {
    if (performance.now() > until) {
      const files = waitingFeeds(feedsFolder(home)).length;
      const changes = await waitingChanges(database);
      say(`not at rest after ${QUIET_WITHIN_MS / 1_000} s: ${changes} changes and ${files} files wait`);
      return; // what was not consumed is found lost
    }
    await sleep(100);
    const [row] = await database.query<{ total: number }>('select count(*) as total from kept_change');
    const isStill = row!.total === last && waitingFeeds(feedsFolder(home)).length === 0;
    still = isStill && (await waitingChanges(database)) === 0 ? still + 1 : 0;
    last = row!.total;
  }
}

async function check(
  { database }: Installation,
  alerts: TrackedAlerts,
  follower: EventFollower,
  disturbance: Disturbance,
  fleet: WorkerFleet,
  began: number,
): Promise<MatchingChaosOutcome> {
  const changes = await committedChanges(database);
  const events = await recordedEvents(database);
  const notifications = await recordedNotifications(database);
  const dead = await database.query<{ line: string }>(
    `select kind || ' ' || subject || ': ' || reason as line from dead_letter`,
  );
  return {
    done: {
      ...disturbance,
      changes: changes.length,
      alerts: alerts.timelines.length,
      events: events.length,
      notifications: notifications.length,
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    findings: {
      ...checkRecords(alerts.timelines, changes, events, notifications),
      followed: await follower.findings(),
      deadLetters: dead.map(({ line }) => line),
      endedByThemselves: fleet.endedByThemselves.map((code) => `a worker ended by itself with ${code}`),
    },
  };
}
