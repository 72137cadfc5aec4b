import { prepared } from '../../database/prepared.js';
const DECISION = `decision.id, decision.kind, decision.decided_by as "decidedBy", decision.decided_at as "decidedAt",
  decision.reason,
  decision.property_ids as "propertyIds", decision.listing_ids as "listingIds", decision.withdrawn_by as "withdrawnBy",
  decision.withdrawn_at as "withdrawnAt", decision.withdrawn_reason as "withdrawnReason"`;

/** What properties are now: themselves, or what they were merged into. */
export const SELECT_SURVIVORS = prepared(`
  with recursive trail(asked, id, merged_into) as (
    select id, id, merged_into from property where id = any($1::uuid[])
    union -- drops repeats, so that a loop ends
    select trail.asked, property.id, property.merged_into from trail join property on property.id = trail.merged_into
  )
  select asked, id from trail where merged_into is null`);

/** The newest decision that puts one of $1 together with, or apart from, one of $2. */
export const SELECT_CONTRADICTION = `
  select ${DECISION}, tie.listing_id as "listingId", tie.other_id as "otherId"
  from grouping_tie tie join grouping_decision decision on decision.id = tie.decision_id
  where tie.listing_id = any($1::uuid[]) and tie.other_id = any($2::uuid[]) and tie.together = $3
  order by decision.id desc limit 1`;

/** Writes a decision down. */
export const INSERT_DECISION = `
  insert into grouping_decision (id, kind, decided_by, decided_at, reason, property_ids, listing_ids)
    values ($1, $2, $3, $4, $5, $6, $7)`;

/** Each pair in both directions. */
export const INSERT_TIES = `
  insert into grouping_tie (decision_id, listing_id, other_id, together)
  select $1::uuid, one, other, together from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as tie(one, other, together)
  union all
  select $1::uuid, other, one, together from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as tie(one, other,
    together)`;

/** Answers nothing where no such decision stands. */
export const WITHDRAW_DECISION = `
  update grouping_decision set withdrawn_by = $2, withdrawn_at = $3, withdrawn_reason = $4 where id = $1
    and withdrawn_at is null returning id`;

/** All listings of properties, oldest first. */
export const SELECT_LISTINGS_OF =
  'select id, property_id as "propertyId" from listing where property_id = any($1::uuid[]) order by id';

/** A withdrawn decision asks for nothing. */
export const DELETE_TIES = 'delete from grouping_tie where decision_id = $1';

/**
 * Decisions that name one of these listings, or (null) all; newest first. A split names those that left, and has ties
 * to those that stayed; taken back it has none, but still names the property that they are.
 */
export const SELECT_DECISIONS = `
  select ${DECISION} from grouping_decision decision where $1::uuid[] is null or decision.listing_ids && $1::uuid[]
    or decision.id in (select decision_id from grouping_tie where listing_id = any($1::uuid[]))
    or decision.kind = 'SPLIT' and decision.withdrawn_at is not null
      and decision.property_ids[1] in (select property_id from listing where id = any($1::uuid[]))
  order by decision.id desc limit $2`;

/** One decision, whether it stands or not. */
export const SELECT_DECISION = `select ${DECISION} from grouping_decision decision where decision.id = $1`;

/** The ties between these listings, each once. */
export const SELECT_TIES_BETWEEN = `
  select distinct listing_id as "listingId", other_id as "otherId", together from grouping_tie
  where listing_id = any($1::uuid[]) and other_id = any($1::uuid[]) and listing_id < other_id`;
