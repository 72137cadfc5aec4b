import { besideProcessBefore } from '../../database/older-processes.js';
import { PHRASES_SINCE, STATES_SINCE } from '../derivation-version.js';
import { FORMER_COLUMNS } from '../listing-columns.js';

/**
 * The first write of a batch. Answers nothing where somebody has written since the number was read, without the lock or
 * with that of an older release: what was read is void.
 */
export const RAISE_BATCH = 'update ingest_lock set version = $1 where version = $1::bigint - 1 returning version';

/** Answers the ids; a changed name replaces the old one. */
export const UPSERT_SOURCES = `
  insert into source (id, domain, name, plain_name, created_at)
  select new.*, $5 from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as new(id, domain, name, plain_name)
  on conflict (domain) do update set name = excluded.name, plain_name = excluded.plain_name
  returning id`;

/** Adds to the figures of sources, in the order of ids. */
export const ADD_TO_SOURCES = `
  insert into source_figures (source_id, online, last_observed_at)
  select * from unnest($1::uuid[], $2::int[], $3::timestamptz[]) order by 1
  on conflict (source_id) do update set online = source_figures.online + excluded.online,
    last_observed_at = greatest(source_figures.last_observed_at, excluded.last_observed_at)`;

/** Replaces the figures of properties. */
export const UPDATE_PROPERTIES = `
  update property set
    updated_at = $2, min_price = new.min_price, max_price = new.max_price, max_area = new.max_area,
      min_price_per_area = new.min_price_per_area,
    online_count = new.online_count, revision = new.revision, merged_into = new.merged_into,
      lat = new.lat, lng = new.lng
  from unnest($1::uuid[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int[], $8::bigint[], $9::uuid[],
      $10::float8[], $11::float8[])
    as new(id, min_price, max_price, max_area, min_price_per_area, online_count, revision, merged_into, lat, lng)
  where property.id = new.id`;

/**
 * A worker may be indexing the revision before: its lease ends, and the wait begins anew. In the order of ids, as
 * `MarkStore.mark`: two of them never wait for each other.
 */
export const MARK_DIRTY = `
  insert into index_dirty (property_id, revision_id) select * from unnest($1::uuid[], $2::bigint[]) order by 1
  on conflict (property_id) do update set revision_id = excluded.revision_id, leased_until = '-infinity',
    marked_at = case when index_dirty.leased_until > clock_timestamp() then excluded.marked_at
      else index_dirty.marked_at end`;

/** Removes listings from blocking keys. */
export const DELETE_BLOCKS = `
  delete from listing_block using unnest($1::bigint[], $2::uuid[]) as gone(block_key, listing_id)
  where listing_block.block_key = gone.block_key and listing_block.listing_id = gone.listing_id`;

/** Listings seen again as they were: only the instant moves, in a narrow row of its own. */
export const MOVE_INSTANTS = `
  insert into listing_sighting (listing_id, observed_at)
  select * from unnest($1::uuid[], $2::timestamptz[]) order by 1
  on conflict (listing_id) do update set observed_at = excluded.observed_at`;

/**
 * The same in the wide row, where releases before schema 38 look for it: what they do not know to be seen later, they
 * would overwrite with an older state.
 */
export const MOVE_INSTANTS_WIDE = `
  update listing set observed_at = seen.observed_at from unnest($1::uuid[], $2::timestamptz[]) as seen(id, observed_at)
    where listing.id = seen.id`;

/** Whether a process of such a release is connected. */
export const SELECT_KNOWS_NO_SIGHTINGS = besideProcessBefore(38, 'api |worker|command');

/** Moves listings to other properties. */
export const MOVE_LISTINGS = `
  update listing set property_id = moved.property_id,
    grouping_score = case when moved.explained then moved.score else grouping_score end,
    grouping_reasons = case when moved.explained then moved.reasons else grouping_reasons end
  from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::real[], $5::jsonb[]) as moved(id, property_id, explained,
    score, reasons) where listing.id = moved.id`;

/**
 * Takes listings away that are written anew and keeps what conditions ask of them. Of those that an earlier release
 * stored, all states are kept apart (`INSERT_FORMER`). Answers the texts that are signed.
 */
export const REPLACE_LISTINGS = `
  with gone as (delete from listing where id = any($1::uuid[]) returning *), kept as (
    insert into former_listing (listing_id, revision_id, ${FORMER_COLUMNS.join(', ')})
    select id, revision_id, ${FORMER_COLUMNS.join(', ')} from gone where derivation >= ${STATES_SINCE}
    on conflict (listing_id, revision_id) do nothing
  )
  select id, folded_text as "foldedText" from gone where derivation >= ${PHRASES_SINCE}`;
