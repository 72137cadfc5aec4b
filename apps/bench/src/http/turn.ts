import type { Database } from '@gable/persistence';
import type { Request } from 'autocannon';
import type { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOfFamily } from '../harness/cpu-seconds-of.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import { say } from '../harness/print-results.js';
import { fireVaried, written } from '../harness/varied-load.js';

/** What one side of a turn did, and the processor time that its process and its connections used. */
export interface Turn {
  readonly times: readonly number[];
  readonly perSecond: number;
  readonly serviceUs: number;
  readonly databaseUs: number;
}

/** Asks a service its requests for so many seconds, going on where it ended the last time. */
export function sideOf(
  { url, pid }: ApiProcess,
  database: Database,
  connections: string,
  requests: readonly Request[],
) {
  const bytes = written(url, requests);
  let first = 0;
  return async (seconds: number): Promise<Turn> => {
    const before = { service: cpuSecondsOfFamily(pid), database: await databaseSeconds(database, connections) };
    const { next, times, errors } = await fireVaried(url, bytes, { first, seconds });
    first = next;
    if (errors > 0) throw new Error(`${errors} of ${times.length} requests failed.`);
    const inDatabase = secondsBetween(before.database, await databaseSeconds(database, connections));
    return {
      times,
      perSecond: times.length / seconds,
      serviceUs: ((cpuSecondsOfFamily(pid) - before.service) * 1e6) / times.length,
      databaseUs: (inDatabase * 1e6) / times.length,
    };
  };
}

const TURNS = 5;
/** So long each process of an API asks the database about cities that it then has in memory. */
const WARM_UP_SECONDS = 10;

/** Asks two sides in turns, one idle while the other answers, after a turn that warms both up and does not count. */
export async function takeTurns<One extends Turn, Other extends Turn>(
  name: string,
  one: (seconds: number) => Promise<One>,
  other: (seconds: number) => Promise<Other>,
  seconds: number,
  processes = 1,
): Promise<[one: One, other: Other][]> {
  const turns: [One, Other][] = [];
  for (let turn = -1; turn < TURNS; turn += 1) {
    const span = turn < 0 ? processes * WARM_UP_SECONDS : seconds;
    const pair: [One, Other] = [await one(span), await other(span)];
    if (turn < 0) continue;
    turns.push(pair);
    say(`${name}: ${Math.round(pair[0].perSecond)} and ${Math.round(pair[1].perSecond)} a second`);
  }
  return turns;
}
