import type { ListingCondition } from '../listing-condition.js';

// In two parts, because each has its index.
const CHANGED = `
  select id from property where updated_at >= $1 and online_count > 0
  union all
  select id from property where updated_at >= $1 and online_count = 0`;

/**
 * Properties that changed since $1, of the share of hashes below $2, of which a changed listing meets the condition.
 */
export const selectChanged = ({ text }: ListingCondition) => `
  select changed.id, changed.hash from (select id, uuid_hash(id) & $4::integer as hash
    from (${CHANGED}) as every) as changed
  where changed.hash < $2 and exists (
    select from listing l where l.property_id = changed.id and l.updated_at >= $1 and ${text}
  )
  order by changed.hash, changed.id limit $3`;

/** Of each listing what was recorded since, and the one state before that. */
export const SELECT_REVISIONS = `
  select listing.property_id, revision.listing_id, revision.online, revision.state, asked.past, listing.source_id,
    revision.recorded_at >= $2 as is_change
  from listing
  cross join lateral (
    select * from listing_revision since where since.listing_id = listing.id and since.recorded_at >= $2
    union all
    (select * from listing_revision before where before.listing_id = listing.id and before.recorded_at < $2
      order by before.revision_id desc limit 1)
  ) as revision
  left join listing_state asked on asked.listing_id = revision.listing_id and asked.revision_id = revision.revision_id
  where listing.property_id = any($1::uuid[])
  order by revision.recorded_at, revision.observed_at, revision.listing_id, revision.revision_id`;

/** Properties that changed since $1. */
export const COUNT_CHANGED = `select count(*) from (${CHANGED}) as changed`;

/** One statement of each builder here, for the spec that prepares them. */
export const SAMPLES = { selectChanged: [selectChanged({ text: 'l.price <= $5', parameters: [1] })] };
