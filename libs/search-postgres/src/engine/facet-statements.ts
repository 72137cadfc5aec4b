import { FLAG_COLUMNS, RANGE_COLUMNS } from '@gable/persistence/listings';
import type { Band, BandField, CountedField, FeatureFacet } from '@gable/search';
import { Parameters, type Bind } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import { LEVEL_COLUMNS } from './level-columns.js';
import { condition } from './statements.js';

const VALUE_COLUMNS: { readonly [F in CountedField]: string } = {
  transactionType: 'transaction_type',
  propertyType: 'property_type',
  rooms: RANGE_COLUMNS.rooms,
  city: LEVEL_COLUMNS.CITY,
};

/** Values with how many properties have a matching listing that states them; equals in the order of their texts. */
export function countValuesStatement(found: CompiledSql, field: CountedField, limit: number): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const column = `l.${VALUE_COLUMNS[field]}`;
  return {
    text: `
      select f.value::float8 as value, count(*)::integer as count
      from (
        select distinct ${column} as value, l.property_id
        from listing l where l.online and ${column} is not null and ${matches}
      ) f
      group by f.value order by 2 desc, f.value::text collate "C" limit ${bind(limit)}::integer`,
    parameters: values,
  };
}

/** For each band how many properties have a matching listing in it. */
export function countBandsStatement(found: CompiledSql, field: BandField, bands: readonly Band[]): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const column = `l.${RANGE_COLUMNS[field]}`;
  return countsOf(
    bands.map((band) => within(column, band, bind)),
    matches,
    values,
  );
}

/** For each feature how many properties have a matching listing with it. */
export function countFeaturesStatement(found: CompiledSql, features: readonly FeatureFacet[]): CompiledSql {
  const { values } = new Parameters();
  const matches = condition(found, values);
  return countsOf(
    features.map((feature) => `l.${FLAG_COLUMNS[feature]}`),
    matches,
    values,
  );
}

/** Stated values at the ends of equal shares, but for the last. */
export function quantilesStatement(found: CompiledSql, field: BandField, shares: number): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const column = `l.${RANGE_COLUMNS[field]}`;
  const ends = Array.from({ length: shares - 1 }, (_, place) => (place + 1) / shares);
  return {
    text: `
      select percentile_disc(${bind(ends)}::float8[]) within group (order by ${column}::float8) as values
      from listing l where l.online and ${column} is not null and ${matches}`,
    parameters: values,
  };
}

/** Each property is read once for all tests: distinct counts would sort the properties once for each. */
function countsOf(tests: readonly string[], matches: string, values: readonly unknown[]): CompiledSql {
  const met = tests.map((test, place) => `bool_or(${test}) as t${place}`);
  const counts = tests.map((_, place) => `count(*) filter (where f.t${place})`);
  return {
    text: `
      select array[${counts.join(', ')}]::integer[] as counts
      from (
        select ${met.join(', ')} from listing l where l.online and ${matches} group by l.property_id
      ) f`,
    parameters: values,
  };
}

function within(column: string, { min, max }: Band, bind: Bind): string {
  return [
    `${column} is not null`,
    ...(min === null ? [] : [`${column} >= ${bind(min)}::float8`]),
    ...(max === null ? [] : [`${column} <= ${bind(max)}::float8`]),
  ].join(' and ');
}
