import { IS_TOUCHED } from '../statement-fragments.js';

/**
 * A job whose portions are of no more use: it was read, or given up long ago, or its upload was cut. It stays so: none
 * of them is read again, and nothing more is taken for such an upload.
 */
const IS_ENDED = `
  spooled_bytes > 0 and (state = 'DONE' or state = 'FAILED' and spooled_until <= clock_timestamp()
    or state = 'UPLOADING' and not ${IS_TOUCHED})`;

/** The first of them. */
export const SELECT_ENDED = `select id from feed_job where ${IS_ENDED} order by id limit 1`;

/** The first $2 portions of the job $1, unless it goes on after all: the lock waits for who began that just now. */
export const DELETE_PORTIONS = `
  with ended as (select id from feed_job where id = $1 and ${IS_ENDED} for update
  ), gone as (
    delete from feed_portion where job_id = (select id from ended) and number = any(array(
      select number from feed_portion where job_id = $1 order by number limit $2)) returning 1
  ) select count(*) from gone`;

/** The job $1 has no portion any more, unless another worker removes some, which has lost the lock of the sweep. */
export const FORGET_PORTIONS = `
  update feed_job set spooled_bytes = 0
  where id = $1 and ${IS_ENDED} and not exists (select from feed_portion where job_id = $1)`;

/** Up to $1 jobs whose upload was cut and that left nothing. */
export const DELETE_CUT = `
  with gone as (
    delete from feed_job where id = any(array(
      select id from feed_job where state = 'UPLOADING' and spooled_bytes = 0 and not ${IS_TOUCHED} limit $1))
    and not ${IS_TOUCHED}
    and not exists (select from feed_portion where job_id = feed_job.id) returning 1
  ) select count(*) from gone`;

/** Up to $2 jobs whose rejected lines are more than the account is to keep, $1 bytes of the newest jobs. */
export const SELECT_REJECTS_BEYOND = `
  select id from (
    select id, sum(reject_bytes) over (partition by account_id order by id desc) as kept from feed_job
    where reject_bytes > 0 and state in ('DONE', 'FAILED')
  ) summed where kept > $1 limit $2`;

/** Up to $1 jobs that ended 30 days ago. */
export const SELECT_OLD = `
  select id from feed_job where finished_at < clock_timestamp() - interval '30 days' and spooled_bytes = 0
  order by finished_at limit $1`;

/** Rejected lines of the jobs $1. */
export const DELETE_REJECTS_OF = 'delete from feed_reject_portion where job_id = any($1::uuid[])';

/** Nothing of their rejected lines is kept. */
export const FORGET_REJECTS = 'update feed_job set reject_bytes = 0 where id = any($1::uuid[])';

/** The jobs $1 themselves. */
export const DELETE_JOBS = 'delete from feed_job where id = any($1::uuid[])';
