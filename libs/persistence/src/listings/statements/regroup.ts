/** Listings of properties, as they would be after the plan. */
export const SELECT_PLANNED_IDS = `
  select listing.id from listing where property_id = any($1::uuid[]) and not exists (select from regroup_plan
    where listing_id = listing.id)
  union all
  select listing_id from regroup_plan where property_id = any($1::uuid[])
  order by 1`;

/** As SELECT_MEMBERS, as it would be after the plan. */
export const SELECT_PLANNED_MEMBERS = `
  with home as (
    select distinct coalesce(plan.property_id, listing.property_id) as id
    from listing left join regroup_plan plan on plan.listing_id = listing.id where listing.id = any($1::uuid[])
  ), member as (
    select listing.id, listing.property_id from listing join home on home.id = listing.property_id
    where not exists (select from regroup_plan where listing_id = listing.id)
    union all
    select plan.listing_id, plan.property_id from regroup_plan plan join home on home.id = plan.property_id
  )
  select member.id, member.property_id as "propertyId", listing.revision_id as "revisionId" from member
    join listing on listing.id = member.id order by member.id`;

/** Listings of properties, online or not. */
export const SELECT_LISTING_IDS = 'select id from listing where property_id = any($1::uuid[]) order by id';
