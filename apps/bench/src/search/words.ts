import type { Condition } from '@gable/domain/criteria';
import { wordsOf } from '@gable/domain/words';
import type { Database } from '@gable/persistence';
import { WordIndexStore } from '@gable/persistence/listings';
import {
  DEFAULT_SORT,
  indexNames,
  openSearchClient,
  OpenSearchSearch,
  type PageQuery,
  type PropertySearch,
  type Sort,
} from '@gable/search';
import { CityMemory, CitySearch, PostgresSearch } from '@gable/search-postgres';
import { advertText, wordOfRank } from '../data/advert-texts.js';
import { criteriaOf, inDivision, range } from '../data/common-filter.js';
import { fillWithProperties } from '../data/fill-with-properties.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { withOpenSearch } from '../harness/open-search.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { tenths, timed } from '../harness/times.js';
import { index } from './both-engines.js';

/** Requests of a case: enough for a 99th percentile. */
const REQUESTS = 200;
const WARM_UP = 5;

const words = (asked: { all?: string[]; any?: string[]; none?: string[]; title?: true }): Condition => ({
  kind: 'words',
  all: asked.all ?? [],
  any: asked.any ?? null,
  none: asked.none ?? [],
  in: asked.title ? ['title'] : ['title', 'description'],
});
const folded = (rank: number): string => wordsOf(wordOfRank(rank))[0]!;

/** What one text says: words in a row out of its description. */
function rarePhrase(number: number, length = 3): string {
  const all = wordsOf(advertText(number).description);
  return all.slice(50, 50 + length).join(' ');
}

/** The n-th condition of each case: other words and cities each time. */
const CASES: readonly { readonly name: string; readonly at: (n: number) => Condition[] }[] = [
  { name: 'a common word in a city', at: (n) => [words({ all: [folded(20 + (n % 30))] }), inDivision(1 + (n % 50))] },
  { name: 'a rarer word in a city', at: (n) => [words({ all: [folded(50 + 7 * n)] }), inDivision(1 + (n % 50))] },
  {
    name: 'a word of the title in a city',
    at: (n) => [words({ all: [folded(20 + n)], title: true }), inDivision(1 + (n % 50))],
  },
  {
    name: 'a word, price and rooms in a city',
    at: (n) => [
      words({ all: [folded(20 + n)] }),
      range('price', 100_000, 400_000),
      range('rooms', 2, null),
      inDivision(1 + (n % 50)),
    ],
  },
  { name: 'a rare phrase everywhere', at: (n) => [words({ all: [rarePhrase(n)] })] },
  { name: 'a rare phrase of two words everywhere', at: (n) => [words({ all: [rarePhrase(n, 2)] })] },
  { name: 'a phrase in a city', at: (n) => [words({ all: [rarePhrase(n)] }), inDivision(1 + (n % 50))] },
  { name: 'a rare word everywhere', at: (n) => [words({ all: [folded(5_000 + 97 * n)] })] },
  { name: 'a frequent word everywhere', at: (n) => [words({ all: [folded(n % 40)] })] },
  { name: 'a word of every fifth text everywhere', at: (n) => [words({ all: [folded(60 + n)] })] },
  { name: 'a frequent phrase everywhere', at: (n) => [words({ all: [`${folded(n % 10)} ${folded(10 + (n % 7))}`] })] },
  { name: 'a beginning everywhere', at: (n) => [words({ all: [`${folded(30 + n).slice(0, 4)}*`] })] },
  {
    name: 'one of three words, none of two, everywhere',
    at: (n) => [words({ any: [folded(60 + n), folded(90 + n), folded(200 + n)], none: ['viager', folded(120 + n)] })],
  },
];
const SORTS: readonly Sort[] = [DEFAULT_SORT, { field: 'PRICE', direction: 'ASC' }];

/** Cities that an API process has in memory soon: each search there takes long. */
const BIGGEST = Array.from({ length: 10 }, (_, n) => 1 + n);

/**
 * First pages of searches with words, and what finding them costs in space, in PostgreSQL and, with a `heap`, in
 * OpenSearch too. What a home keeps is not made again.
 */
export async function measureWords(
  sizes: readonly number[],
  { json, heap, home }: { readonly json: boolean; readonly heap: string | null; readonly home: string | undefined },
): Promise<void> {
  const results: BenchResult[] = [];
  for (const properties of sizes)
    await withBenchDatabase(async (database) => {
      const note = (result: Record<string, string | number>): void => {
        results.push({ bench: 'search', case: 'words', properties, ...result });
        say(JSON.stringify(results.at(-1)));
      };
      await fill(database, properties);
      await new WordIndexStore(database).sortIn(); // as a worker does every ten seconds
      note({ case: 'megabytes', ...(await wordSizes(database)) });
      const postgres = new PostgresSearch(database);
      const cities = new CityMemory(database, { mostBytes: 64 * 2 ** 20 });
      await cities.hold(BIGGEST);
      await measure(new CitySearch(postgres, cities), 'postgres', note);
      cities.close();
      if (heap === null) return;
      await withOpenSearch(heap, async (server) => {
        const client = openSearchClient(server.url, { timeoutMs: 60_000 });
        try {
          note(await index(database, client, properties, server));
          const { body } = await client.indices.stats({ index: indexNames().alias, metric: ['store'] });
          note({ case: 'index', megabytes: Math.round((body._all.primaries?.store?.size_in_bytes ?? 0) / 1e6) });
          const now = (): Promise<number> => Promise.resolve(Date.now());
          const openSearch = new OpenSearchSearch(client, { alias: indexNames().alias, timeoutMs: 30_000, now });
          await compareAnswers(postgres, openSearch);
          await measure(openSearch, 'opensearch', note);
        } finally {
          await client.close();
        }
      });
    }, home);
  printResults(results, json);
}

async function fill(database: Database, properties: number): Promise<void> {
  const [stored] = await database.query<{ is: boolean }>('select exists (select from property) as is');
  if (stored!.is) return;
  say(`writing ${properties.toLocaleString('en')} properties with texts of 1.2 kB …`);
  const began = performance.now();
  const texts = Array.from({ length: TEXTS }, (_, number) => advertText(number));
  await fillWithProperties(database, properties, texts);
  say(`written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

type Note = (result: Record<string, string | number>) => void;

async function measure(engine: PropertySearch, name: string, note: Note): Promise<void> {
  for (const each of CASES)
    for (const sort of SORTS) {
      const times: number[] = [];
      const totals: number[] = [];
      for (let n = -WARM_UP; n < REQUESTS; n += 1) {
        const question = asked(each, sort, Math.abs(n));
        const took = await timed(async () => void totals.push((await engine.findPage(question)).total));
        if (n >= 0) times.push(took);
      }
      totals.sort((a, b) => a - b);
      const figures = { p50: tenths(times, 0.5), p99: tenths(times, 0.99), medianTotal: totals[totals.length >> 1]! };
      note({ case: `${each.name}, by ${sort.field}`, engine: name, ...figures });
    }
}

/** Some searches of each case; a Java server has compiled what it does often by then. */
async function compareAnswers(postgres: PropertySearch, openSearch: PropertySearch): Promise<void> {
  for (const each of CASES)
    for (const sort of SORTS)
      for (let n = 0; n < COMPARED; n += 1) {
        const [one, other] = [
          await postgres.findPage(asked(each, sort, n)),
          await openSearch.findPage(asked(each, sort, n)),
        ];
        if (one.total !== other.total || one.ids.join() !== other.ids.join())
          throw new Error(`"${each.name}" ${n}: the engines answer differently: ${one.total} and ${other.total}`);
      }
}

const asked = ({ at }: (typeof CASES)[number], sort: Sort, n: number): PageQuery => ({
  ...{ criteria: criteriaOf(...at(n)), sort, offset: 0, limit: 20 },
});

/** Different texts; each is shared by some listings. */
const TEXTS = 20_000;
const COMPARED = 15;

/** Megabytes of the table of listings, its texts outside of the rows, and the index of words. */
async function wordSizes(database: Database): Promise<Record<string, number>> {
  const [row] = await database.query<Record<string, number>>(`
    select round(pg_relation_size('listing') / 1e6)::float8 as rows,
      round(pg_total_relation_size(c.reltoastrelid) / 1e6)::float8 as texts,
      round(pg_relation_size('listing_words') / 1e6)::float8 as "wordsIndex",
      round(pg_indexes_size('listing') / 1e6)::float8 as "allIndexes"
    from pg_class c where c.oid = 'listing'::regclass`);
  return row!;
}
