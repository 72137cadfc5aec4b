/** Lets one request with this key at a time through, until the transaction ends. */
export const TRY_REQUEST_LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held';

/** What was answered after $4. */
export const SELECT_ANSWER = `
  select id, body_hash, answer from idempotent_request
  where account_id = $1 and route = $2 and idempotency_key = $3 and created_at > $4`;

/** Removes an answer that is too old to be repeated. */
export const FORGET_ANSWER =
  'delete from idempotent_request where account_id = $1 and route = $2 and idempotency_key = $3';

/** Keeps the first answer. */
export const INSERT_ANSWER = `
  insert into idempotent_request (id, account_id, route, idempotency_key, body_hash, answer, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`;

/** Removes up to $2 answers given before $1. */
export const SWEEP_ANSWERS = `
  with old as (select id from idempotent_request where created_at < $1 order by created_at limit $2
    for update skip locked),
  gone as (delete from idempotent_request using old where idempotent_request.id = old.id returning 1)
  select count(*) from gone`;
