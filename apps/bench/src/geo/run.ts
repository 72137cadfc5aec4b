import { DivisionNames } from '@gable/domain/divisions';
import { plainText } from '@gable/domain';
import { DivisionCountStore, DivisionStore } from '@gable/persistence/geography';
import type { Database } from '@gable/persistence';
import { loadDivisions } from '@gable/ingest';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { generateDivisions, Random, readFrance } from '@gable/demo';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { beginnings, mistype, type TypedName } from './typed-names.js';
import { printResults, type BenchResult } from '../harness/print-results.js';
import { quantile, timed } from '../harness/times.js';
import { fillWithProperties } from '../data/fill-with-properties.js';

const FOUND_AMONG = 5;

/**
 * Autocomplete over the divisions of France beside PostgreSQL's own trigrams: what it finds, and how fast. Then what
 * counting the properties of divisions takes.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { names, requests, properties, json } = readOptions(call, {
    names: wholeNumber('names of communes that are typed', 500),
    requests: wholeNumber('requests to an API process', 2_000),
    properties: wholeNumber('properties that are counted', 100_000),
  });
  const results = await withBenchDatabase(async (database, url) => {
    const found = await measureNames(database, url, names, requests);
    await database.query('truncate division cascade');
    return [...found, await measureCounting(database, properties)];
  });
  printResults(results, json);
}

async function measureNames(database: Database, url: string, count: number, requests: number): Promise<BenchResult[]> {
  const { divisions } = generateDivisions(readFrance());
  await loadDivisions(
    database,
    Readable.from(divisions.map((division) => Buffer.from(`${JSON.stringify(division)}\n`))),
    { rejectFile: path.join(tmpdir(), 'gable-bench-geo.rejects') },
  );
  const communes = [...new Set(divisions.filter(({ type }) => type === 'CITY').map(({ name }) => name))];
  const chosen = new Random('names').shuffle(communes).slice(0, count);
  const cases: [string, TypedName[]][] = [
    ['one typing error', mistype(chosen, new Random('errors'))],
    ['the beginning', beginnings(chosen, new Random('beginnings'))],
  ];
  const results: BenchResult[] = [];
  const inMemory = await memorySearch(database, results);
  const trigrams = await trigramSearch(database);
  for (const [name, typed] of cases) {
    results.push(
      await measure(`${name}, in memory`, typed, inMemory),
      await measure(`${name}, pg_trgm`, typed, trigrams),
    );
  }
  return [
    ...results,
    ...(await measureApi(
      database,
      url,
      cases.flatMap(([, typed]) => typed),
      requests,
    )),
  ];
}

type Finds = (typed: string) => Promise<string[]>;

async function measure(name: string, typed: readonly TypedName[], find: Finds): Promise<BenchResult> {
  for (const { typed: text } of typed.slice(0, 50)) await find(text);
  const times: number[] = [];
  let found = 0;
  for (const { typed: text, meant } of typed) {
    let names: string[] = [];
    times.push(await timed(async () => void (names = await find(text))));
    if (names.includes(meant)) found += 1;
  }
  return {
    bench: 'geo',
    case: name,
    asked: typed.length,
    foundPercent: (100 * found) / typed.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

async function memorySearch(database: Database, results: BenchResult[]): Promise<Finds> {
  const divisions = await new DivisionStore(database).listed();
  const started = performance.now();
  const names = await DivisionNames.build(divisions, async () => {});
  results.push({ bench: 'geo', case: `building over ${divisions.length} divisions`, p50: performance.now() - started });
  return (text) => Promise.resolve(names.find({ text, limit: FOUND_AMONG }).map(({ division }) => division.name));
}

/** The same question to PostgreSQL with its best index for it. */
async function trigramSearch(database: Database): Promise<Finds> {
  await database.query('create extension pg_trgm');
  await database.query('create table bench_name (name text, plain text)');
  const divisions = await new DivisionStore(database).listed();
  await database.query('insert into bench_name select * from unnest($1::text[], $2::text[])', [
    divisions.map(({ name }) => name),
    divisions.map(({ name }) => plainText(name)),
  ]);
  await database.query('create index bench_name_trigrams on bench_name using gin (plain gin_trgm_ops)');
  await database.query('create index bench_name_beginnings on bench_name (plain text_pattern_ops)');
  await database.query('vacuum analyze bench_name');
  return async (text) => {
    const plain = plainText(text);
    const rows = await database.query<{ name: string }>(
      `select name from bench_name where plain % $1 or plain like $2
       order by plain = $1 desc, plain like $2 desc, similarity(plain, $1) desc, length(plain), name limit
         ${FOUND_AMONG}`,
      [plain, `${plain.replace(/[\\%_]/g, '\\$&')}%`],
    );
    return rows.map(({ name }) => name);
  };
}

/** Over HTTP, one request after another, on one real API process. */
async function measureApi(
  database: Database,
  url: string,
  typed: readonly TypedName[],
  requests: number,
): Promise<BenchResult[]> {
  const api = await ApiProcess.start(url);
  try {
    const headers = { 'x-api-key': await api.makeKey(database) };
    const ask = (address: string): Promise<number> =>
      timed(async () => {
        const response = await fetch(api.url + address, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      });
    const first = await ask('/geo/autocomplete?q=paris');
    const [times, empty]: [number[], number[]] = [[], []];
    for (let n = 0; n < requests; n += 1) {
      times.push(await ask(`/geo/autocomplete?q=${encodeURIComponent(typed[n % typed.length]!.typed)}`));
      empty.push(await ask('/health/live'));
    }
    const row = (name: string, of: readonly number[]): BenchResult => ({
      bench: 'geo',
      case: name,
      asked: of.length,
      p50: quantile(of, 0.5),
      p99: quantile(of, 0.99),
    });
    return [
      row('GET /geo/autocomplete', times),
      row('GET /health/live, in turns with it', empty),
      row('GET /geo/autocomplete, the first after the start', [first]),
    ];
  } finally {
    await api.stop();
  }
}

async function measureCounting(database: Database, properties: number): Promise<BenchResult> {
  await fillWithProperties(database, properties);
  return {
    bench: 'geo',
    case: `counting ${properties} properties in their divisions`,
    p50: await timed(() => new DivisionCountStore(database).count()),
  };
}
