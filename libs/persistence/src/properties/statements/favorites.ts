/** What a property is now. */
export const SELECT_SURVIVOR = `
  with recursive line as (
    select id, merged_into from property where id = $1
    union
    select property.id, property.merged_into from line join property on property.id = line.merged_into
  )
  select property.id from property join line on line.id = property.id where property.merged_into is null`;

/**
 * The lock keeps a merge of the property waiting until the favourite is there to follow it. Answers nothing, too, where
 * it waited for a merge itself: the survivor is seen by the next statement.
 */
export const SELECT_SURVIVOR_FOR_SHARE = `${SELECT_SURVIVOR} for share of property`;

/** The update changes nothing: it makes the row that is there already an answer. */
export const INSERT_FAVORITE = `
  insert into favorite_property (id, account_id, property_id, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, property_id) do update set property_id = excluded.property_id
  returning id, property_id as "propertyId", created_at as "createdAt"`;

/** Removes a favourite $2 of the account $1. */
export const DELETE_FAVORITE = 'delete from favorite_property where account_id = $1 and id = $2 returning id';

/**
 * Moves favourites of $1 to what they were merged into, $2. Of the doubles of an account the oldest stays, and the
 * account has room for others.
 */
export const FOLLOW_MERGES = `
  with recursive merge(property_id, survivor_id) as (
    select * from unnest($1::uuid[], $2::uuid[])
  ), final(property_id, survivor_id) as ( -- a survivor may itself have been merged in the same batch
    select property_id, survivor_id from merge
    union
    select final.property_id, property.merged_into from final join property on property.id = final.survivor_id
      where property.merged_into is not null
  ), target as (
    select final.property_id, final.survivor_id from final join property on property.id = final.survivor_id
      and property.merged_into is null
  ), moved as (
    delete from favorite_property using target where favorite_property.property_id = target.property_id
    returning favorite_property.id, favorite_property.account_id, target.survivor_id, favorite_property.created_at
  ), oldest as (
    select distinct on (account_id, survivor_id) * from moved order by account_id, survivor_id, id
  ), newer as (
    delete from favorite_property using oldest where favorite_property.account_id = oldest.account_id
      and favorite_property.property_id = oldest.survivor_id and favorite_property.id > oldest.id
    returning favorite_property.account_id
  ), kept as (
    insert into favorite_property (id, account_id, property_id, created_at)
    select id, account_id, survivor_id, created_at from oldest
    where (select count(*) from newer) >= 0 -- after they are gone
    on conflict (account_id, property_id) do nothing returning account_id
  ), doubles as (
    select account_id, count(*) - (select count(*) from kept where kept.account_id = gone.account_id) as count
    from (select account_id from moved union all select account_id from newer) gone group by account_id
  )
  update account_quota set used = greatest(used - doubles.count, 0) from doubles
  where account_quota.account_id = doubles.account_id and kind = 'favorites' and doubles.count > 0`;
