import { prepared } from '../../database/prepared.js';
const LISTED =
  'id, type, name, country_code as "countryCode", lat, lng, postal_codes as "postalCodes", ' +
  'ancestor_ids as "ancestorIds"';

const PROPERTY_COUNT =
  'coalesce((select properties from division_property_count where division_id = division.id), 0) as "propertyCount"';

/** One division with its outline and its numbers. */
export const FIND_DIVISION = `
  select ${LISTED}, geometry, ${PROPERTY_COUNT}, (select count(*) from division child
    where child.parent_id = division.id) as "childCount"
  from division where id = $1`;

/**
 * Outlines for a map: of the divisions whose place lies in a box, and of those around them. The widest come first, of
 * equals those with more properties. $1 south, $2 north, $3 west, $4 east (a box across the 180th meridian has west >
 * east), $5 at most so many
 */
export const SELECT_OUTLINES_IN_BOX = `
  with inside as (
    select id, ancestor_ids from division
    where lat between $1 and $2
      and case when $3::double precision <= $4 then lng between $3 and $4 else lng >= $3 or lng <= $4 end
  ), wanted as (
    select id from inside union select unnest(ancestor_ids) from inside
  )
  select id, type, name, lat, lng, geometry from division
  join wanted using (id) left join division_property_count on division_id = division.id
  where geometry is not null
  order by array_position(array['COUNTRY', 'REGION', 'DEPARTMENT', 'CITY', 'DISTRICT', 'NEIGHBORHOOD'], type),
    coalesce(properties, 0) desc, id
  limit $5`;

const RELATED = `select id, type, name, ${PROPERTY_COUNT} from division`;

/** Every write of divisions counts. */
export const RAISE_EDITION = 'update division_edition set version = version + 1';

/** Writes or replaces divisions, given as JSON. Ancestors that are not given stay as they are. */
export const UPSERT_DIVISIONS = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as d(
      id bigint, type text, name text, "parentId" bigint, "countryCode" text, lat double precision,
      lng double precision, geometry jsonb, "postalCodes" text[], "ancestorIds" bigint[])
  )
  insert into division (id, type, name, parent_id, country_code, lat, lng, geometry, postal_codes, ancestor_ids)
  select d.id, d.type, d.name, d."parentId", d."countryCode", d.lat, d.lng, d.geometry, coalesce(d."postalCodes", '{}'),
    coalesce(d."ancestorIds", before.ancestor_ids, '{}')
  from given d left join division before on before.id = d.id
  on conflict (id) do update set
    type = excluded.type, name = excluded.name, parent_id = excluded.parent_id, country_code = excluded.country_code,
    lat = excluded.lat, lng = excluded.lng, geometry = excluded.geometry, postal_codes = excluded.postal_codes,
    ancestor_ids = excluded.ancestor_ids`;

/**
 * Works out the ancestors of all divisions and answers those that are not as they are kept, each as the text of an
 * array. It only reads: however many divisions there are, no transaction has an id meanwhile.
 */
export const SELECT_WRONG_ANCESTORS = `
  with recursive line(id, ancestor_id, depth) as (
    select id, parent_id, 1 from division where parent_id is not null
    union all
    select line.id, division.parent_id, depth + 1 from line join division on division.id = line.ancestor_id
    where division.parent_id is not null and depth < 16 -- a loop of parents must not run for ever
  ), lines as (
    select id, array_agg(ancestor_id order by depth) as ancestor_ids from line group by id
  )
  select division.id, coalesce(lines.ancestor_ids, '{}')::text as "ancestorIds"
  from division left join lines using (id)
  where division.ancestor_ids is distinct from coalesce(lines.ancestor_ids, '{}') order by division.id`;

/** $1 divisions, $2 the ancestors of each as the text of an array */
export const UPDATE_ANCESTORS = `
  update division set ancestor_ids = linked.ancestor_ids::bigint[]
  from unnest($1::bigint[], $2::text[]) as linked(id, ancestor_ids) where division.id = linked.id`;

/** Raises the edition from $1, and answers nothing where somebody else has raised it. */
export const RAISE_EDITION_FROM = `
  update division_edition set version = version + 1 where version = $1 returning version`;

/** The number of writes so far. */
export const SELECT_EDITION = 'select version from division_edition';

/** All ids. */
export const SELECT_DIVISION_IDS = 'select id from division';

/** All ids, each with the ancestors that are kept. */
export const SELECT_ALL_ANCESTORS = 'select id, ancestor_ids as "ancestorIds" from division';

/** Names of those that exist. */
export const SELECT_DIVISION_NAMES = prepared('select id, name from division where id = any($1::bigint[])');

/** Of all divisions, without their outlines, the first $2 with larger ids than $1. */
export const SELECT_LISTED_DIVISIONS = `select ${LISTED} from division where id > $1 order by id limit $2`;

/** In the order of the ids given. */
export const SELECT_ANCESTORS = `${RELATED} where division.id = any($1::bigint[])
  order by array_position($1::bigint[], division.id)`;

/** By name, the first $2. */
export const SELECT_CHILDREN = `${RELATED} where parent_id = $1 order by name, id limit $2`;

/** All divisions with their outlines. */
export const SELECT_OUTLINES = 'select id, type, ancestor_ids as "ancestorIds", geometry from division order by id';
