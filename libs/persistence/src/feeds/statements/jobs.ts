const COLUMNS = `
  job.id, job.account_id as "accountId", job.domain, job.state, job.created_at as "createdAt",
  job.received_at as "receivedAt", job.started_at as "startedAt", job.finished_at as "finishedAt",
  job.received_bytes as "receivedBytes", job.unpacked_bytes as "unpackedBytes", job.portions,
  job.spooled_bytes as "spooledBytes", job.reject_bytes as "rejectBytes", job.attempt, job.tries, job.deaths,
  job.report, job.first_rejects as "firstRejects", job.reason`;

/** The job $3 of the account $1 and the domain $2. */
export const SELECT_JOB = `select ${COLUMNS} from feed_job job where account_id = $1 and domain = $2 and id = $3`;

/** Of the account $1 and the domain $2, newest first; behind the job $3, or from the offset $4 on. */
export const SELECT_JOBS = `
  select ${COLUMNS} from feed_job job
  where account_id = $1 and domain = $2 and ($3::uuid is null or id < $3) order by id desc offset $4 limit $5`;

/** How many jobs the account $1 has of the domain $2, of the first $3. */
export const COUNT_JOBS = `
  select count(*) from (select from feed_job where account_id = $1 and domain = $2 limit $3) counted`;

/** The last job of each of the domains $1, whoever sent it, once it has arrived. */
export const SELECT_LAST_JOBS = `
  select ${COLUMNS} from unnest($1::text[]) named(domain) cross join lateral (
    select * from feed_job where feed_job.domain = named.domain and state <> 'UPLOADING' order by id desc limit 1
  ) job`;

/** For the operator: jobs of all accounts in the states $1, oldest first. */
export const SELECT_JOBS_IN_STATES = `
  select ${COLUMNS}, account.name as "accountName" from feed_job job join account on account.id = job.account_id
  where job.state = any($1::text[]) order by job.id limit $2`;

/** Portion $2 of the rejected lines of the job $1. */
export const SELECT_REJECTS = 'select bytes from feed_reject_portion where job_id = $1 and number = $2';

/** The job $1 that was given up is read again, if its portions are still there; $2 whether a snapshot is forced. */
export const RETRY_JOB = `
  update feed_job set state = 'WAITING', tries = 0, deaths = 0, not_before = null, spooled_until = null, reason = null,
    finished_at = null, force = $2
  where id = $1 and state = 'FAILED' and spooled_bytes > 0 and spooled_until > clock_timestamp() returning id`;

/** The portions of a job that was given up are kept no longer. */
export const DROP_JOB = `
  update feed_job set spooled_until = clock_timestamp() where id = $1 and state = 'FAILED' returning id`;

/** How many jobs there are in each state before the end, how old the oldest is, and what the spool holds. */
export const SELECT_FIGURES = `
  select
    (select count(*) from feed_job where state = 'WAITING') as waiting,
    (select count(*) from feed_job where state = 'READING') as reading,
    (select count(*) from feed_job where state = 'UPLOADING') as uploading,
    (select count(*) from feed_job where state = 'FAILED' and spooled_bytes > 0) as failed,
    (select coalesce(sum(spooled_bytes), 0)::bigint from feed_job where spooled_bytes > 0) as "spooledBytes",
    (select coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float8 from feed_job
      where state in ('WAITING', 'READING')) as "oldestSeconds"`;
