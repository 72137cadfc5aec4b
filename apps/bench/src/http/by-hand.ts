import path from 'node:path';
import { ApiProcess } from '../harness/api-process.js';
import { CLIENTS } from '../harness/http-load.js';
import type { BenchResult } from '../harness/print-results.js';
import { median, quantile, rounded } from '../harness/times.js';
import { HTTP_CASES } from './http-cases.js';
import type { HttpBench } from './http-bench.js';
import { sideOf, takeTurns, type Turn } from './turn.js';

/** The program of the service by hand. */
export const BY_HAND = path.join(import.meta.dirname, 'by-hand/service.js');

/**
 * The API beside a service by hand on the same rows: each case in turns, one service idle while the other answers; the
 * median of five ratios counts. Microseconds are of processor time for each request.
 */
export async function byHand(bench: HttpBench): Promise<BenchResult[]> {
  const { api, database, databaseUrl, seconds, cases, processes } = bench;
  const apiKey = await api.makeKey(database);
  const hand = await ApiProcess.start(databaseUrl, { PGAPPNAME: 'by hand' }, BY_HAND);
  try {
    const results: BenchResult[] = [];
    for (const { name, goal, requests } of HTTP_CASES.filter(({ name }) => name.includes(cases))) {
      const ours = sideOf(api, database, 'gable api%', await requests(api.url, apiKey));
      const theirs = sideOf(hand, database, 'by hand', await requests(hand.url, apiKey));
      const turns = await takeTurns(name, ours, theirs, seconds, processes);
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
