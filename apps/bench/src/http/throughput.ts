import { CLIENTS } from '../harness/http-load.js';
import type { BenchResult } from '../harness/print-results.js';
import { quantile } from '../harness/times.js';
import { fireVaried, written } from '../harness/varied-load.js';
import type { HttpBench } from './http-bench.js';
import { HTTP_CASES } from './http-cases.js';

const WARM_UP_SECONDS = 3;

/** Requests a second of one account; beside them a route that does nothing, as the ceiling of HTTP. */
export async function throughput({ api, database, seconds }: HttpBench): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  const apiKey = await api.makeKey(database);
  for (const { name, requests } of HTTP_CASES) {
    const asked = written(api.url, await requests(api.url, apiKey));
    const { next } = await fireVaried(api.url, asked, { first: 0, seconds: WARM_UP_SECONDS });
    const { times, errors } = await fireVaried(api.url, asked, { first: next, seconds });
    const perSecond = Math.round(times.length / seconds);
    results.push({
      bench: 'http',
      case: name,
      clients: CLIENTS,
      perSecond,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      errors,
    });
  }
  const ceiling = Number(results[0]!.perSecond);
  return results.map((result) => ({ ...result, ofCeiling: Number(result.perSecond) / ceiling }));
}
