import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';
import { SeededRandom } from '@gable/domain/testing';
import { MovingTown, TOWN_DIVISIONS } from '@gable/testing';
import { readDivisions, readFeed, withInstallation, type EmbeddedInstallation } from '../../installation.js';
import { ApiRun } from './api-run.js';
import { useApi } from './clients.js';
import { checkUsage, type UsageFindings } from './check-usage.js';

export interface UsageChaosOptions {
  readonly kills: number;
  /** Immediate stops of the database server. */
  readonly stops: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  /** API processes at once. */
  readonly processes: number;
  /** What a killed process may lose, in milliseconds of its traffic. */
  readonly mayLoseMs: number;
  /** The API's compiled main file. */
  readonly apiEntry: string;
  /** Ends the disturbing early; what was done until then is checked. */
  readonly signal: AbortSignal;
  /** Gets a line of progress now and then. */
  readonly say: (line: string) => void;
}

/** What a run did and what it found. `unbilled` = calls that were served and lost in kills. */
export interface UsageChaosOutcome {
  readonly done: {
    kills: number;
    stops: number;
    orderlyEnds: number;
    seconds: number;
    served: number;
    billed: number;
    unbilled: number;
  };
  readonly findings: UsageFindings & { readonly endedByThemselves: readonly string[] };
}

const PROPERTIES = 120;
/** In order instead of killed: one end in so many. */
const ORDERLY_EVERY = 5;
/** A meter that lost its database tries again at least once a second. */
const RECOVERY_MS = 2_500;

/**
 * Runs real API processes under load on one database, kills them again and again, ends some in order, stops the
 * database in between, and compares what every process served, as its clients saw it, with what was billed for it.
 */
export async function runUsageChaos(options: UsageChaosOptions): Promise<UsageChaosOutcome> {
  return withInstallation((installation) => runOn(installation, options));
}

async function runOn(
  installation: EmbeddedInstallation,
  { kills, stops, seed, processes, mayLoseMs, apiEntry, signal, say }: UsageChaosOptions,
): Promise<UsageChaosOutcome> {
  const { database, postgres } = installation;
  const began = performance.now();
  const propertyUuids = await fillTown(installation, seed);
  const random = new SeededRandom(seed);
  const runs: ApiRun[] = [];
  const using = new Set<Promise<void>>();
  const load = new AbortController();
  const done = { kills: 0, stops: 0, orderlyEnds: 0 };

  const begin = async (): Promise<ApiRun> => {
    const run = await ApiRun.begin(installation, apiEntry, runs.length + 1);
    runs.push(run);
    const use = useApi(run, propertyUuids, new SeededRandom(seed + runs.length), load.signal);
    using.add(use);
    void use.finally(() => using.delete(use));
    return run;
  };
  const places = await Promise.all(Array.from({ length: processes }, begin));
  try {
    while (done.kills < kills && !signal.aborted) {
      await sleep(random.whole(150, 1_200));
      if (done.stops < stops && done.stops * kills <= done.kills * stops) {
        await postgres.stopAtOnce(random.whole(50, 1_000));
        done.stops += 1;
        await sleep(RECOVERY_MS);
        continue;
      }
      const place = random.whole(0, processes - 1);
      if ((done.kills + done.orderlyEnds) % ORDERLY_EVERY === ORDERLY_EVERY - 1) {
        await places[place]!.stop();
        done.orderlyEnds += 1;
      } else {
        await places[place]!.kill();
        done.kills += 1;
        if (done.kills % 20 === 0) say(`${done.kills} kills …`);
      }
      places[place] = await begin();
    }
    load.abort();
    await Promise.all(using);
    await Promise.all(places.map((run) => run.stop()));
  } finally {
    load.abort();
    await Promise.all(runs.map((run) => run.kill()));
  }
  return check(database, runs, done, { began, mayLoseMs });
}

async function check(
  database: Database,
  runs: readonly ApiRun[],
  done: Pick<UsageChaosOutcome['done'], 'kills' | 'stops' | 'orderlyEnds'>,
  { began, mayLoseMs }: { began: number; mayLoseMs: number },
): Promise<UsageChaosOutcome> {
  const rows = await database.query<{ id: string; calls: number; results: number }>(
    'select api_key_id as id, sum(calls)::bigint as calls, sum(results)::bigint as results from usage_count group by 1',
  );
  const records = runs.map(({ apiKeyUuid, end, served }, n) => ({
    name: `run ${n + 1}`,
    end: end!,
    served,
    billed: rows.find(({ id }) => id === apiKeyUuid) ?? { calls: 0, results: 0 },
  }));
  const served = records.reduce((sum, record) => sum + record.served.length, 0);
  const billed = rows.reduce((sum, { calls }) => sum + calls, 0);
  return {
    done: {
      ...done,
      seconds: Math.round((performance.now() - began) / 1_000),
      served,
      billed,
      unbilled: served - billed,
    },
    findings: {
      ...checkUsage(records, mayLoseMs),
      endedByThemselves: runs.flatMap(({ endedByItself }) => endedByItself ?? []),
    },
  };
}

/** Answers the properties that can be read. */
async function fillTown(installation: EmbeddedInstallation, seed: number): Promise<string[]> {
  await readDivisions(installation, TOWN_DIVISIONS);
  await readFeed(installation, new MovingTown(seed).arrive(PROPERTIES));
  const rows = await installation.database.query<{ id: string }>('select id from property where online_count > 0');
  return rows.map(({ id }) => id);
}
