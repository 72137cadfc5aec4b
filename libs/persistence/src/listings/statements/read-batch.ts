import { STATES_SINCE } from '../derivation-version.js';
import { LAST_SEEN } from '../last-seen.js';
import { LOCKS } from '../../database/advisory-locks.js';

/**
 * Lets one batch at a time through, until the transaction ends. An advisory lock, unlike a row's, gives the transaction
 * no id: one that only waits and reads keeps no worker from what others commit meanwhile.
 */
export const TAKE_INGEST_LOCK = `select pg_advisory_xact_lock(${LOCKS.ingest})`;

/** The number of the batch that is about to be, and the clock. Read behind the lock, by a statement of its own. */
export const SELECT_NEXT_BATCH = `
  select version + 1 as version, date_trunc('milliseconds', clock_timestamp()) as now from ingest_lock`;

/** Sources by domain. */
export const SELECT_SOURCES = `
  select source.id, source.domain, source.name, figures.last_observed_at as "lastObservedAt"
  from source left join source_figures figures on figures.source_id = source.id where source.domain = any($1::text[])`;

/** Ids that domains had whose sources were erased. */
export const SELECT_ERASED_SOURCES = `
  select domain, source_id as id from erased_source where domain = any($1::text[])`;

/** Listings by source and external id. */
export const SELECT_LISTINGS = `
  select listing.* from (select distinct * from unnest($1::uuid[], $2::text[])) wanted(source_id, external_id)
  cross join lateral ( -- by the unique key, one by one: the planner would rather read the whole table
    select id, source_id, external_id, property_id, revision_id, online, ${LAST_SEEN} as observed_at,
      last_event_at, content_hash,
      created_at, updated_at, grouping_score,
      grouping_reasons, cardinality(division_ids) as division_count,
      cardinality(division_ids) > num_nonnulls(city_id, district_id, neighborhood_id) as is_placed
    from listing where listing.source_id = wanted.source_id and listing.external_id = wanted.external_id limit 1
  ) listing`;

/** The newest $2 listings of each blocking key. */
export const SELECT_BLOCKS = `
  select wanted.key::text as key, found.ids
  from unnest($1::bigint[]) as wanted(key)
  cross join lateral (
    select array_agg(newest.listing_id) as ids
    from (select listing_id from listing_block where block_key = wanted.key order by listing_id desc limit $2) newest
  ) found
  where found.ids is not null`;

/** All listings of the properties that these listings belong to. */
export const SELECT_MEMBERS = `
  select id, property_id as "propertyId", revision_id as "revisionId" from listing
  where property_id in (select property_id from listing where id = any($1::uuid[])) order by id`;

/** What listings say now. Where the columns are those of an earlier release, so may be what is kept of its states. */
export const SELECT_MEMBER_STATES = `
  select listing.id, listing.source_id as "sourceId", listing.revision_id as "revisionId", listing.online,
    revision.state as listing, case when listing.derivation >= ${STATES_SINCE} then asked.past end as past
  from listing join listing_revision revision on revision.listing_id = listing.id
    and revision.revision_id = listing.revision_id
  left join listing_state asked on asked.listing_id = listing.id and asked.revision_id = listing.revision_id
  where listing.id = any($1::uuid[])`;

/** What people decided about these listings. */
export const SELECT_TIES = `
  select distinct listing_id as "listingId", other_id as "otherId", together from grouping_tie
    where listing_id = any($1::uuid[])`;

/** Properties as ingest needs them. */
export const SELECT_PROPERTIES =
  'select id, created_at as "createdAt", revision from property where id = any($1::uuid[])';
