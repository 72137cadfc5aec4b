import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { DataSource } from 'typeorm';
import { dataSourceOf } from './data-source.js';
import { MAP_KEY } from './migrations/0028-property-places.js';

/** What entities cannot say of an index or a key, and why. The migrations alone state these. */
const ALLOWED: Readonly<Record<string, string>> = {
  listing_city: 'INCLUDED',
  listing_department: 'INCLUDED',
  listing_place: 'INCLUDED',
  listing_price: 'INCLUDED',
  market_event_market: 'INCLUDED',
  property_by_map_key: 'INCLUDED',
  property_by_price: 'INCLUDED',
  property_by_price_apart: 'INCLUDED',
  property_pkey: 'INCLUDED',
  listing_division: 'PARAMETERS: gin_pending_list_limit',
  listing_words: 'PARAMETERS: gin_pending_list_limit',
  market_event_at: 'PARAMETERS: pages_per_range, autosummarize',
  dead_letter_once: 'EXPRESSION: a digest',
  delivery_endpoint_once: 'EXPRESSION: a digest',
  delivery_origin_once: 'EXPRESSION: a digest',
  mail_confirmation_address: 'EXPRESSION: lower case',
  search_index_in_the_making: 'EXPRESSION: one row in two states',
  market_rollup_group: 'NULLS NOT DISTINCT',
  delivery_wakeup_pkey: 'NO KEY: TypeORM needs one, the table has none',
  market_rollup_pkey: 'NO KEY: market_rollup_group is unique, but has columns that may be null',
  division_count_state_pkey: 'NO KEY: one row',
  division_edition_pkey: 'NO KEY: one row',
  ingest_lock_pkey: 'NO KEY: one row',
  transaction_origin_pkey: 'NO KEY: one row',
  word_index_state_pkey: 'NO KEY: one row',
};

let databases: TestDatabase[];
let migrated: DataSource;
let fromEntities: DataSource;

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  [migrated, fromEntities] = (await Promise.all(
    databases.map(({ url }) => dataSourceOf(url, { poolSize: 1 }).initialize()),
  )) as [DataSource, DataSource];
  await fromEntities.query('drop schema public cascade; create schema public');
  await fromEntities.query(MAP_KEY); // what a generated column calls
  await fromEntities.synchronize();
});
afterAll(async () => {
  await Promise.all([migrated.destroy(), fromEntities.destroy()]);
  await Promise.all(databases.map((database) => database.drop()));
});

it('leaves nothing for the schema builder of TypeORM to change but the keys of tables without one', async () => {
  await copyGeneratedColumns();
  const { upQueries } = await migrated.driver.createSchemaBuilder().log();
  const withoutKey = Object.keys(ALLOWED).filter((name) => ALLOWED[name]!.startsWith('NO KEY'));
  expect(
    upQueries.map(({ query }) => query.replace(/^ALTER TABLE "\w+" ADD CONSTRAINT "(\w+)".*/, '$1')).sort(),
  ).toEqual(withoutKey.sort());
});

// TypeORM compares neither conditions of indexes nor the texts of checks; PostgreSQL knows them.
it('is the schema that the entities make, with every check, condition, default and comment', async () => {
  const [actual, stated] = await Promise.all([describeSchema(migrated), describeSchema(fromEntities)]);
  const names = [...new Set([...actual.keys(), ...stated.keys()])];
  const differing = names.filter((name) => actual.get(name) !== stated.get(name));
  expect(
    differing
      .filter((name) => !(name in ALLOWED))
      .map((name) => ({ name, migrations: actual.get(name), entities: stated.get(name) })),
  ).toEqual([]);
  expect(differing.sort()).toEqual(Object.keys(ALLOWED).sort());
});

/** TypeORM reads the expressions of generated columns from a table of its own. The second spec compares them. */
async function copyGeneratedColumns(): Promise<void> {
  const rows: Record<string, string>[] = await fromEntities.query('select * from typeorm_metadata');
  await migrated.query(
    `create temporary table typeorm_metadata
       (type text, database text, schema text, "table" text, name text, value text)`,
  );
  for (const { type, schema, table, name, value } of rows)
    await migrated.query('insert into typeorm_metadata values ($1, current_database(), $2, $3, $4, $5)', [
      type,
      schema,
      table,
      name,
      value,
    ]);
}

/** By name: tables, columns, constraints and indexes as PostgreSQL writes them, with their comments. */
async function describeSchema(source: DataSource): Promise<Map<string, string>> {
  const rows: { name: string; definition: string }[] = await source.query(`
    with own as (
      select oid, relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('gable_migration', 'typeorm_metadata')
    )
    select relname as name, obj_description(oid, 'pg_class') as definition from own
    union all
    select relname || '.' || attname, concat_ws(' ',
      format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      regexp_replace(pg_get_expr(adbin, adrelid), '^''(\\d+)''::bigint$', '\\1'), attidentity, attgenerated,
      col_description(own.oid, attnum))
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select conname, relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from own join pg_constraint on conrelid = own.oid and contype <> 'n'
    union all
    select indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    from own join pg_index on indrelid = own.oid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
