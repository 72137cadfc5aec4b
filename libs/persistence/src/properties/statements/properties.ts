import { prepared } from '../../database/prepared.js';
import { IS_DERIVED } from '../../listings/derivation-version.js';
import { utcText } from '../../records/utc-text.js';
import { pastOf, shownState } from '../../records/statements/states.js';

/** Names by subselects: four more joins would cost the planner several times what the statement itself takes. */
const selectProperties = (which: string) => `
  select property.id, property.revision, ${utcText('property.created_at')} as created_at,
    ${utcText('property.updated_at')} as updated_at, property.min_price, property.max_price,
    listing.id as listing_id, listing.external_id, listing.source_id, revision.state,${pastOf('revision')},
    ${utcText('listing.created_at')} as listing_created_at, ${utcText('listing.updated_at')} as recorded_at,
    (select domain from source where source.id = listing.source_id) as source_domain,
    (select name from source where source.id = listing.source_id) as source_name,
    (select name from division where division.id = listing.city_id) as "cityName",
    (select name from division where division.id = listing.district_id) as "districtName",
    (select name from division where division.id = listing.neighborhood_id) as "neighborhoodName"
  from property
  left join listing on listing.property_id = property.id and listing.online
  left join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id
  where ${which} and property.merged_into is null
  order by listing.id desc`;

/** Hides from the planner how many there are: it would plan for each short list anew, which takes longer than it. */
const AMONG = 'any(array(select unnest($1::uuid[])))';

/** The rows of properties $1. */
export const SELECT_PROPERTIES = prepared(selectProperties(`property.id = ${AMONG}`));

/** The rows of one property $1: as a list of one it would be planned for ten, and so for each list anew. */
export const SELECT_PROPERTY = prepared(selectProperties('property.id = $1'));

/** Which revisions properties $1 have now; those that are gone or merged have none. */
export const SELECT_PROPERTY_REVISIONS = prepared(
  `select id, revision from property where id = ${AMONG} and merged_into is null`,
);

/**
 * What records show and their revisions do not tell, as a text that changes with it: names of divisions and sources,
 * and which server it is, for another one may count revisions anew. Null while a worker works out what states tell.
 * Every API asks every second, and sources are thousands: hashes in no order cost a sixth of a text of all of them.
 */
export const SELECT_RECORD_EDITION = prepared(`
  select case when ${IS_DERIVED} then concat_ws(' ', pg_postmaster_start_time(),
    (select version from division_edition),
    (select bit_xor(hash_record_extended(row(id, domain, name), 0)) from source)) end as edition`);

/** Places of properties $1 on a map, with the deal that their online listings agree on. */
export const SELECT_PLACES = `
  select id, lat, lng, min_price as "minPrice",
    (select case when min(transaction_type) = max(transaction_type) then min(transaction_type) end
      from listing where listing.property_id = property.id and listing.online) as deal
  from property where id = any($1::uuid[]) and lat is not null`;

/** Of each property of $1 the $2 listings that changed last, as they are now; of one without online listings. */
export const SELECT_LAST_STATES = prepared(`
  select asked.id as property_id, shown.*
  from unnest($1::uuid[]) as asked(id)
  cross join lateral (
    select ${shownState('revision')}
    from listing join source on source.id = listing.source_id
    join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id
    where listing.property_id = asked.id
    order by listing.updated_at desc, listing.id desc limit $2
  ) shown`);

/** Of each listing of a property $1 its newest revision, and how many revisions retention took before all others. */
export const SELECT_REVISION_RANGES = prepared(`
  select listing.id as "listingId", listing.revision_id as newest, kept.gone from listing, lateral (
    select revision_id - 1 as gone from listing_revision where listing_id = listing.id order by revision_id limit 1
  ) kept where listing.property_id = $1 order by listing.id`);

/** States of listings $1 from the revisions $2 on, oldest first. */
export const SELECT_HISTORY = prepared(`
  select ${shownState('revision')}, revision.revision_id, revision.online, revision.observed_at
  from unnest($1::uuid[], $2::integer[]) as asked(listing_id, since)
  join listing on listing.id = asked.listing_id
  join source on source.id = listing.source_id
  join listing_revision revision on revision.listing_id = listing.id and revision.revision_id >= asked.since
  order by listing.id, revision.revision_id`);

/** The property one of whose listings has this address. */
export const SELECT_BY_URL = prepared(`
  select listing.property_id as id
  from listing join listing_revision revision on revision.listing_id = listing.id
    and revision.revision_id = listing.revision_id
  where listing.url_hash = $1 and revision.state->>'url' = $2
  order by listing.online desc, listing.id desc limit 1`);

/** All listings of a property with what their grouping is explained by. */
export const SELECT_PROPERTY_LISTINGS = `
  select listing.id, listing.source_id as "sourceId", source.name as "dataProvider", listing.online,
    listing.grouping_score as "placedScore", listing.grouping_reasons as "placedReasons", revision.state as listing
  from listing
  join source on source.id = listing.source_id
  join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id
  where listing.property_id = $1
  order by listing.id`;
