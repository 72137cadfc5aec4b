import path from 'node:path';
import { startPgBouncer, type PgBouncer } from '@gable/testing';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import { CLIENTS } from '../harness/http-load.js';
import type { BenchResult } from '../harness/print-results.js';
import { median, rounded } from '../harness/times.js';
import { HTTP_CASES } from './http-cases.js';
import type { HttpBench } from './http-bench.js';
import { sideOf, takeTurns, type Turn } from './turn.js';

const SERVER_CONNECTIONS = 20;

interface Pooled extends Turn {
  readonly poolerUs: number;
}

/**
 * What a PgBouncer in transaction mode costs, behind which nothing is prepared under a name: the same requests in turns
 * to an API that talks to the server and to one that talks to the pooler. Microseconds of processor time a request.
 */
export async function pooled(bench: HttpBench): Promise<BenchResult[]> {
  const pooler = await startPgBouncer(bench.databaseUrl, SERVER_CONNECTIONS);
  try {
    return await measure(bench, pooler);
  } finally {
    await pooler.stop();
  }
}

async function measure(
  { api, database, databaseUrl, seconds, cases }: HttpBench,
  pooler: PgBouncer,
): Promise<BenchResult[]> {
  const key = await api.makeKey(database);
  const home = path.dirname(api.secretsFile);
  const environment = { PUBLIC_REQUESTS_PER_MINUTE: '0', DATABASE_DIRECT_URL: databaseUrl, GABLE_HOME: home };
  const behind = await ApiProcess.start(pooler.url, environment);
  try {
    const results: BenchResult[] = [];
    for (const { name, requests } of HTTP_CASES.filter(({ name }) => name.includes(cases))) {
      const askDirect = sideOf(api, database, 'gable api%', await requests(api.url, key));
      const askBehind = sideOf(behind, database, 'gable api%', await requests(behind.url, key));
      const askPooled = async (span: number): Promise<Pooled> => {
        const before = cpuSecondsOf(pooler.pid);
        const turn = await askBehind(span);
        return { ...turn, poolerUs: ((cpuSecondsOf(pooler.pid) - before) * 1e6) / turn.times.length };
      };
      const turns = await takeTurns(name, askDirect, askPooled, seconds);
      const direct = (figure: (turn: Turn) => number) => Math.round(median(turns.map(([turn]) => figure(turn))));
      const through = (figure: (turn: Pooled) => number) => Math.round(median(turns.map(([, turn]) => figure(turn))));
      results.push({
        bench: 'http',
        case: `${name}, behind PgBouncer`,
        clients: CLIENTS,
        perSecond: through(({ perSecond }) => perSecond),
        perSecondDirect: direct(({ perSecond }) => perSecond),
        apiUs: through(({ serviceUs }) => serviceUs),
        apiUsDirect: direct(({ serviceUs }) => serviceUs),
        databaseUs: through(({ databaseUs }) => databaseUs),
        databaseUsDirect: direct(({ databaseUs }) => databaseUs),
        poolerUs: through(({ poolerUs }) => poolerUs),
        ratio: rounded(median(turns.map(([direct, through]) => through.perSecond / direct.perSecond))),
      });
    }
    return results;
  } finally {
    await behind.stop();
  }
}
