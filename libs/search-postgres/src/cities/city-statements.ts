import { prepared } from '@gable/persistence';
import { SORT_FIELDS } from '@gable/search';
import { number, PACKED_LISTING } from '../columns/packed-rows.js';
import { POSITION, REACHES_BACK, SINCE } from '../columns/write-log.js';
import { SORT_COLUMNS } from '../engine/sort-orders.js';

/** Bytes of a property of a city before those of its listings: id, city, revision, sort keys, number of listings. */
export const HEAD_BYTES = 16 + 8 + 8 + 8 * SORT_FIELDS.length + 4;

const KEYS = SORT_FIELDS.map((field) => {
  const { column, toNumber } = SORT_COLUMNS[field];
  return number(toNumber(`p.${column}`));
});

/** One row for each property and city: what is sorted by, and its online listings in that city. */
const packedPerCity = (listings: string): string => `
  select uuid_send(p.id) || int8send(adverts.city_id) || float8send(p.revision) || ${KEYS.join(' || ')}
    || int4send(adverts.count) || adverts.packed as packed
  from (
    select l.property_id, l.city_id, count(*)::integer as count, string_agg(${PACKED_LISTING}, ''::bytea) as packed
    from listing l where l.online and ${listings} group by l.property_id, l.city_id
  ) adverts join property p on p.id = adverts.property_id`;

/** Whether the log names all that was written since the snapshot $1 of the server that began at $2. */
const IS_WHOLE = `${REACHES_BACK}
  and not exists (select from property_write where property_ids is null and ${SINCE})`;

/**
 * Whether anything was written since, as of the moment that it answers. Mostly nothing was: then this is all that is
 * asked, in a fraction of the time that `SELECT_WRITTEN` takes.
 */
export const SELECT_WHETHER_WRITTEN = prepared(`
  select ${POSITION},
    ${IS_WHOLE} as "isWhole", exists (select from property_write where ${SINCE}) as "isWritten"`);

/** Which of these divisions are cities, and how many properties each had when upkeep last counted; null before that. */
export const SELECT_CITIES = prepared(`
  select division.id, counted.properties
  from division left join division_property_count counted on counted.division_id = division.id
  where division.id = any($1::bigint[]) and division.type = 'CITY'`);

/** Properties of one row of `SELECT_PROPERTIES`: some milliseconds of the event loop. */
const PART = 1_000;

/** Of each city of $1, at most as many properties as $2 says at its place, in parts; all of one moment. */
export const SELECT_PROPERTIES = prepared(`
  select city, string_agg(packed, ''::bytea) as rows, count(*)::integer as count
  from (
    select asked.city, found.packed, row_number() over () / ${PART} as part
    from unnest($1::bigint[], $2::integer[]) asked (city, most)
    cross join lateral (${packedPerCity('l.city_id = asked.city')} limit asked.most) found
  ) parts
  group by city, part`);

/**
 * What was written since the snapshot $1 of the server that began at $2: the ids of the properties, and where they are
 * at most $3 what these and those of $4 are now in each of their cities, all of one moment. The log does not tell where
 * `isWhole` is false.
 */
export const SELECT_WRITTEN = prepared(`
  with written as materialized (
    select distinct unnest(property_ids) as id from property_write where ${SINCE}
  ), size as materialized (
    select count(*) <= $3::integer as fits from written
  )
  select ${POSITION},
    ${IS_WHOLE} as "isWhole",
    s.fits as "isRead",
    (select string_agg(uuid_send(id), ''::bytea) from written where s.fits) as ids,
    (
      select string_agg(packed, ''::bytea)
      from (${packedPerCity(`l.city_id is not null and s.fits
        and l.property_id = any(array(select id from written) || $4::uuid[])`)}) again
    ) as rows
  from size s`);
