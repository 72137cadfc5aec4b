import type { Database } from '@gable/persistence';
import { PART_SIGN } from '@gable/persistence/listings';

/** Everything ingest stores, without the ids and times of ingest: two runs are alike when their states are equal. */
export interface StoreState {
  listings: unknown[];
  revisions: unknown[];
  former: unknown[];
  changes: unknown[];
  events: unknown[];
  blocks: unknown[];
}

/**
 * Reads the state. Properties are named by their listings; their revisions, which count batches, only where asked for.
 */
export async function storeState(database: Database, { propertyRevisions = true } = {}): Promise<StoreState> {
  const read = (text: string) => database.query<object>(`${NAMES} ${text}`);
  return {
    listings: await read(`
      select name.label, name.property as members, property.min_price, property.max_price, property.max_area,
        property.min_price_per_area, property.online_count, property.lat, property.lng,
        ${propertyRevisions ? 'property.revision,' : ''}
        to_jsonb(listing) - '{id,source_id,property_id,created_at,updated_at}'::text[]
          || jsonb_build_object('words', (${WORDS})) as row
      from listing join name using (id) join property on property.id = listing.property_id order by name.label`),
    revisions: await read(`
      select name.label, revision_id, revision.online, revision.observed_at, revision.state
      from listing_revision revision join name on name.id = listing_id order by 1, 2`),
    former: await read(`
      select name.label, to_jsonb(former) - '{listing_id,source_id}'::text[] as row
      from former_listing former join name on name.id = listing_id order by 1, former.revision_id`),
    changes: await read(`
      select name.label, revision_id, before_online, before_state, after_online, after_state, previous_property_id =
        change.property_id as stayed,
        (select jsonb_agg(sibling->'listing' order by sibling->'listing') from jsonb_array_elements(siblings::jsonb)
          sibling) as siblings
      from listing_change_states change join name on name.id = listing_id order by 1, 2`),
    events: await read(`
      select name.label, to_jsonb(market_event) - '{id,listing_id,property_id,source_id}'::text[] as event
      from market_event join name on name.id = listing_id order by 1, revision_id`),
    blocks: await read(
      `select name.label, block_key from listing_block join name on name.id = listing_id order by 1, 2`,
    ),
  };
}

/** Which part of the store a row lies in is a matter of when it was written. */
const WORDS = `select array_to_tsvector(array_agg(word)) from unnest(tsvector_to_array(words)) word
  where strpos(word, '${PART_SIGN}') = 0`;

const NAMES = `
  with own as (select listing.id, listing.property_id, source.domain || '/' || external_id as label from listing join
    source on source.id = source_id),
  groups as (select property_id, array_agg(label order by label) as property from own group by property_id),
  name as (select own.id, own.label, groups.property from own join groups using (property_id))`;
