import type { Database } from '@gable/persistence';
import type { GeoBox } from '@gable/domain/geo';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import type { BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile, timed } from '../harness/times.js';
import { commitPortion, pickProperties } from '../indexing/commit-portion.js';

const ROUNDS = 300;
const PORTIONS_PER_SECOND = 10;
const PORTION = 20;

/** Maps of one API process with columns in memory, first alone, then while prices change beside it. */
export async function measureMapsOverHttp(
  database: Database,
  databaseUrl: string,
  views: readonly { readonly name: string; readonly box: GeoBox; readonly zoom: number }[],
): Promise<BenchResult[]> {
  const api = await ApiProcess.start(databaseUrl, { SEARCH_MAP_MEMORY: '1g' });
  try {
    const key = await api.makeKey(database);
    let asked = 0;
    const ask = async ({ box, zoom }: (typeof views)[number]): Promise<number> => {
      const boundingBox = { ...box, north: box.north + 1e-9 * (asked += 1) };
      const response = await fetch(`${api.url}/properties/map`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ boundingBox, zoom }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as { totalItems: number }).totalItems;
    };
    const loaded = async (): Promise<boolean> => {
      const metrics = await (await fetch(`${api.url}/metrics`)).text();
      return /^gable_map_answers_total\{[^}]*memory[^}]*\} [1-9]/m.test(metrics);
    };
    while (!(await loaded())) await ask(views[0]!);
    const measure = async (name: string): Promise<BenchResult[]> => {
      const results: BenchResult[] = [];
      for (const view of views) {
        const [before, times] = [cpuSecondsOf(api.pid), [] as number[]];
        const total = await ask(view);
        for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(() => ask(view)));
        results.push({
          ...{ bench: 'search', case: `map over HTTP, ${name}: ${view.name}`, total },
          ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
          apiCpuMilliseconds: (1_000 * (cpuSecondsOf(api.pid) - before)) / (ROUNDS + 1),
        });
      }
      return results;
    };
    const quiet = await measure('nobody writes');
    const ids = await pickProperties(database, 10_000);
    let isOver = false;
    const writing = atSteadyRate(
      PORTIONS_PER_SECOND,
      () => !isOver,
      (portion) => {
        const from = (portion * PORTION) % (ids.length - PORTION);
        return commitPortion(database, ids.slice(from, from + PORTION), 1_000_000 + portion);
      },
    );
    const busy = await measure(`${PORTIONS_PER_SECOND * PORTION} changes/s`).finally(() => (isOver = true));
    const { portions, seconds } = await writing;
    return [...quiet, ...busy, { bench: 'search', case: 'changes/s beside', rate: (portions * PORTION) / seconds }];
  } finally {
    await api.stop();
  }
}
