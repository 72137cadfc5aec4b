import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SearchIndexStore } from '@gable/persistence/indexing';
import type { Database } from '@gable/persistence';
import { openSearchClient, type OpenSearchClient } from '@gable/search';
import { SeededRandom } from '@gable/domain/testing';
import { MovingTown, TOWN_DIVISIONS } from '@gable/testing';
import { readDivisions, readFeed, withInstallation, type Installation } from '../../installation.js';
import { WorkerFleet } from '../worker-fleet.js';
import { FaultyOpenSearch } from './faulty-open-search.js';
import { checkIndex, type IndexFindings } from './check-index.js';
import { withOwnOpenSearch } from './own-open-search.js';

export interface IndexingChaosOptions {
  readonly kills: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  readonly workers: number;
  /** The worker's compiled main file. */
  readonly workerEntry: string;
  /** The address of an OpenSearch that nobody else uses; without it one is started for the time of the run. */
  readonly openSearchUrl?: string;
  /** Ends the killing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

/** What a run did and what it found. */
export interface IndexingChaosOutcome {
  readonly done: FaultyOpenSearch['faults'] & {
    kills: number;
    suspensions: number;
    seconds: number;
    lines: number;
    properties: number;
    removals: number;
    documents: number;
  };
  readonly findings: IndexFindings & {
    readonly leftMarks: readonly string[];
    readonly endedByThemselves: readonly string[];
  };
}

const FAULTS = { items: 0.2, requests: 0.1, late: 0.1 };
const PROPERTIES = 150;
const LINES_AT_ONCE = 40;
const PAUSE_MS = 80;
const MOST_WAITING = 2_000;
const QUIET_WITHIN_MS = 180_000;
const LONGEST_START_MS = 15_000;
const EVERY_FAULT_WITHIN_MS = 60_000;

/**
 * Kills real workers that keep an index, again and again, under a steady load, behind a proxy that fails every fifth
 * item and delays every tenth write; then compares index and store. OpenSearch forgets the versions of deleted
 * documents after a second.
 */
export async function runIndexingChaos(options: IndexingChaosOptions): Promise<IndexingChaosOutcome> {
  const onServer = (url: string) => withInstallation((installation) => runOn(installation, url, options));
  return options.openSearchUrl === undefined ? withOwnOpenSearch(onServer) : onServer(options.openSearchUrl);
}

async function runOn(
  installation: Installation,
  openSearchUrl: string,
  { kills, seed, workers, workerEntry, signal, say }: IndexingChaosOptions,
): Promise<IndexingChaosOutcome> {
  const { database, home } = installation;
  const began = performance.now();
  mkdirSync(path.join(home, 'feeds'), { recursive: true });
  await readDivisions(installation, TOWN_DIVISIONS);
  const town = new MovingTown(seed);
  await readFeed(installation, town.arrive(PROPERTIES));
  const proxy = await FaultyOpenSearch.start(openSearchUrl, FAULTS, seed + 1);
  const client = openSearchClient(openSearchUrl, { timeoutMs: 30_000 });
  const fleet = new WorkerFleet(installation, workers, workerEntry, {
    SEARCH_ENGINE: 'opensearch',
    OPENSEARCH_URL: proxy.url,
  });
  const load = new AbortController();
  try {
    for (let place = 0; place < workers; place += 1) await fleet.start(place);
    const feeding = feed(installation, town, load.signal);
    feeding.catch(() => load.abort()); // shown by the await below
    const disturbance = await disturb(
      database,
      client,
      proxy,
      fleet,
      new SeededRandom(seed + 2),
      { kills, signal },
      (done) => {
        if (done % 20 === 0) say(`${done} kills …`);
      },
    );
    await everyKindOfFault(proxy, load.signal);
    load.abort();
    const lines = await feeding;
    await comeToRest(database, say);
    await fleet.end();
    await proxy.settle();
    say('checking …');
    const { findings, documents } = await checkIndex(database, client);
    const [row] = await database.query<{ properties: number; removals: number }>(
      'select count(*) as properties, count(*) filter (where online_count = 0) as removals from property',
    );
    const marks = await database.query<{ id: string }>('select property_id as id from index_dirty');
    return {
      done: {
        ...disturbance,
        ...proxy.faults,
        lines,
        ...row!,
        documents,
        seconds: Math.round((performance.now() - began) / 1_000),
      },
      findings: {
        ...findings,
        leftMarks: marks.map(({ id }) => id),
        endedByThemselves: fleet.endedByThemselves.map((code) => `a worker ended by itself with ${code}`),
      },
    };
  } finally {
    load.abort();
    await fleet.end();
    await proxy.close();
    await client.close();
  }
}

/** A few kills may be over before a busy machine has written enough for the rarer faults. */
async function everyKindOfFault({ faults }: FaultyOpenSearch, signal: AbortSignal): Promise<void> {
  const until = performance.now() + EVERY_FAULT_WITHIN_MS;
  while (!signal.aborted && performance.now() < until && Object.values(faults).includes(0)) await sleep(50);
}

async function feed(installation: Installation, town: MovingTown, signal: AbortSignal): Promise<number> {
  let fed = 0;
  while (!signal.aborted) {
    const lines = [...town.change(LINES_AT_ONCE), ...town.arrive(1)];
    await readFeed(installation, lines);
    fed += lines.length;
    await sleep(PAUSE_MS);
    while (!signal.aborted && (await waiting(installation.database)) > MOST_WAITING) await sleep(50);
  }
  return fed;
}

/**
 * Kills workers while somebody indexes, and lets every tenth sleep through its leases instead. Leases are ended by
 * hand: who sleeps cannot tell the difference.
 */
async function disturb(
  database: Database,
  client: OpenSearchClient,
  proxy: FaultyOpenSearch,
  fleet: WorkerFleet,
  random: SeededRandom,
  { kills, signal }: { kills: number; signal: AbortSignal },
  onKill: (kills: number) => void,
): Promise<{ kills: number; suspensions: number }> {
  const done = { kills: 0, suspensions: 0 };
  const endLeases = () => database.query(END_LEASES);
  while (done.kills < kills && !signal.aborted) {
    await forgetVersionsSoon(database, client);
    await untilSomebodyIndexes(database);
    await sleep(random.whole(0, 1_200));
    const place = done.kills % fleet.size; // the one that ran longest
    if (done.suspensions < Math.floor(done.kills / 10)) {
      fleet.suspend(place);
      await endLeases();
      await sleep(random.whole(1_500, 3_000));
      fleet.resume(place);
      done.suspensions += 1;
      continue;
    }
    if (done.kills % KILLS_PER_OUTAGE === 0) await proxy.goAway(random.whole(500, 3_000));
    await fleet.kill(place);
    done.kills += 1;
    onKill(done.kills);
    await sleep(random.whole(0, 300));
    await fleet.start(place);
  }
  return done;
}

const KILLS_PER_OUTAGE = 4;

// `skip locked`: waiting for rows of an ingest, which waits for others of these, would end in a deadlock.
const END_LEASES = `
  with leased as (select property_id from index_dirty where leased_until > clock_timestamp() for update skip locked)
  update index_dirty set leased_until = '-infinity' from leased where index_dirty.property_id = leased.property_id`;

/** Until marks were taken within the last second; a while at most, since the workers may all be starting. */
async function untilSomebodyIndexes(database: Database): Promise<void> {
  for (const until = performance.now() + LONGEST_START_MS; performance.now() < until; await sleep(20)) {
    const fresh = await database.query(
      `select from index_dirty where leased_until > clock_timestamp() + interval '9 s' limit 1`,
    );
    if (fresh.length > 0) return;
  }
}

/** So that a removal which was a deletion would be undone by a late write. */
async function forgetVersionsSoon(database: Database, client: OpenSearchClient): Promise<void> {
  const targets = await new SearchIndexStore(database).targets();
  for (const { name } of targets)
    await client.indices.putSettings({ index: name, body: { index: { gc_deletes: '1s' } } });
}

async function comeToRest(database: Database, say: (line: string) => void): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (let still = 0; still < 20;) {
    const left = await waiting(database);
    // Found as left
    if (performance.now() > until) return say(`not at rest after ${QUIET_WITHIN_MS / 1_000} s: ${left} marks`);
    still = left === 0 && (await new SearchIndexStore(database).live()) !== null ? still + 1 : 0;
    await sleep(100);
  }
}

async function waiting(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*) as count from index_dirty');
  return row!.count;
}
