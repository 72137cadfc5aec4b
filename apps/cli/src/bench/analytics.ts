import type { Database } from '@gable/persistence';
import { parseAnalyticsQuery, PostgresAnalytics, type AnalyticsQuery } from '@gable/search';
import { parseArgs } from 'node:util';
import { BY_CITY, BY_HAND, type CityRow } from './analytics-by-hand.js';
import { fillWithMarketEvents } from './analytics-data.js';
import { withBenchDatabase } from './bench-database.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { commonFilter } from './search-cases.js';
import { fillWithProperties } from './search-data.js';

/** Measures analytics on generated properties and their market events, in a database of its own that is dropped at the end. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { properties: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } } });
  const sizes = values.properties.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) throw new Error('--properties expects whole numbers, e.g. 100000,1000000');
  const results: BenchResult[] = [];
  for (const size of sizes) results.push(...(await withBenchDatabase((database) => measure(database, size))));
  printResults(results, values.json);
}

async function measure(database: Database, properties: number): Promise<BenchResult[]> {
  await fillWithProperties(database, properties);
  const events = await fillWithMarketEvents(database);
  process.stderr.write(`Generated data, ${properties.toLocaleString('en')} properties with ${events.toLocaleString('en')} market events; milliseconds\n`);
  const engine = new PostgresAnalytics(database);
  const about = { bench: 'analytics', properties, events };
  return [
    ...(await measureCities(engine)).map((result) => ({ ...about, ...result })),
    ...(await measureEverything(database, engine)).map((result) => ({ ...about, ...result })),
    ...(await measureInserts(database)).map((result) => ({ ...about, ...result })),
  ];
}

const question = (parameters: Record<string, string>): AnalyticsQuery => {
  const read = parseAnalyticsQuery(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return read.value;
};

const FIGURES = { metrics: 'count,median:price,avg:price_per_sqm,percentile:price:90', time_bucket: 'month' };
const MIX = 500;

/** Cities by their share of all homes, so that the biggest of five thousand is asked for seven times in a hundred. */
async function measureCities(engine: PostgresAnalytics): Promise<{ case: string; [figure: string]: string | number }[]> {
  const flats = { transaction_type: 'SELL', property_type: 'FLAT' };
  const cases: [name: string, parameters: (n: number) => Record<string, string>, count: number][] = [
    ['a city by its share, flats for sale, by month', (n) => ({ ...FIGURES, ...flats, city_id: String(commonFilter(n, MIX).city) }), MIX],
    ['a city by its share, everything, by month and type', (n) => ({ ...FIGURES, city_id: String(commonFilter(n, MIX).city), group_by: 'property_type' }), MIX],
    ['the biggest city, flats for sale, by month and district', () => ({ ...FIGURES, ...flats, city_id: '1', group_by: 'district_id' }), 40],
    ['the biggest city, a year, by month and type', () => ({ ...FIGURES, city_id: '1', group_by: 'property_type', event_at_from: '2024-06-01T00:00:00Z', event_at_to: '2025-05-31T23:59:59Z' }), 40],
    ['the biggest city, everything, by month and type', () => ({ ...FIGURES, city_id: '1', group_by: 'property_type' }), 40],
    ['the biggest city, by heating, which no index holds', () => ({ ...FIGURES, ...flats, city_id: '1', group_by: 'heating_system' }), 20],
  ];
  const results = [];
  for (const [name, parameters, count] of cases) {
    const times: number[] = [];
    for (let n = -5; n < count; n += 1) {
      const taken = await timed(() => engine.summarise(question(parameters(Math.max(0, n)))));
      if (n >= 0) times.push(taken);
    }
    results.push({ case: name, p50: ms(times, 0.5), p99: ms(times, 0.99), max: ms(times, 1) });
  }
  return results;
}

/** The engine and every statement by hand in turns, so that whatever else the machine does hits all; the first round warms up. They must agree. */
async function measureEverything(database: Database, engine: PostgresAnalytics): Promise<{ case: string; [figure: string]: string | number }[]> {
  const query = question(BY_CITY);
  const times = { engine: [] as number[], byHand: BY_HAND.map(() => [] as number[]) };
  for (let round = -1; round < 9; round += 1) {
    let groups = 0;
    const ours = await timed(async () => { groups = (await engine.summarise(query)).groups.length; });
    if (round >= 0) times.engine.push(ours);
    for (const [i, { name, text }] of BY_HAND.entries()) {
      let rows: CityRow[] = [];
      const theirs = await timed(async () => { rows = await database.query<CityRow>(text); });
      if (round >= 0) times.byHand[i]!.push(theirs);
      if (rows.length !== groups) throw new Error(`The engine finds ${groups} groups, "${name}" ${rows.length}`);
    }
  }
  const { groups } = await engine.summarise(query);
  const rows = new Map((await database.query<CityRow>(BY_HAND[0]!.text)).map((row) => [`${row.city_id}/${row.year}`, row]));
  for (const { group, metrics } of groups) {
    const row = rows.get(`${group.city_id}/${String(group.time_bucket).slice(0, 4)}`);
    if (row?.events !== metrics.count || row?.median !== metrics['median:price']) throw new Error(`The engine and SQL by hand differ about city ${group.city_id}`);
  }
  const best = Math.min(...times.byHand.map((list) => quantile(list, 0.5)));
  return [
    { case: 'everything by city and year, two percentiles', p50: ms(times.engine, 0.5), p99: ms(times.engine, 0.99), groups: groups.length, ratioToBest: Number((quantile(times.engine, 0.5) / best).toFixed(2)) },
    ...BY_HAND.map(({ name }, i) => ({ case: `  by hand: ${name}`, p50: ms(times.byHand[i]!, 0.5), p99: ms(times.byHand[i]!, 0.99) })),
  ];
}

/** What the indexes cost ingest: events written to the table as it is, beside the same into a copy with its key alone. Nothing stays. */
async function measureInserts(database: Database): Promise<{ case: string; [figure: string]: string | number }[]> {
  const columns = (await database.query<{ columns: string }>(
    `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'market_event'::regclass and attnum > 0 and attgenerated = '' and attidentity = '' and not attisdropped`,
  ))[0]!.columns;
  await database.query('create table market_event_bare (like market_event including generated including identity, primary key (id))');
  await database.query(`create table market_event_sample as select ${columns} from market_event where id % greatest(1, (select count(*) / 20000 from market_event)) = 0 order by random()`);
  await database.query('analyze market_event_sample');
  const times: Record<string, number[]> = { market_event: [], market_event_bare: [] };
  for (let round = 0; round < 5; round += 1) {
    for (const table of Object.keys(times)) {
      await database.transaction(async (transaction) => {
        times[table]!.push(await timed(() => transaction.query(`insert into ${table} (${columns}) select * from market_event_sample`)));
        throw new RolledBack();
      }).catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    }
  }
  const rows = (await database.query<{ n: number }>('select count(*) as n from market_event_sample'))[0]!.n;
  const each = (table: string) => Number(((quantile(times[table]!, 0.5) * 1_000) / rows).toFixed(1));
  return [{ case: 'an event written, µs: with the indexes, with its key alone', indexed: each('market_event'), bare: each('market_event_bare') }];
}

class RolledBack extends Error {}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const ms = (times: readonly number[], share: number): number => Number(quantile(times, share).toFixed(1));
