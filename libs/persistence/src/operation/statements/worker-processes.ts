/** A process that was not seen for so long is gone, or hangs: three signs of life that did not come. */
const GONE = `interval '15 s'`;

/** $1 id, $2 host, $3 pid, $4 stages */
export const NOTE_WORKER_PROCESS = `
  insert into worker_process (id, host, pid, stages, started_at, seen_at)
  values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at`;

export const REMOVE_WORKER_PROCESS = 'delete from worker_process where id = $1';

/** Those that were killed long ago. */
export const FORGET_WORKER_PROCESSES = `
  delete from worker_process where seen_at < clock_timestamp() - interval '1 hour'`;

export const SELECT_WORKER_PROCESSES = `
  select host, pid, stages, started_at as "startedAt", seen_at as "seenAt" from worker_process
  where seen_at > clock_timestamp() - ${GONE} order by started_at, id`;
