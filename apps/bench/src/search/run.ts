import type { Database } from '@gable/persistence';
import { DivisionCountStore } from '@gable/persistence/geography';
import type { Criteria } from '@gable/domain/criteria';
import { DEFAULT_SORT, type PropertySearch, type SearchPosition, type Sort } from '@gable/search';
import { CityMemory, CitySearch, PostgresSearch } from '@gable/search-postgres';
import { flag, oneOf, type ProgramCall, readOptions, text, wholeNumbers } from '@gable/testing/options';
import { withBenchDatabase } from '../harness/bench-database.js';
import { heapOption } from '../harness/open-search.js';
import { compareEngines } from './both-engines.js';
import { variedPage } from '../data/common-filter.js';
import { CITIES_OF_CASES, SEARCH_CASES } from './cases.js';
import { fillWithProperties } from '../data/fill-with-properties.js';
import { measureMaps } from './maps.js';
import { measureWords } from './words.js';
import { inTurns, quantile, tenths, timed } from '../harness/times.js';

interface Result {
  bench: 'search';
  properties: number;
  what: string;
  case: string;
  [figure: string]: string | number;
}

/**
 * Measures the PostgreSQL engine, with cities in memory as the API has them, on generated properties, in a database of
 * its own that is dropped at the end.
 */
export async function run(call: ProgramCall): Promise<void> {
  const {
    properties: sizes,
    engine,
    memory,
    ...options
  } = readOptions(call, {
    properties: wholeNumbers('properties in the store, one run for each number', [100_000, 1_000_000]),
    engine: oneOf(['postgres', 'opensearch'], 'the engine; OpenSearch is measured beside PostgreSQL', 'postgres'),
    heap: heapOption('1g'),
    words: flag('searches for words among texts of 1.2 kB'),
    map: flag('maps and facets instead'),
    home: text('folder', 'keeps the store of --map and --words there for the next time'),
    facets: flag('maps alone, in --map', true),
    http: flag('maps of an API process with columns in memory, alone and while prices change, in --map'),
    memory: flag('without cities in memory', true),
  });
  const heap = engine === 'opensearch' ? options.heap : null;
  if (options.map) return measureMaps(sizes, { ...options, heap });
  if (options.words) return measureWords(sizes, { ...options, heap });
  if (heap !== null) return compareEngines(sizes, options.json, heap);
  const results: Result[] = [];
  const say = (line: string): void => void (options.json ? process.stderr : process.stdout).write(`${line}\n`);
  for (const size of sizes)
    results.push(...(await withBenchDatabase((database) => measure(database, size, { memory, say }))));
  if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  else for (const result of results) say(JSON.stringify(result));
}

async function measure(
  database: Database,
  properties: number,
  { memory, say }: { readonly memory: boolean; readonly say: (line: string) => void },
): Promise<Result[]> {
  const results: Result[] = [];
  const note = noteInto(results, properties, say);
  say(
    `\nGenerated data, ${properties.toLocaleString('en')} properties (five thousand cities by Zipf's law, one ` +
      `to four listings each); milliseconds`,
  );
  const started = performance.now();
  await fillWithProperties(database, properties);
  await new DivisionCountStore(database).count(); // as upkeep does
  say(`  made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const postgres = new PostgresSearch(database);
  const mostBytes = memory ? MEMORY_BYTES : 1;
  const cities = new CityMemory(database, { mostBytes });
  const engine = new CitySearch(postgres, cities);
  const since = performance.now();
  await cities.hold(CITIES_OF_CASES);
  say(
    `  ${cities.cities} cities of the cases read into memory in ${(performance.now() - since).toFixed(0)} ms, ` +
      `${(cities.bytes / 2 ** 20).toFixed(1)} MB; the others as they are asked for`,
  );

  say(
    '\nFirst page of 20 with the capped total: the engine beside SQL by hand for the same filter, same driver, ' +
      'in turns',
  );
  for (const { name, criteria, byHand } of SEARCH_CASES) {
    const total = { engine: 0, byHand: 0 };
    const [ours, theirs] = await inTurns(
      async () => {
        total.engine = (await engine.findPage({ criteria, sort: DEFAULT_SORT, offset: 0, limit: 20 })).total;
      },
      async () => {
        total.byHand = await firstPageByHand(database, byHand);
      },
      IN_TURNS,
    );
    if (total.engine !== total.byHand)
      throw new Error(`"${name}": the engine counts ${total.engine}, SQL by hand ${total.byHand}`);
    note('first page', name, {
      total: total.engine,
      engine: tenths(ours, 0.5),
      p99: tenths(ours, 0.99),
      byHand: tenths(theirs, 0.5),
      ratio: (quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(2),
    });
  }

  say('\nCapped count: a page of one');
  for (const { name, criteria } of SEARCH_CASES) {
    note(
      'capped count',
      name,
      spread(await repeat(40, () => engine.findPage({ criteria, sort: DEFAULT_SORT, offset: 0, limit: 1 }))),
    );
  }

  say('\nExact count, which only the first request of a cursor pays');
  for (const { name, criteria } of SEARCH_CASES)
    note('exact count', name, spread(await repeat(5, () => engine.count(criteria))));

  say('\nCursor pages of 20: the second beside the 5,000th');
  for (const { name, criteria } of SEARCH_CASES.filter(
    ({ name }) => name.startsWith('everywhere') || name === 'no filter',
  )) {
    for (const field of ['CREATED_AT', 'PRICE'] as const)
      await measureDepth(engine, name, criteria, { field, direction: 'DESC' }, note);
  }

  say(
    `\nA mix of ${MIX} common filters that all differ (city by its share, type, price, rooms; pages 1 to 5; a ` +
      'quarter by price), one client, from the first question on',
  );
  const mixed = new CityMemory(database, { mostBytes });
  const fresh = new CitySearch(postgres, mixed);
  const times: number[] = [];
  for (let n = 0; n < MIX; n += 1) {
    times.push(await timed(() => fresh.findPage(variedPage(n, MIX))));
    if (times.length % IN_A_ROW > 0) continue;
    const last = times.slice(-IN_A_ROW);
    const held = { cities: mixed.cities, megabytes: Math.round(mixed.bytes / 2 ** 20) };
    note('mix', `up to ${times.length}`, { ...spread(last), max: tenths(last, 1), ...held });
  }
  note('mix', 'all', { ...spread(times), max: tenths(times, 1) });
  mixed.close();
  cities.close();
  return results;
}

function noteInto(
  results: Result[],
  properties: number,
  say: (line: string) => void,
): (what: string, name: string, figures: Record<string, string | number>) => void {
  return (what, name, figures) => {
    results.push({ bench: 'search', properties, what, case: name, ...figures });
    say(
      `  ${name.padEnd(52)} ${Object.entries(figures)
        .map(([key, value]) => `${key} ${value}`)
        .join('  ')}`,
    );
  };
}

/** What somebody would write by hand: the page through the sort order, and a count that stops at the cap. */
async function firstPageByHand(database: Database, condition: string): Promise<number> {
  await database.query(`select p.id from property p where p.online_count > 0 and exists (select from listing l where
    l.property_id = p.id and l.online and ${condition})
    order by p.created_at desc, p.id desc limit 21`);
  const [row] = await database.query<{ total: number }>(
    `select count(*)::int as total from (select distinct l.property_id from listing l where l.online and ${condition}
      limit 10000) found`,
  );
  return row!.total;
}

async function measureDepth(
  engine: PropertySearch,
  name: string,
  criteria: Criteria,
  sort: Sort,
  note: (what: string, name: string, figures: Record<string, string | number>) => void,
): Promise<void> {
  const seenUntil = await engine.now();
  const counted = await engine.count(criteria);
  const pages = Math.min(5_000, Math.floor(counted.total / 20) - 1);
  const positions: SearchPosition[] = [];
  for (let after: SearchPosition | null = null, page = 1; page < pages;) {
    // Long strides, so that getting there takes seconds: a page of 2,000 is a hundred pages of 20.
    const stride = page === 1 ? 1 : Math.min(100, pages - page);
    const result = await engine.findAfter({ criteria, sort, limit: 20 * stride, after, seenUntil, counted });
    positions.push((after = result.hits.at(-1)!));
    page += stride;
  }
  const next = (after: SearchPosition) => () =>
    engine.findAfter({ criteria, sort, limit: 20, after, seenUntil, counted });
  const [second, last] = await inTurns(next(positions[0]!), next(positions.at(-1)!), IN_TURNS);
  note('cursor depth', `${name}, by ${sort.field}`, {
    second: tenths(second, 0.5),
    [`page${pages}`]: tenths(last, 0.5),
    ratio: (quantile(last, 0.5) / quantile(second, 0.5)).toFixed(2),
  });
}

const MEMORY_BYTES = 64 * 2 ** 20;
const MIX = 6_000;
const IN_A_ROW = 1_000;
const IN_TURNS = { warmUp: 3, rounds: 40 };

async function repeat(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await timed(work));
  return times;
}

const spread = (times: readonly number[]): { p50: number; p99: number } => ({
  p50: tenths(times, 0.5),
  p99: tenths(times, 0.99),
});
