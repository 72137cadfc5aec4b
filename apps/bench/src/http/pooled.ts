import path from 'node:path';
import { startPgBouncer } from '@gable/testing';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import { CLIENTS } from '../harness/http-load.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { median, rounded } from '../harness/times.js';
import { HTTP_CASES } from './http-cases.js';
import type { HttpBench } from './http-bench.js';
import { sideOf, type Turn } from './turn.js';

const TURNS = 5;
const WARM_UP_SECONDS = 3;
const SERVER_CONNECTIONS = 20;

interface Pooled extends Turn {
  readonly poolerUs: number;
}

/**
 * What a PgBouncer in transaction mode costs, behind which nothing is prepared under a name: the same requests in turns
 * to an API that talks to the server and to one that talks to the pooler. Microseconds of processor time a request.
 */
export async function pooled({ api, database, databaseUrl, seconds, cases }: HttpBench): Promise<BenchResult[]> {
  const key = await api.makeKey(database);
  const pooler = await startPgBouncer(databaseUrl, SERVER_CONNECTIONS);
  const home = path.dirname(api.secretsFile);
  const environment = { PUBLIC_REQUESTS_PER_MINUTE: '0', DATABASE_DIRECT_URL: databaseUrl, GABLE_HOME: home };
  const behind = await ApiProcess.start(pooler.url, environment);
  try {
    const results: BenchResult[] = [];
    for (const { name, requests } of HTTP_CASES.filter(({ name }) => name.includes(cases))) {
      const askDirect = sideOf(api, database, 'gable api%', await requests(api.url, key));
      const askPooled = sideOf(behind, database, 'gable api%', await requests(behind.url, key));
      const turns: [direct: Turn, pooled: Pooled][] = [];
      for (let turn = -1; turn < TURNS; turn += 1) {
        const span = turn < 0 ? WARM_UP_SECONDS : seconds;
        const direct = await askDirect(span);
        const before = cpuSecondsOf(pooler.pid);
        const through = await askPooled(span);
        const poolerUs = ((cpuSecondsOf(pooler.pid) - before) * 1e6) / through.times.length;
        if (turn >= 0) turns.push([direct, { ...through, poolerUs }]);
      }
      say(`${name}: ${turns.map(([direct, through]) => rounded(through.perSecond / direct.perSecond)).join(' ')}`);
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
    await pooler.stop();
  }
}
