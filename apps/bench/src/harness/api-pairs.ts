import type { Request } from 'autocannon';
import { ApiProcess } from './api-process.js';
import { fire } from './http-load.js';
import { quantile } from './times.js';

const WARM_UP_SECONDS = 3;

/** Two settings of the API to compare, on one database. */
export interface PairedSettings {
  readonly databaseUrl: string;
  readonly home: string;
  readonly on: Record<string, string>;
  readonly off: Record<string, string>;
  readonly pairs: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Requests that are asked in turn. */
export type PairedCase = readonly [name: string, requests: Request[]];

/** Medians of both, and of their ratio within each round: what else the machine does weighs on both alike. */
export interface PairedFigures {
  readonly name: string;
  readonly rounds: number;
  readonly perSecondOn: number;
  readonly perSecondOff: number;
  readonly timeRatio: number;
  readonly cpuMicrosOn: number;
  readonly cpuMicrosOff: number;
  readonly cpuRatio: number;
}

/**
 * What a setting costs: API processes with it and without, asked in turn. Two processes of one program differ by chance
 * by more than most settings cost. So several pairs are started, and which of the two starts first alternates.
 */
export async function compareSettings(
  settings: PairedSettings,
  cases: readonly PairedCase[],
): Promise<PairedFigures[]> {
  const measured = cases.map((): Pair[] => []);
  for (let pair = 0; pair < settings.pairs; pair += 1) {
    await withPair(settings, pair % 2 === 0, async (on, off) => {
      for (const [place, [, requests]] of cases.entries())
        measured[place]!.push(...(await askInTurn(requests, on, off, settings)));
    });
  }
  return cases.map(([name], place) => summarize(name, measured[place]!));
}

/** Starts two API processes, the one with the setting first or second, and stops them afterwards. */
async function withPair(
  { databaseUrl, home, on, off }: PairedSettings,
  onFirst: boolean,
  work: (on: ApiProcess, off: ApiProcess) => Promise<void>,
): Promise<void> {
  const start = (isOn: boolean): Promise<ApiProcess> =>
    ApiProcess.start(databaseUrl, { GABLE_HOME: home, ...(isOn ? on : off) });
  const first = await start(onFirst);
  const second = await start(!onFirst);
  try {
    await (onFirst ? work(first, second) : work(second, first));
  } finally {
    await first.stop();
    await second.stop();
  }
}

interface Measured {
  readonly perSecond: number;
  /** CPU time of the API process per request. */
  readonly cpuMicroseconds: number;
}

interface Pair {
  readonly on: Measured;
  readonly off: Measured;
}

async function askInTurn(
  requests: Request[],
  on: ApiProcess,
  off: ApiProcess,
  { rounds, seconds }: PairedSettings,
): Promise<Pair[]> {
  for (const { url } of [on, off]) await fire(url, requests, WARM_UP_SECONDS);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await measure(on, requests, seconds);
      pairs.push({ on: first, off: await measure(off, requests, seconds) });
    } else {
      const first = await measure(off, requests, seconds);
      pairs.push({ on: await measure(on, requests, seconds), off: first });
    }
  }
  return pairs;
}

function summarize(name: string, pairs: readonly Pair[]): PairedFigures {
  const median = (of: (pair: Pair) => number): number => quantile(pairs.map(of), 0.5);
  return {
    name,
    rounds: pairs.length,
    perSecondOn: Math.round(median(({ on }) => on.perSecond)),
    perSecondOff: Math.round(median(({ off }) => off.perSecond)),
    timeRatio: median(({ on, off }) => off.perSecond / on.perSecond),
    cpuMicrosOn: Math.round(median(({ on }) => on.cpuMicroseconds)),
    cpuMicrosOff: Math.round(median(({ off }) => off.cpuMicroseconds)),
    cpuRatio: median(({ on, off }) => on.cpuMicroseconds / off.cpuMicroseconds),
  };
}

async function measure({ url }: ApiProcess, requests: Request[], seconds: number): Promise<Measured> {
  const before = await cpuSeconds(url);
  const { times, errors } = await fire(url, requests, seconds);
  if (errors > 0) throw new Error(`${errors} requests failed.`);
  return {
    perSecond: times.length / seconds,
    cpuMicroseconds: (((await cpuSeconds(url)) - before) * 1e6) / times.length,
  };
}

async function cpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)![1]);
}
