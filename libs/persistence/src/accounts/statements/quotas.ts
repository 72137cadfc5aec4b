/**
 * Counts one more of kind $2 for the account $1, unless it has as many as it may: its own maximum, or else $3. Whoever
 * else adds one for this account waits until the transaction ends.
 */
export const TAKE_ROOM = `
  insert into account_quota as room (account_id, kind, used)
  select $1::uuid, $2::text, 1
  where $3::integer > 0 or exists (select from account_quota where account_id = $1::uuid and kind = $2::text)
  on conflict (account_id, kind) do update set used = room.used + 1
    where room.used < coalesce(room.maximum, $3::integer)
  returning used`;

/** Counts one less of kind $2 for the account $1. */
export const GIVE_ROOM_BACK = `
  update account_quota set used = greatest(used - 1, 0) where account_id = $1 and kind = $2`;

/** What an account has and may have, as far as it differs from nothing and the defaults. */
export const SELECT_QUOTAS = 'select kind, used, maximum from account_quota where account_id = $1';

/** Sets what the account $1 may have of kind $2; null: as for all. */
export const SET_MAXIMUM = `
  insert into account_quota (account_id, kind, maximum) values ($1, $2, $3)
  on conflict (account_id, kind) do update set maximum = excluded.maximum`;
