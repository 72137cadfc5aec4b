import { LOCKS } from '../../database/advisory-locks.js';

/** Whoever is about to take something to send shares this lock until its transaction ends. */
export const SHARE_PAUSE = `select pg_advisory_xact_lock_shared(${LOCKS.deliveryPause})`;

/** Whoever pauses waits for those, so that nothing is taken afterwards. */
export const LOCK_PAUSE = `select pg_advisory_xact_lock(${LOCKS.deliveryPause})`;

export const SELECT_PAUSE = 'select paused_at as "pausedAt", paused_by as "pausedBy" from delivery_pause';

/** Whether deliveries of the account $1 may not begin. */
export const SELECT_HELD_BACK = `
  select exists (select from delivery_pause)
    or exists (select from account where id = $1 and blocked_at is not null) as held`;

/** A pause that is there stays as it is. $1 who */
export const INSERT_PAUSE = `
  insert into delivery_pause (paused_at, paused_by) values (clock_timestamp(), $1) on conflict do nothing`;

export const DELETE_PAUSE = 'delete from delivery_pause returning paused_at as "pausedAt", paused_by as "pausedBy"';

/** Deliveries that some worker has taken and may be sending. */
export const COUNT_UNDER_WAY = `
  select count(*) as count from delivery where owner is not null and leased_until > clock_timestamp()`;
