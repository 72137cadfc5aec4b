import path from 'node:path';
import type { Request } from 'autocannon';
import { ApiProcess } from '../harness/api-process.js';
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

/**
 * The API beside a service by hand on the same rows: each case in turns, one service idle while the other answers; the
 * median of five ratios counts.
 */
export async function byHand({ api, database, databaseUrl, seconds }: HttpBench): Promise<BenchResult[]> {
  const apiKey = await api.makeKey(database);
  const hand = await ApiProcess.start(databaseUrl, {}, BY_HAND);
  try {
    const results: BenchResult[] = [];
    for (const { name, goal, requests } of HTTP_CASES) {
      const ours = sideOf(api.url, await requests(api.url, apiKey));
      const theirs = sideOf(hand.url, await requests(hand.url, apiKey));
      const rates: [ours: number, theirs: number][] = [];
      const times: number[] = [];
      for (let turn = -1; turn < TURNS; turn += 1) {
        const span = turn < 0 ? WARM_UP_SECONDS : seconds;
        const here = await ours(span);
        const there = await theirs(span);
        if (here.errors + there.errors > 0) throw new Error(`${name}: ${here.errors} and ${there.errors} failed.`);
        if (turn < 0) continue;
        rates.push([here.times.length / span, there.times.length / span]);
        times.push(...here.times);
        say(`${name}: ${rates.at(-1)!.map(Math.round).join(' and ')} a second`);
      }
      results.push({
        bench: 'http',
        case: name,
        clients: CLIENTS,
        perSecond: Math.round(median(rates.map(([here]) => here))),
        byHand: Math.round(median(rates.map(([, there]) => there))),
        p99: quantile(times, 0.99),
        ratio: rounded(median(rates.map(([here, there]) => here / there))),
        goal,
      });
    }
    return results;
  } finally {
    await hand.stop();
  }
}

/** Asks a service its requests for so many seconds, going on where it ended the last time. */
function sideOf(url: string, requests: readonly Request[]) {
  const bytes = written(url, requests);
  let first = 0;
  return async (seconds: number) => {
    const { next, ...fired } = await fireVaried(url, bytes, { first, seconds });
    first = next;
    return fired;
  };
}
