/** Blocks an account for good and ends its keys; answers since when no key of it is admitted. $2 now */
export const SHUT_ACCOUNT = `
  with shut as (
    update account set blocked_at = coalesce(blocked_at, $2) where id = $1 returning blocked_at
  ), keys as (
    update api_key set revoked_at = least(revoked_at, $2) where account_id = $1
  )
  select blocked_at as "blockedAt", clock_timestamp() as now from shut`;

/** The next alerts of the account $1 that are not removed. $2 at most */
export const SELECT_ALERTS = 'select id from alert where account_id = $1 and deleted_at is null order by id limit $2';

/**
 * Removes deliveries of the account $1 that nobody is sending, $2 at most, with what was rendered for them; answers how
 * many went, and how many are left.
 */
export const ERASE_DELIVERIES = `
  with free as (
    select id from delivery where account_id = $1 and (owner is null or leased_until <= clock_timestamp())
    order by id limit $2 for update
  ), bodies as (delete from delivery_payload using free where delivery_payload.delivery_id = free.id
  ), gone as (delete from delivery using free where delivery.id = free.id returning 1)
  select (select count(*) from gone) as count,
    (select count(*) from delivery where account_id = $1) - (select count(*) from gone) as remaining`;

/** Removes rows of a table that meet a condition about the account $1, $2 at most, and counts them. */
export const erasePortion = (table: string, condition: string): string => `
  with gone as (
    delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $2)) returning 1
  )
  select count(*) from gone`;

/** What the builder makes. */
export const SAMPLES = { erasePortion: [erasePortion('shape', 'account_id = $1')] };

/**
 * Nothing more is kept of feeds of the account $1 that are arriving or being read: neither portions nor rejected lines.
 */
export const CLOSE_FEEDS = `update feed_job set touched_at = 'epoch', attempt = attempt + 1 where account_id = $1`;

/**
 * Leaves of the removed alerts of the account $1 a row without content: workers that hold them see by it that they
 * were removed. A sweep takes the rows an hour later.
 */
export const EMPTY_ALERTS = `
  with emptied as (
    update alert set name = '', criteria = '{"conditions":[],"operator":"AND","children":[]}', shape_ids = '{}',
      shape_positions = 0, classic_filters = null, notification_config = null, destination_id = null,
      signing_key = null, previous_signing_key = null, previous_signing_key_until = null, is_reduced = false
    where account_id = $1 returning 1
  ) select count(*) from emptied`;

/** Leaves of the account $1 an id: its alerts name it until they are swept. */
export const FORGET_ACCOUNT = `
  update account set name = 'erased ' || id, erased_at = clock_timestamp() where id = $1`;

/** Removes erased accounts that no alert names any more. */
export const SWEEP_ACCOUNTS = `
  with gone as (
    delete from account where erased_at is not null
      and not exists (select from alert where alert.account_id = account.id) returning 1
  ) select count(*) from gone`;
