import { prepared } from '../../database/prepared.js';
import { DERIVED_COLUMNS, FORMER_COLUMNS } from '../listing-columns.js';
import { DERIVATION_VERSION, IS_BEHIND, STATES_SINCE } from '../derivation-version.js';

/** The next $2 listings behind id $1 whose columns are those of an earlier release. */
export const SELECT_UNDERIVED = `
  select id, source_id as "sourceId", revision_id as "revisionId" from listing
  where ${IS_BEHIND} and id > $1 order by id limit $2`;

/** How many are left. */
export const COUNT_UNDERIVED = `select count(*) as count from listing where ${IS_BEHIND}`;

/** Whether no listing has a version before $1. The first condition says that the index has them all. */
export const SELECT_IS_DERIVED = prepared(
  `select not exists (select from listing where ${IS_BEHIND} and derivation < $1::integer) as "isDerived"`,
);

/**
 * Every state of listings, the oldest first; with the oldest, where retention took those before it, what they told.
 */
export const SELECT_ALL_STATES = `
  select revision.listing_id as "listingId", revision.revision_id as "revisionId", revision.online,
    revision.observed_at as "observedAt", revision.state, case when revision.revision_id > 1 then (
      select kept.past from listing_state kept
      where kept.listing_id = revision.listing_id and kept.revision_id = revision.revision_id and not exists (
        select from listing_revision earlier
        where earlier.listing_id = revision.listing_id and earlier.revision_id < revision.revision_id)
    ) end as begun
  from listing_revision revision where revision.listing_id = any($1::uuid[])
  order by revision.listing_id, revision.revision_id`;

/**
 * Where there is an index, its documents hold the columns that conditions ask of states; words of titles are none of
 * them. In the order of ids, as an ingest marks what it changed.
 */
export const MARK_DERIVED = `
  insert into index_dirty (property_id, revision_id)
  select id, revision from property
  where id in (select property_id from listing where id = any($1::uuid[]) and derivation < ${STATES_SINCE})
    and exists (select from search_index where state in ('BUILDING', 'LIVE'))
  order by 1
  on conflict (property_id) do update set revision_id = greatest(index_dirty.revision_id, excluded.revision_id),
    leased_until = '-infinity'`;

/**
 * Fills the columns of the listings $1 from the rows $2 and answers which. What an ingest holds is passed over: it
 * writes these columns itself, and waiting for it could end in a deadlock. The rows of their properties stay as they
 * are, so that the log of writes is told here.
 */
export const UPDATE_DERIVED = `
  with due as (
    select id, revision_id from listing where id = any($1::uuid[]) and ${IS_BEHIND} for update skip locked
  ), derived as (
    update listing set derivation = ${DERIVATION_VERSION},
      ${DERIVED_COLUMNS.map((name) => `${name} = made.${name}`).join(', ')}
    from due join json_populate_recordset(null::listing, $2::json) made
      on made.id = due.id and made.revision_id = due.revision_id
    where listing.id = due.id returning listing.id, listing.property_id
  ), noted as (
    insert into property_write (property_ids) select array_agg(property_id) from derived having count(*) > 0
  )
  select id from derived`;

/** States that are not there yet. */
export const INSERT_STATES = `
  insert into listing_state select * from json_populate_recordset(null::listing_state, $1::json)
  on conflict (listing_id, revision_id) do nothing`;

/** Former states that are not there yet. */
export const INSERT_FORMER = `
  insert into former_listing (listing_id, revision_id, ${FORMER_COLUMNS.join(', ')})
  select listing_id, revision_id, ${FORMER_COLUMNS.join(', ')}
  from json_populate_recordset(null::former_listing, $1::json)
  on conflict (listing_id, revision_id) do nothing`;
