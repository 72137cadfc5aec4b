import type { Condition, Criteria } from '@gable/domain/criteria';
import { tilesTouched, type GeoBox } from '@gable/domain/geo';
import type { Database } from '@gable/persistence';
import { FEATURE_FACETS, indexNames, openSearchClient, OpenSearchSearch, type PropertySearch } from '@gable/search';
import { ColumnMap, PostgresPropertyDocuments, PostgresSearch } from '@gable/search-postgres';
import { criteriaOf, FLAT, range, SALE } from '../data/common-filter.js';
import { fillWithProperties } from '../data/fill-with-properties.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { withOpenSearch } from '../harness/open-search.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { inTurns, quantile, timed } from '../harness/times.js';
import { rebuild } from '../indexing/indexing-bench.js';
import { measureMapsOverHttp } from './maps-over-http.js';

interface View {
  readonly name: string;
  readonly box: GeoBox;
  readonly zoom: number;
  readonly conditions: readonly Condition[];
  /** The filter as somebody would write it for table `listing l`. */
  readonly byHand: string;
}

const COUNTRY_IN_VIEW: GeoBox = { north: 51, south: 41, east: 8, west: -5 };
/** A budget that is not reached, in milliseconds. */
const LONG = 120_000;
const FLATS = 'l.transaction_type = 0 and l.property_type = 0';
const FILTERED: readonly Condition[] = [SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null)];
const FILTERED_BY_HAND = `${FLATS} and l.price between 100000 and 300000 and l.rooms >= 2`;

interface MapBenchOptions {
  readonly json: boolean;
  /** Of OpenSearch; null without it. */
  readonly heap: string | null;
  /** Keeps the store of one size. */
  readonly home: string | undefined;
  readonly facets: boolean;
  /** Of an API process instead of the engines. */
  readonly http: boolean;
}

/** Maps and facets of both engines where an OpenSearch runs, beside SQL by hand, in turns. */
export async function measureMaps(
  sizes: readonly number[],
  { json, heap, home, facets, http }: MapBenchOptions,
): Promise<void> {
  const results: BenchResult[] = [];
  for (const properties of sizes) {
    const onDatabase = (url: string | null) =>
      withBenchDatabase(async (database, databaseUrl) => {
        const [stored] = await database.query<{ count: number }>('select count(*)::integer as count from property');
        if (stored!.count !== properties) {
          say(`writing ${properties.toLocaleString('en')} properties …`);
          await fillWithProperties(database, properties);
        }
        const views = (): Promise<readonly View[]> =>
          viewsOf(database).then((all) => all.filter(({ conditions }) => conditions.length === 0));
        if (url === null)
          return http
            ? measureMapsOverHttp({ database, databaseUrl, home }, await views())
            : measure(database, null, properties, facets);
        const client = openSearchClient(url, { timeoutMs: 120_000 });
        try {
          await rebuild({ client, database, documents: new PostgresPropertyDocuments(database) });
          if (http) return await measureMapsOverHttp({ database, databaseUrl, home }, await views(), url);
          const options = { timeoutMs: 60_000, now: () => Promise.resolve(Date.now()) };
          return await measure(
            database,
            new OpenSearchSearch(client, { alias: indexNames().alias, ...options }),
            properties,
            facets,
          );
        } finally {
          await client.close();
        }
      }, home);
    results.push(
      ...(heap === null ? await onDatabase(null) : await withOpenSearch(heap, ({ url }) => onDatabase(url))),
    );
  }
  printResults(results, json);
}

async function measure(
  database: Database,
  openSearch: PropertySearch | null,
  properties: number,
  withFacets: boolean,
): Promise<BenchResult[]> {
  const postgres = new PostgresSearch(database);
  const columns = new ColumnMap(postgres.map, database, { mostBytes: 2 ** 31 });
  const loadMs = Math.round(await timed(() => columns.load()));
  const results: BenchResult[] = [
    {
      ...{ bench: 'search', case: 'columns', properties, held: columns.properties },
      ...{ loadMs, megabytes: Math.round(columns.bytes / 2 ** 20) },
    },
  ];
  for (const { name, box, zoom, conditions, byHand } of await viewsOf(database)) {
    // Another box each time, by less than a millimetre: OpenSearch remembers answers to the same question.
    let asked = 0;
    const criteriaNow = (): Criteria => {
      const view: Condition = { kind: 'box', ...box, north: box.north + 1e-9 * (asked += 1) };
      return { ...criteriaOf(...conditions), children: [criteriaOf(view)] };
    };
    const query = () => ({ criteria: criteriaNow(), tileZoom: zoom + 2, view: box });
    const { cells } = await postgres.map.cells(query());
    const total = cells.reduce((sum, { count }) => sum + count, 0);
    const inMemory = await columns.cells(query());
    if (JSON.stringify(inMemory.cells) !== JSON.stringify(cells)) throw new Error(`"${name}": the columns differ`);
    if (openSearch !== null) {
      const other = await openSearch.map.cells(query());
      if (JSON.stringify(other.cells) !== JSON.stringify(cells)) throw new Error(`"${name}": the engines differ`);
    }
    const [ours, theirs] = await inTurns(
      () => postgres.map.cells(query()),
      () => mapByHand(database, box, zoom + 2, byHand),
      roundsOf(await timed(() => postgres.map.cells(query()))),
    );
    results.push({
      ...{ bench: 'search', case: `map: ${name}`, properties, total, cells: cells.length },
      cellsPossible: tilesTouched(box, zoom + 2),
      ...{ pgP50: quantile(ours, 0.5), pgP99: quantile(ours, 0.99) },
      ...{ byHandP50: quantile(theirs, 0.5), byHandP99: quantile(theirs, 0.99) },
      ...(await alone('columns', () => columns.cells(query()), 300)),
      ...(openSearch && (await alone('os', () => openSearch.map.cells(query())))),
    });
    if (!withFacets) continue;
    results.push({
      ...{ bench: 'search', case: `facets: ${name}`, properties, total },
      ...(await alone('pg', () => allFacets(postgres, criteriaNow()))),
      ...(openSearch && (await alone('os', () => allFacets(openSearch, criteriaNow())))),
    });
  }
  columns.close();
  return results;
}

/** Fewer of what takes long. */
const roundsOf = (milliseconds: number) => ({ warmUp: 1, rounds: milliseconds > 400 ? 7 : 40 });

async function alone(name: string, work: () => Promise<unknown>, rounds?: number): Promise<Record<string, number>> {
  await work();
  const usual = roundsOf(await timed(work));
  const [times] = await inTurns(work, () => Promise.resolve(), { ...usual, rounds: rounds ?? usual.rounds });
  return { [`${name}P50`]: quantile(times, 0.5), [`${name}P99`]: quantile(times, 0.99) };
}

/** What `POST /properties/facets` asks without conditions of its own. */
async function allFacets({ facets }: PropertySearch, criteria: Criteria): Promise<void> {
  const ends = await facets.shareEnds(criteria, { price: 6, area: 6 }, LONG);
  const bandsOf = (values: readonly number[] = []) =>
    values.map((max, place) => ({ min: values[place - 1] ?? null, max }));
  const questions = {
    values: { transactionType: 20, propertyType: 20, rooms: 20, city: 20 },
    bands: { price: bandsOf(ends?.price), area: bandsOf(ends?.area) },
    features: FEATURE_FACETS,
  };
  if ((await facets.count(criteria, questions, LONG)) === null) throw new Error('The budget is too small.');
}

/** What somebody would write by hand: listings in the box by the tile of their own points. */
async function mapByHand(database: Database, box: GeoBox, z: number, filter: string): Promise<void> {
  await database.query(
    `select floor((l.lng + 180) / 360 * 2 ^ $5::int) as x,
       floor((1 - ln(tan(radians(l.lat)) + 1 / cos(radians(l.lat))) / pi()) / 2 * 2 ^ $5::int) as y,
       count(distinct l.property_id), avg(l.lat), avg(l.lng), percentile_cont(0.5) within group (order by l.price)
     from listing l
     where l.online and l.lat between $1 and $2 and l.lng between $3 and $4 and ${filter} group by 1, 2`,
    [box.south, box.north, box.west, box.east, z],
  );
}

async function viewsOf(database: Database): Promise<readonly View[]> {
  const cityAt = async (rank: number): Promise<GeoBox> => {
    const [middle] = await database.query<{ lat: number; lng: number }>(
      'select avg(lat) as lat, avg(lng) as lng from listing where city_id = $1',
      [rank],
    );
    const { lat, lng } = middle!;
    return { north: lat + 0.06, south: lat - 0.06, east: lng + 0.08, west: lng - 0.08 };
  };
  const [biggest, tenth, hundredth] = [await cityAt(1), await cityAt(10), await cityAt(100)];
  return [
    { name: 'the biggest city', box: biggest, zoom: 12, conditions: [], byHand: 'true' },
    { name: 'the biggest city, filtered', box: biggest, zoom: 12, conditions: FILTERED, byHand: FILTERED_BY_HAND },
    { name: 'the tenth city', box: tenth, zoom: 12, conditions: [], byHand: 'true' },
    { name: 'the hundredth city', box: hundredth, zoom: 12, conditions: [], byHand: 'true' },
    { name: 'the country', box: COUNTRY_IN_VIEW, zoom: 6, conditions: [], byHand: 'true' },
    { name: 'the country, filtered', box: COUNTRY_IN_VIEW, zoom: 6, conditions: FILTERED, byHand: FILTERED_BY_HAND },
  ];
}
