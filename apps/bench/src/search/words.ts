import type { Condition } from '@gable/domain/criteria';
import { wordsOf } from '@gable/domain/words';
import type { Database } from '@gable/persistence';
import { DEFAULT_SORT, type PropertySearch, type Sort } from '@gable/search';
import { advertText, wordOfRank } from '../data/advert-texts.js';
import { criteriaOf, inDivision, range } from '../data/common-filter.js';
import { tenths, timed } from '../harness/times.js';

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

/** What one text alone says: three words in a row out of its description. */
function rarePhrase(number: number): string {
  const all = wordsOf(advertText(number).description);
  return all.slice(50, 53).join(' ');
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
  { name: 'a rare word everywhere', at: (n) => [words({ all: [folded(5_000 + 97 * n)] })] },
  { name: 'a frequent word everywhere', at: (n) => [words({ all: [folded(n % 40)] })] },
  { name: 'a frequent phrase everywhere', at: (n) => [words({ all: [`${folded(n % 10)} ${folded(10 + (n % 7))}`] })] },
  { name: 'a beginning everywhere', at: (n) => [words({ all: [`${folded(30 + n).slice(0, 4)}*`] })] },
  {
    name: 'one of three words, none of two, everywhere',
    at: (n) => [words({ any: [folded(60 + n), folded(90 + n), folded(200 + n)], none: ['viager', folded(120 + n)] })],
  },
];
const SORTS: readonly Sort[] = [DEFAULT_SORT, { field: 'PRICE', direction: 'ASC' }];

export type Note = (what: string, name: string, figures: Record<string, string | number>) => void;

/** First pages of searches with words, and what finding them costs in space. */
export async function measureWords(engine: PropertySearch, note: Note): Promise<void> {
  for (const { name, at } of CASES) {
    for (const sort of SORTS) {
      const times: number[] = [];
      const totals: number[] = [];
      for (let n = -WARM_UP; n < REQUESTS; n += 1) {
        const question = { criteria: criteriaOf(...at(Math.abs(n))), sort, offset: 0, limit: 20 };
        const took = await timed(async () => void totals.push((await engine.findPage(question)).total));
        if (n >= 0) times.push(took);
      }
      totals.sort((a, b) => a - b);
      const medianTotal = totals[totals.length >> 1]!;
      note('words', `${name}, by ${sort.field}`, { p50: tenths(times, 0.5), p99: tenths(times, 0.99), medianTotal });
    }
  }
}

/** Megabytes of the table of listings, its texts outside of the rows, and the index of words. */
export async function wordSizes(database: Database): Promise<Record<string, number>> {
  const [row] = await database.query<Record<string, number>>(`
    select round(pg_relation_size('listing') / 1e6)::float8 as rows,
      round(pg_total_relation_size(c.reltoastrelid) / 1e6)::float8 as texts,
      round(pg_relation_size('listing_words') / 1e6)::float8 as "wordsIndex",
      round(pg_indexes_size('listing') / 1e6)::float8 as "allIndexes"
    from pg_class c where c.oid = 'listing'::regclass`);
  return row!;
}
