import type { Database } from '@gable/persistence';
import { PostgresAnalytics } from '@gable/search-postgres';
import { type ProgramCall, readOptions, wholeNumbers } from '@gable/testing/options';
import { BY_CITY, BY_HAND, type CityRow } from './by-hand.js';
import { CITY_CASES, CRITERIA_CASES, question, THE_BIGGEST, type CityCase } from './cases.js';
import { fillWithFormerStates, fillWithMarketEvents, rollUpMarkets } from './fill-with-market-events.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { quantile, tenths, timed } from '../harness/times.js';
import { fillWithProperties } from '../data/fill-with-properties.js';

/**
 * Measures analytics on generated properties and their market events, in a database of its own that is dropped at the
 * end.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { properties: sizes, json } = readOptions(call, {
    properties: wholeNumbers('properties in the store, one run for each number', [1_000_000]),
  });
  const results: BenchResult[] = [];
  for (const size of sizes) results.push(...(await withBenchDatabase((database) => measure(database, size))));
  printResults(results, json);
}

async function measure(database: Database, properties: number): Promise<BenchResult[]> {
  await fillWithProperties(database, properties);
  const events = await fillWithMarketEvents(database);
  say(
    `Generated data, ${properties.toLocaleString('en')} properties with ${events.toLocaleString('en')} market ` +
      `events; milliseconds`,
  );
  const engine = new PostgresAnalytics(database);
  const about = { bench: 'analytics', properties, events };
  const fromEvents = await measureCities(engine, [THE_BIGGEST]);
  say(`${await rollUpMarkets(database)}`);
  return [
    ...fromEvents.map((result) => ({ ...about, ...result, case: `${result.case}, from the events` })),
    ...(await measureCities(engine, [...CITY_CASES, THE_BIGGEST])).map((result) => ({ ...about, ...result })),
    ...(await measureEverything(database, engine)).map((result) => ({ ...about, ...result })),
    ...(await measureInserts(database)).map((result) => ({ ...about, ...result })),
    ...(await measureCriteria(database, engine)).map((result) => ({ ...about, ...result })),
  ];
}

async function measureCities(
  engine: PostgresAnalytics,
  cases: readonly CityCase[],
): Promise<{ case: string; [figure: string]: string | number }[]> {
  const results = [];
  for (const [name, parameters, count] of cases) {
    const times: number[] = [];
    for (let n = -5; n < count; n += 1) {
      const taken = await timed(() => engine.summarise(question(parameters(Math.max(0, n)))));
      if (n >= 0) times.push(taken);
    }
    results.push({ case: name, p50: tenths(times, 0.5), p99: tenths(times, 0.99), max: tenths(times, 1) });
  }
  return results;
}

/** Questions with criteria, which the states of events are asked for. */
async function measureCriteria(
  database: Database,
  engine: PostgresAnalytics,
): Promise<{ case: string; [figure: string]: string | number }[]> {
  say(`${(await fillWithFormerStates(database)).toLocaleString('en')} former states`);
  const results = [];
  for (const [name, parameters, count, criteria] of CRITERIA_CASES) {
    const times: number[] = [];
    for (let n = -1; n < count; n += 1) {
      const place = Math.max(0, n);
      const taken = await timed(() => engine.summarise(question(parameters(place)), criteria(place)));
      if (n >= 0) times.push(taken);
    }
    results.push({ case: name, p50: tenths(times, 0.5), p99: tenths(times, 0.99), max: tenths(times, 1) });
  }
  return results;
}

/**
 * The engine and every statement by hand in turns, so that whatever else the machine does hits all; the first round
 * warms up. They must agree.
 */
async function measureEverything(
  database: Database,
  engine: PostgresAnalytics,
): Promise<{ case: string; [figure: string]: string | number }[]> {
  const query = question(BY_CITY);
  const times = { engine: [] as number[], byHand: BY_HAND.map(() => [] as number[]) };
  for (let round = -1; round < 9; round += 1) {
    let groups = 0;
    const ours = await timed(async () => {
      groups = (await engine.summarise(query)).groups.length;
    });
    if (round >= 0) times.engine.push(ours);
    for (const [i, { name, text }] of BY_HAND.entries()) {
      let rows: CityRow[] = [];
      const theirs = await timed(async () => {
        rows = await database.query<CityRow>(text);
      });
      if (round >= 0) times.byHand[i]!.push(theirs);
      if (rows.length !== groups) throw new Error(`The engine finds ${groups} groups, "${name}" ${rows.length}`);
    }
  }
  const { groups } = await engine.summarise(query);
  const rows = new Map(
    (await database.query<CityRow>(BY_HAND[0]!.text)).map((row) => [`${row.city_id}/${row.year}`, row]),
  );
  for (const { group, metrics } of groups) {
    const row = rows.get(`${group.city_id}/${String(group.time_bucket).slice(0, 4)}`);
    if (row?.events !== metrics.count || row?.median !== metrics['median:price'])
      throw new Error(`The engine and SQL by hand differ about city ${group.city_id}`);
  }
  const best = Math.min(...times.byHand.map((list) => quantile(list, 0.5)));
  return [
    {
      case: 'everything by city and year, two percentiles',
      p50: tenths(times.engine, 0.5),
      p99: tenths(times.engine, 0.99),
      groups: groups.length,
      ratioToBest: Number((quantile(times.engine, 0.5) / best).toFixed(2)),
    },
    ...BY_HAND.map(({ name }, i) => ({
      case: `  by hand: ${name}`,
      p50: tenths(times.byHand[i]!, 0.5),
      p99: tenths(times.byHand[i]!, 0.99),
    })),
  ];
}

/**
 * What indexes and rollups cost ingest: events written to the table as it is, without the versions of large markets,
 * and into a copy with its key alone. Nothing stays.
 */
async function measureInserts(database: Database): Promise<{ case: string; [figure: string]: string | number }[]> {
  const columns = (
    await database.query<{ columns: string }>(
      `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'market_event'::regclass and attnum > 0 and attgenerated = '' and attidentity = '' and not
       attisdropped`,
    )
  )[0]!.columns;
  await database.query(
    'create table market_event_bare (like market_event including generated including identity, primary key (id))',
  );
  await database.query(
    `create table market_event_sample as select ${columns} from market_event where id % greatest(1, (select count(*) /
      20000 from market_event)) = 0 order by random()`,
  );
  await database.query('analyze market_event_sample');
  const tables = { indexed: 'market_event', withoutVersions: 'market_event', bare: 'market_event_bare' };
  const times = { indexed: [] as number[], withoutVersions: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 9; round += 1) {
    for (const [name, table] of Object.entries(tables) as [keyof typeof tables, string][]) {
      await database
        .transaction(async (transaction) => {
          if (name === 'withoutVersions')
            await transaction.query('alter table market_event disable trigger market_event_inserted');
          times[name].push(
            await timed(() => transaction.query(`insert into ${table} (${columns}) select * from market_event_sample`)),
          );
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
    }
  }
  const rows = (await database.query<{ n: number }>('select count(*) as n from market_event_sample'))[0]!.n;
  const each = (list: readonly number[]) => Number(((quantile(list, 0.5) * 1_000) / rows).toFixed(1));
  return [
    {
      case: 'an event written, µs: as it is, without the versions of large markets, with its key alone',
      indexed: each(times.indexed),
      withoutVersions: each(times.withoutVersions),
      bare: each(times.bare),
    },
  ];
}

class RolledBack extends Error {}
