import { IS_TOUCHED } from '../statement-fragments.js';

/** Lets one new job of the account $1 at a time through, until the transaction ends. */
export const LOCK_ACCOUNT = `select pg_advisory_xact_lock(hashtextextended('feed jobs of ' || $1::text, 0))`;

/**
 * A job $1 of the account $2 and the domain $3, unless $5 of the account's jobs are not read yet. Those whose upload
 * was cut do not count.
 */
export const INSERT_UPLOAD = `
  insert into feed_job (id, account_id, domain, state, created_at, touched_at)
  select $1, $2, $3, 'UPLOADING', $4, $4
  where (
    select count(*) from feed_job where account_id = $2::uuid
      and (state in ('WAITING', 'READING')
        or state = 'UPLOADING' and ${IS_TOUCHED})
  ) < $5::integer
  returning id`;

/** Bytes of the whole spool, and those of the account $1. */
export const SELECT_SPOOL_USE = `
  select coalesce(sum(spooled_bytes), 0)::bigint as total,
    coalesce(sum(spooled_bytes) filter (where account_id = $1), 0)::bigint as own
  from feed_job where spooled_bytes > 0`;

/** Portion $2 of a job that arrives; no row where the job is gone, or was cut. */
export const INSERT_PORTION = `
  with touched as (
    update feed_job set touched_at = clock_timestamp(), spooled_bytes = spooled_bytes + octet_length($3::bytea)
    where id = $1 and state = 'UPLOADING' and ${IS_TOUCHED} returning id
  )
  insert into feed_portion (job_id, number, bytes) select id, $2, $3 from touched returning number`;

/** Lets one job with this key at a time through, until the transaction ends. */
export const LOCK_KEY = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

/** The job that was made with the key $3. */
export const SELECT_JOB_OF_KEY = `
  select id, content_hash as "contentHash" from feed_job
  where account_id = $1 and domain = $2 and idempotency_key = $3`;

/** The job has arrived: from here on it is read. */
export const RECEIVE_JOB = `
  update feed_job set state = 'WAITING', received_at = clock_timestamp(), touched_at = clock_timestamp(),
    idempotency_key = $2, content_hash = $3, received_bytes = $4, unpacked_bytes = $5, portions = $6
  where id = $1 and state = 'UPLOADING' and ${IS_TOUCHED} returning id`;

/** What arrived of the job is of no use; the sweep removes it. */
export const CUT_UPLOAD = `update feed_job set touched_at = 'epoch' where id = $1 and state = 'UPLOADING'`;
