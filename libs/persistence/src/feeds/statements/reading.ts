/** Whether a job waits, or stayed behind a worker that ended. */
export const SELECT_ANY_WAITING = `
  select exists (
    select from feed_job where state = 'READING'
      or state = 'WAITING' and (not_before is null or not_before <= clock_timestamp())) as "isAny"`;

/** Jobs that a worker was reading when it ended. To be asked by who alone reads. */
export const SELECT_INTERRUPTED = `
  select id, domain, attempt, tries, deaths from feed_job where state = 'READING'`;

/** The first job of each domain that waits, but for the domains $1; $2 of each account at most. */
export const SELECT_WAITING = `
  select id, "accountId", domain, "unpackedBytes" from (
    select first.*, row_number() over (partition by "accountId" order by id) as place from (
      select distinct on (domain) id, account_id as "accountId", domain, unpacked_bytes as "unpackedBytes",
        not_before
      from feed_job where state = 'WAITING' and domain <> all($1::text[]) order by domain, id
    ) first where not_before is null or not_before <= clock_timestamp()
  ) placed where place <= $2 order by id`;

/** A reading of the job $1 begins; no row where it does not wait any more. */
export const BEGIN_READING = `
  update feed_job set state = 'READING', attempt = attempt + 1, started_at = coalesce(started_at, clock_timestamp()),
    report = null, first_rejects = null, reject_bytes = 0
  where id = $1 and state = 'WAITING'
  returning id, account_id as "accountId", domain, attempt, tries, deaths, portions, force`;

/** Rejected lines of an earlier reading: they are found again. */
export const DELETE_REJECTS = 'delete from feed_reject_portion where job_id = $1';

/** Portion $2 of the job $1. */
export const SELECT_PORTION = 'select bytes from feed_portion where job_id = $1 and number = $2';

/** Portion $3 of the rejected lines of the reading $2 of the job $1; no row where another reading replaced it. */
export const INSERT_REJECTS = `
  with counted as (
    update feed_job set reject_bytes = reject_bytes + octet_length($4::bytea)
    where id = $1 and attempt = $2 and state = 'READING' returning id
  )
  insert into feed_reject_portion (job_id, number, bytes) select id, $3, $4 from counted returning number`;

/** How far the reading $2 of the job $1 is. */
export const NOTE_PROGRESS = `
  update feed_job set report = $3 where id = $1 and attempt = $2 and state = 'READING'`;

/** The reading $2 came to the end of the job $1. */
export const FINISH_READING = `
  update feed_job set state = 'DONE', finished_at = clock_timestamp(), report = $3, first_rejects = $4, reason = null
  where id = $1 and attempt = $2 and state = 'READING' returning id`;

/** The reading $2 ended early; the job waits until $5 ms from now. */
export const SET_BACK = `
  update feed_job set state = 'WAITING', tries = $3, deaths = $4, reason = $6,
    not_before = case when $5::float8 > 0 then clock_timestamp() + $5::float8 * interval '1 ms' end
  where id = $1 and attempt = $2 and state = 'READING' returning id`;

/** The job is given up; its portions are kept for a week. */
export const GIVE_UP = `
  update feed_job set state = 'FAILED', tries = $3, deaths = $4, reason = $5, report = coalesce($6, report),
    first_rejects = coalesce($7, first_rejects), finished_at = clock_timestamp(),
    spooled_until = clock_timestamp() + interval '7 days'
  where id = $1 and attempt = $2 and state = 'READING' returning id`;
