import path from 'node:path';
import type { Database } from '@gable/persistence';
import type { Request } from 'autocannon';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import { CLIENTS } from '../harness/http-load.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { median, quantile, rounded } from '../harness/times.js';
import { fireVaried, written } from '../harness/varied-load.js';
import { HTTP_CASES } from './http-cases.js';
import type { HttpBench } from './http-bench.js';

/** The program of the service by hand. */
export const BY_HAND = path.join(import.meta.dirname, 'by-hand/service.js');
const TURNS = 5;
const WARM_UP_SECONDS = 3;

/** What one side of a turn did, and the processor time that its process and its connections used. */
interface Turn {
  readonly times: readonly number[];
  readonly perSecond: number;
  readonly serviceUs: number;
  readonly databaseUs: number;
}

/**
 * The API beside a service by hand on the same rows: each case in turns, one service idle while the other answers; the
 * median of five ratios counts. Microseconds are of processor time for each request.
 */
export async function byHand({ api, database, databaseUrl, seconds, cases }: HttpBench): Promise<BenchResult[]> {
  const apiKey = await api.makeKey(database);
  const hand = await ApiProcess.start(databaseUrl, { PGAPPNAME: 'by hand' }, BY_HAND);
  try {
    const results: BenchResult[] = [];
    for (const { name, goal, requests } of HTTP_CASES.filter(({ name }) => name.includes(cases))) {
      const ours = sideOf(api, database, 'gable api%', await requests(api.url, apiKey));
      const theirs = sideOf(hand, database, 'by hand', await requests(hand.url, apiKey));
      const turns: [ours: Turn, theirs: Turn][] = [];
      for (let turn = -1; turn < TURNS; turn += 1) {
        const span = turn < 0 ? WARM_UP_SECONDS : seconds;
        const here = await ours(span);
        const there = await theirs(span);
        if (turn < 0) continue;
        turns.push([here, there]);
        say(`${name}: ${Math.round(here.perSecond)} and ${Math.round(there.perSecond)} a second`);
      }
      const of = (figure: keyof Omit<Turn, 'times'>, side: 0 | 1) =>
        Math.round(median(turns.map((sides) => sides[side][figure])));
      const times = turns.flatMap(([here]) => here.times);
      results.push({
        bench: 'http',
        case: name,
        clients: CLIENTS,
        perSecond: of('perSecond', 0),
        byHand: of('perSecond', 1),
        p99: quantile(times, 0.99),
        apiUs: of('serviceUs', 0),
        databaseUs: of('databaseUs', 0),
        byHandUs: of('serviceUs', 1) + of('databaseUs', 1),
        ratio: rounded(median(turns.map(([here, there]) => here.perSecond / there.perSecond))),
        goal,
      });
    }
    return results;
  } finally {
    await hand.stop();
  }
}

/** Asks a service its requests for so many seconds, going on where it ended the last time. */
function sideOf({ url, pid }: ApiProcess, database: Database, connections: string, requests: readonly Request[]) {
  const bytes = written(url, requests);
  let first = 0;
  return async (seconds: number): Promise<Turn> => {
    const before = { service: cpuSecondsOf(pid), database: await databaseSeconds(database, connections) };
    const { next, times, errors } = await fireVaried(url, bytes, { first, seconds });
    first = next;
    if (errors > 0) throw new Error(`${errors} of ${times.length} requests failed.`);
    const inDatabase = secondsBetween(before.database, await databaseSeconds(database, connections));
    return {
      times,
      perSecond: times.length / seconds,
      serviceUs: ((cpuSecondsOf(pid) - before.service) * 1e6) / times.length,
      databaseUs: (inDatabase * 1e6) / times.length,
    };
  };
}
