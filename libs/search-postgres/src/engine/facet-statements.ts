import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import { FLAG_COLUMNS, RANGE_COLUMNS } from '@gable/persistence/listings';
import type { Band, BandField, CountedField, FacetQuestions, ShareQuestions } from '@gable/search';
import { Parameters, type Bind } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import { LEVEL_COLUMNS } from './level-columns.js';
import { condition } from './statements.js';

/** Fields of any values. Those of closed lists are a test for each word. */
export type OpenField = Extract<CountedField, 'rooms' | 'city'>;
export type ClosedField = Exclude<CountedField, OpenField>;
const OPEN_COLUMNS: { readonly [F in OpenField]: string } = { rooms: RANGE_COLUMNS.rooms, city: LEVEL_COLUMNS.CITY };
const CLOSED_COLUMNS: { readonly [F in ClosedField]: string } = {
  transactionType: 'transaction_type',
  propertyType: 'property_type',
};
export const WORDS: { readonly [F in ClosedField]: readonly string[] } = {
  transactionType: TRANSACTION_TYPES,
  propertyType: PROPERTY_TYPES,
};

/** The row of `facetsStatement`: of each open field [value, count], as they are answered, and a count of each test. */
export interface FacetsRow {
  readonly values: { readonly [F in OpenField]?: readonly (readonly [value: number, count: number])[] | null };
  readonly tests: readonly number[];
}

/**
 * Counts everything that is asked of the matching listings in one reading of them. What is kept of each is narrow,
 * since there may be a million: a bit for each test that it meets, and its values of open fields. Each property is
 * grouped once; its least value of a field counts at once, and only properties with a higher one are looked at again.
 * Tests come in the order bands, features, words.
 */
export function facetsStatement(
  found: CompiledSql,
  { values = {}, bands = {}, features = [] }: FacetQuestions,
): CompiledSql {
  const parameters = new Parameters();
  const { bind } = parameters;
  const matches = condition(found, parameters.values);
  const tests = [
    ...entriesOf(bands).flatMap(([field, asked]) =>
      asked.map((band) => within(`l.${RANGE_COLUMNS[field]}`, band, bind)),
    ),
    ...features.map((feature) => `l.${FLAG_COLUMNS[feature]}`),
    ...closedFields(values).flatMap(([field]) =>
      WORDS[field].map((_, place) => `l.${CLOSED_COLUMNS[field]} = ${place}`),
    ),
  ];
  const bits = bitsOf(tests);
  const open = entriesOf(values).flatMap(([field, limit]) => (isOpen(field) ? [{ field, limit }] : []));
  const columns = open.map(({ field }) => OPEN_COLUMNS[field]);
  const counted = open.flatMap(({ field, limit }) => [`'${field}'`, countsOf(OPEN_COLUMNS[field], bind(limit))]);
  const met = tests.map((_, place) => `count(*) filter (where h.bits${wordAt(place)} & ${bitAt(place)} <> 0)`);
  return {
    text: `
      with matching as (
        select ${['l.property_id', ...columns.map((name) => `l.${name}`), ...bits].join(', ')}
        from listing l where l.online and ${matches}
      ), home as (
        select ${[
          'm.property_id',
          ...columns.map((name) => `min(m.${name}) as ${name}, max(m.${name}) as most_${name}`),
          ...bits.map((_, word) => `bit_or(m.bits${word}) as bits${word}`),
        ].join(', ')}
        from matching m group by m.property_id
      )
      select json_build_object(${counted.join(', ')}) as values,
        ${met.length === 0 ? `'{}'` : `(select array[${met.join(', ')}] from home h)`}::integer[] as tests`,
    parameters: parameters.values,
  };
}

/** Fields of closed lists among those asked for, with their limits, in their order. */
export function closedFields(values: NonNullable<FacetQuestions['values']>): [ClosedField, number][] {
  return entriesOf(values).flatMap(([field, limit]) => (isOpen(field) ? [] : [[field, limit]]));
}

const isOpen = (field: CountedField): field is OpenField => field in OPEN_COLUMNS;

/** Bits of a bigint that are used: all but the sign and a few. */
const BITS = 60;
const wordAt = (place: number): number => Math.floor(place / BITS);
const bitAt = (place: number): string => `${2n ** BigInt(place % BITS)}::bigint`;

/** As many numbers as hold a bit for each test. */
function bitsOf(tests: readonly string[]): string[] {
  const words = Array.from({ length: Math.ceil(tests.length / BITS) }, (_, word) => word);
  const bits = tests.map((test, place) => `case when ${test} then ${bitAt(place)} else 0 end`);
  return words.map((word) => `${bits.slice(word * BITS, (word + 1) * BITS).join(' | ')} as bits${word}`);
}

/** The row of `sharesStatement`. */
export type SharesRow = { readonly [F in BandField]?: readonly number[] | null };

/** Stated values at the ends of equal shares, but for the last. */
export function sharesStatement(found: CompiledSql, questions: ShareQuestions): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const shares = entriesOf(questions).map(([field, count]) => {
    const column = `l.${RANGE_COLUMNS[field]}`;
    const ends = Array.from({ length: count - 1 }, (_, place) => (place + 1) / count);
    return `percentile_disc(${bind(ends)}::float8[]) within group (order by ${column}::float8) as ${field}`;
  });
  return { text: `select ${shares.join(', ')} from listing l where l.online and ${matches}`, parameters: values };
}

/** The values of a column with their properties, equals in the order of their texts. */
function countsOf(column: string, limit: string): string {
  return `(
    select json_agg(json_build_array(f.value, f.count)) from (
      select v.value, count(*) as count from (
        select h.${column} as value from home h where h.${column} is not null
        union all
        select d.value from (
          select distinct m.property_id, m.${column} as value
          from matching m join home h on h.property_id = m.property_id
          where h.most_${column} > h.${column} and m.${column} > h.${column}
        ) d
      ) v
      group by v.value order by count(*) desc, v.value::text collate "C" limit ${limit}::integer
    ) f)`;
}

function within(column: string, { min, max }: Band, bind: Bind): string {
  return [
    `${column} is not null`,
    ...(min === null ? [] : [`${column} >= ${bind(min)}::float8`]),
    ...(max === null ? [] : [`${column} <= ${bind(max)}::float8`]),
  ].join(' and ');
}

/** Members that are there, with their names. */
export function entriesOf<Name extends string, Value>(members: { readonly [N in Name]?: Value }): [Name, Value][] {
  return Object.entries(members) as [Name, Value][];
}
