import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { freePort } from '@gable/runtime';
import { SeededRandom } from '@gable/domain/testing';
import { MovingTown, TOWN_DIVISIONS } from '@gable/testing';
import { withInstallation, type ChaosInstallation } from '../chaos-database.js';
import { ApiLife } from './api-life.js';
import { useLife } from './clients.js';
import { judgeUsage, type UsageFindings } from './judge-usage.js';

export interface UsageChaosOptions {
  readonly kills: number;
  /** Immediate stops of the database server. */
  readonly stops: number;
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  /** API processes at once. */
  readonly processes: number;
  /** The API's compiled main file. */
  readonly apiEntry: string;
  /** Ends the disturbing early; what was done until then is judged. */
  readonly signal: AbortSignal;
  /** Told now and then how far it is. */
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

const HOMES = 120;
/** In order instead of killed: one end in so many. */
const ORDERLY_EVERY = 5;
/** A meter that lost its database tries again at least once a second. */
const RECOVERY_MS = 2_500;

/**
 * Runs real API processes under load on one database, kills them again and again, ends some in order, stops the database in between, and compares what every
 * process served, as its clients saw it, with what was billed for it.
 */
export async function runUsageChaos(options: UsageChaosOptions): Promise<UsageChaosOutcome> {
  return withInstallation((installation) => runOn(installation, options));
}

async function runOn(
  installation: ChaosInstallation,
  { kills, stops, seed, processes, apiEntry, signal, say }: UsageChaosOptions,
): Promise<UsageChaosOutcome> {
  const { database, postgres } = installation;
  const began = performance.now();
  const propertyUuids = await fillTown(installation, seed);
  const random = new SeededRandom(seed);
  const lives: ApiLife[] = [];
  const using = new Set<Promise<void>>();
  const load = new AbortController();
  const done = { kills: 0, stops: 0, orderlyEnds: 0 };

  const begin = async (): Promise<ApiLife> => {
    const life = await ApiLife.begin(installation, apiEntry, lives.length + 1, await freePort());
    lives.push(life);
    const use = useLife(life, propertyUuids, new SeededRandom(seed + lives.length), load.signal);
    using.add(use);
    void use.finally(() => using.delete(use));
    return life;
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
    await Promise.all(places.map((life) => life.stop()));
  } finally {
    load.abort();
    await Promise.all(lives.map((life) => life.kill()));
  }
  return judge(database, lives, done, began);
}

async function judge(
  database: Database,
  lives: readonly ApiLife[],
  done: Pick<UsageChaosOutcome['done'], 'kills' | 'stops' | 'orderlyEnds'>,
  began: number,
): Promise<UsageChaosOutcome> {
  const rows = await database.query<{ id: string; calls: number; results: number }>(
    'select api_key_id as id, sum(calls)::bigint as calls, sum(results)::bigint as results from usage_count group by 1',
  );
  const records = lives.map(({ apiKeyUuid, end, served }, n) => ({
    name: `life ${n + 1}`,
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
    findings: { ...judgeUsage(records), endedByThemselves: lives.flatMap(({ endedByItself }) => endedByItself ?? []) },
  };
}

/** Answers the properties that there are to be read. */
async function fillTown({ database, home }: ChaosInstallation, seed: number): Promise<string[]> {
  const options = { rejectFile: path.join(home, 'rejects.ndjson') };
  const lines = (of: readonly string[]) => Readable.from(of.map((line) => Buffer.from(`${line}\n`)));
  await loadDivisions(database, lines(TOWN_DIVISIONS), options);
  await ingestFeed(database, lines(new MovingTown(seed).arrive(HOMES)), options);
  return (await database.query<{ id: string }>('select id from property where online_count > 0')).map(({ id }) => id);
}
