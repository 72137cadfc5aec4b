/** What the plan of the account $1 says of kind $2, or else $3. */
const OF_PLAN = `
  coalesce(
    (select quota.maximum from account join plan_quota quota on quota.plan = account.plan
     where account.id = $1::uuid and quota.kind = $2::text), $3::integer)`;

/**
 * Counts one more of kind $2 for the account $1, unless it has as many as it may: its own maximum, or else that of its
 * plan, or else $3. Whoever else adds one for this account waits until the transaction ends.
 */
export const TAKE_ROOM = `
  insert into account_quota as room (account_id, kind, used)
  select $1::uuid, $2::text, 1
  where ${OF_PLAN} > 0 or exists (select from account_quota where account_id = $1::uuid and kind = $2::text)
  on conflict (account_id, kind) do update set used = room.used + 1
    where room.used < coalesce(room.maximum, ${OF_PLAN})
  returning used`;

/** Counts one less of kind $2 for the account $1. */
export const GIVE_ROOM_BACK = `
  update account_quota set used = greatest(used - 1, 0) where account_id = $1 and kind = $2`;

/** What an account has, and what is said of it, by itself and by its plan. $1 account, $2 kinds */
export const SELECT_QUOTAS = `
  select kind.kind, coalesce(own.used, 0) as used, own.maximum as "ofAccount", planned.maximum as "ofPlan"
  from unnest($2::text[]) with ordinality as kind(kind, place)
  left join account on account.id = $1
  left join account_quota own on own.account_id = $1 and own.kind = kind.kind
  left join plan_quota planned on planned.plan = account.plan and planned.kind = kind.kind
  order by kind.place`;

/** Sets what the account $1 may have of kind $2; null: as its plan says. */
export const SET_MAXIMUM = `
  insert into account_quota (account_id, kind, maximum) values ($1, $2, $3)
  on conflict (account_id, kind) do update set maximum = excluded.maximum`;
