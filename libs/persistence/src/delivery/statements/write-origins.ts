import { ORIGIN_COLUMNS } from '../statement-fragments.js';

/** Origins of endpoints. $1 ids */
export const READ_ORIGINS = `select ${ORIGIN_COLUMNS} from delivery_origin origin where id = any($1::bigint[])`;

/** The same, locked, in the order of their ids, as everybody locks several of them. $1 ids */
export const LOCK_ORIGINS = `${READ_ORIGINS} order by origin.id for update`;

/** Those that one delivery may probe; what somebody else has locked is passed over. $1 ids */
export const LOCK_FREE_ORIGINS = `${LOCK_ORIGINS} skip locked`;

/** $1 ids, then the columns of `new` */
export const UPDATE_ORIGINS = `
  update delivery_origin origin set failures = new.failures, silent_endpoints = new.silent_endpoints::bigint[],
    opened_at = new.opened_at, failed_probes = new.failed_probes, probe_at = new.probe_at
  from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[], $5::int[], $6::timestamptz[])
    as new(id, failures, silent_endpoints, opened_at, failed_probes, probe_at)
  where origin.id = new.id`;

/** $1 account, $2 origin */
export const INSERT_ORIGIN = `insert into delivery_origin (account_id, origin) values ($1, $2) on conflict do nothing`;

/** Wakes endpoints that waited for a probe of their origin. $1 origins, $2 now, $3 at most of each */
export const WAKE_ENDPOINTS_OF_ORIGINS = `
  insert into delivery_wakeup (endpoint_id, at)
  select waiting.id, $2 from unnest($1::bigint[]) as closed(id)
  cross join lateral (
    select id from delivery_endpoint where origin_id = closed.id and wake_at > $2 order by wake_at limit $3
  ) waiting`;
