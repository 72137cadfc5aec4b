import { prepared } from '../../database/prepared.js';

/** Keeps a search until $5, longer where it is kept already. */
export const KEEP_TILE_SEARCH = `
  insert into tile_search (id, account_id, body_hash, body, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, body_hash) do update set expires_at = greatest(tile_search.expires_at, excluded.expires_at)
  returning id, expires_at as "expiresAt"`;

/** Removes what an account has beyond $2 searches, those that would end first. */
export const MAKE_ROOM_FOR_TILE_SEARCHES = `
  delete from tile_search where id = any(array(
    select id from tile_search where account_id = $1 order by expires_at desc, id desc offset $2
    for update skip locked))`;

/** The search $2 of the account $1, where it is still kept at $3. */
export const SELECT_TILE_SEARCH = prepared(`
  select body from tile_search where account_id = $1 and id = $2 and expires_at > $3`);

/** Removes up to $2 searches that were kept until $1. */
export const SWEEP_TILE_SEARCHES = `
  with gone as (
    delete from tile_search where id = any(array(
      select id from tile_search where expires_at <= $1 order by expires_at limit $2 for update skip locked))
    returning 1
  )
  select count(*)::integer as count from gone`;
