import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@gable/persistence';
import type { GeoBox } from '@gable/domain/geo';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOf } from '../harness/cpu-seconds-of.js';
import type { BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile, timed } from '../harness/times.js';
import { commitPortion, pickProperties } from '../indexing/commit-portion.js';

const ROUNDS = 300;
/** Of an engine that answers by itself, and takes long. */
const ENGINE_ROUNDS = 60;
const PORTIONS_PER_SECOND = 10;
const PORTION = 20;

interface View {
  readonly name: string;
  readonly box: GeoBox;
  readonly zoom: number;
}

interface Store {
  readonly database: Database;
  readonly databaseUrl: string;
  /** Of the store and its secrets, where they are kept for the next time. */
  readonly home: string | undefined;
}

const MEMORY = { SEARCH_MAP_MEMORY: '1g' };

/**
 * Maps of one API process with columns in memory, first alone, then while prices change beside it. With the address of
 * an OpenSearch that is the engine, and answers the same maps by itself before.
 */
export async function measureMapsOverHttp(
  { database, databaseUrl, home }: Store,
  views: readonly View[],
  openSearchUrl?: string,
): Promise<BenchResult[]> {
  const secrets = home ?? fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-maps-'));
  const engine = openSearchUrl && { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: openSearchUrl };
  const withClient = <T>(environment: Record<string, string>, work: (client: MapClient) => Promise<T>): Promise<T> =>
    withApi(databaseUrl, { ...engine, ...environment, GABLE_HOME: secrets }, async (api) =>
      work(await MapClient.of(api, database)),
    );
  try {
    return [
      ...(engine ? await withClient({}, (client) => client.measure('OpenSearch by itself', views, ENGINE_ROUNDS)) : []),
      ...(await withClient(MEMORY, (client) => measureColumns(database, client, views))),
    ];
  } finally {
    if (home === undefined) fs.rmSync(secrets, { recursive: true, force: true });
  }
}

async function withApi<T>(
  databaseUrl: string,
  environment: Record<string, string>,
  work: (api: ApiProcess) => Promise<T>,
): Promise<T> {
  const api = await ApiProcess.start(databaseUrl, environment);
  try {
    return await work(api);
  } finally {
    await api.stop();
  }
}

async function measureColumns(database: Database, client: MapClient, views: readonly View[]): Promise<BenchResult[]> {
  await client.untilFromMemory(views[0]!);
  const quiet = await client.measure('nobody writes', views, ROUNDS);
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
  const name = `${PORTIONS_PER_SECOND * PORTION} changes/s`;
  const busy = await client.measure(name, views, ROUNDS).finally(() => (isOver = true));
  const { portions, seconds } = await writing;
  return [...quiet, ...busy, { bench: 'search', case: 'changes/s beside', rate: (portions * PORTION) / seconds }];
}

/** Asks maps of one API process, each time another box by less than a millimetre. */
class MapClient {
  private asked = 0;

  private constructor(
    private readonly api: ApiProcess,
    private readonly key: string,
  ) {}

  static async of(api: ApiProcess, database: Database): Promise<MapClient> {
    return new MapClient(api, await api.makeKey(database));
  }

  async untilFromMemory(view: View): Promise<void> {
    const isLoaded = async (): Promise<boolean> => {
      const metrics = await (await fetch(`${this.api.url}/metrics`)).text();
      return /^gable_map_answers_total\{[^}]*memory[^}]*\} [1-9]/m.test(metrics);
    };
    while (!(await isLoaded())) await this.ask(view);
  }

  async measure(name: string, views: readonly View[], rounds: number): Promise<BenchResult[]> {
    const results: BenchResult[] = [];
    for (const view of views) {
      const [before, times] = [cpuSecondsOf(this.api.pid), [] as number[]];
      const total = await this.ask(view);
      for (let round = 0; round < rounds; round += 1) times.push(await timed(() => this.ask(view)));
      results.push({
        ...{ bench: 'search', case: `map over HTTP, ${name}: ${view.name}`, total },
        ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
        apiCpuMilliseconds: (1_000 * (cpuSecondsOf(this.api.pid) - before)) / (rounds + 1),
      });
    }
    return results;
  }

  private async ask({ box, zoom }: View): Promise<number> {
    const boundingBox = { ...box, north: box.north + 1e-9 * (this.asked += 1) };
    const response = await fetch(`${this.api.url}/properties/map`, {
      method: 'POST',
      headers: { 'x-api-key': this.key, 'content-type': 'application/json' },
      body: JSON.stringify({ boundingBox, zoom }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { totalItems: number }).totalItems;
  }
}
