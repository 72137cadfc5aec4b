import { LOCKS } from '../../database/advisory-locks.js';

/**
 * What the server's sessions do, in one row. Ids of transactions are of the whole server, and so is the fence of the
 * changes; the rest is of this database. Sessions of other roles show their times to members of pg_monitor alone.
 */
export const SELECT_SESSIONS = `
  with session as materialized (
    select *, datname = current_database() as is_own from pg_stat_activity where backend_type = 'client backend'
  )
  select current_setting('max_connections')::int as "maxConnections",
    (count(*) filter (where is_own and state = 'active'))::int as active,
    (count(*) filter (where is_own and state = 'idle'))::int as idle,
    (count(*) filter (where is_own and state like 'idle in transaction%'))::int as "inTransaction",
    (count(*) filter (where not is_own))::int as "ofOtherDatabases",
    (select count(distinct pid) from pg_locks where not granted and pid in (select pid from session where is_own))::int
      as "lockWaits",
    (select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0) from pg_locks
      where not granted and pid in (select pid from session where is_own))::float8 as "longestLockWaitSeconds",
    greatest(
      max(extract(epoch from clock_timestamp() - xact_start)) filter (where backend_xid is not null),
      (select max(extract(epoch from clock_timestamp() - prepared)) from pg_prepared_xacts), 0
    )::float8 as "oldestTransactionIdSeconds",
    coalesce(max(extract(epoch from clock_timestamp() - xact_start)) filter (where backend_xmin is not null), 0)::float8
      as "oldestSnapshotSeconds"
  from session`;

/** Tables of our schema, the parts of one together under its name. */
const TABLES = `
  select part.oid, coalesce(root.relname, part.relname) as name, greatest(part.reltuples, 0) as rows
  from pg_class part left join pg_class root on root.oid = pg_partition_root(part.oid)
  where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace`;

/** Sizes with indexes, and rows by PostgreSQL's own estimates. Waits for a lock of each table: bound its time. */
export const SELECT_TABLES = `
  select name, sum(pg_total_relation_size(oid))::bigint as bytes, round(sum(rows))::bigint as rows,
    coalesce(sum(n_dead_tup), 0)::bigint as "deadRows"
  from (${TABLES}) one left join pg_stat_user_tables on relid = oid group by name order by bytes desc, name`;

/** Rows ever written to the tables $1, from the server's statistics: they count what was rolled back as well. */
export const SELECT_WRITES = `
  select name, coalesce(sum(n_tup_ins), 0)::bigint as inserted, coalesce(sum(n_tup_del), 0)::bigint as deleted
  from (${TABLES}) one left join pg_stat_user_tables on relid = oid where name = any($1::text[]) group by name`;

const MOST_LOCKS = 500;

/** Who holds or waits for which advisory lock of this database; the longest connected first. */
export const SELECT_ADVISORY_LOCKS = `
  select case objsubid when 1 then classid::bigint << 32 | objid::bigint else classid::bigint end as key,
    case objsubid when 2 then objid::bigint end as "secondKey", mode = 'ShareLock' as "isShared",
    granted as "isHeld", pid, application_name as "applicationName", host(client_addr) as host,
    extract(epoch from clock_timestamp() - coalesce(waitstart, xact_start, state_change))::float8 as seconds
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and pg_locks.database = (select oid from pg_database where datname = current_database())
    and case objsubid when 1 then classid::bigint << 32 | objid::bigint else classid::bigint end
      = any('{${Object.values(LOCKS).join()}}'::bigint[])
  order by backend_start, pid limit ${MOST_LOCKS}`;

const MOST_BLOCKED = 20;

/** Sessions that wait for a lock, the longest waiting first, and who keeps them waiting. */
export const SELECT_BLOCKED_SESSIONS = `
  with blocked as materialized (
    select distinct on (pid) pid, waitstart, locktype, mode,
      case when locktype in ('relation', 'tuple', 'extend') then relation::regclass::text end as name
    from pg_locks where not granted and waitstart is not null order by pid, waitstart
  )
  select pid, application_name as "applicationName", locktype as "lockType", mode, name,
    extract(epoch from clock_timestamp() - waitstart)::float8 as seconds, pg_blocking_pids(pid) as "blockedBy"
  from blocked join pg_stat_activity using (pid) where datname = current_database()
  order by waitstart limit ${MOST_BLOCKED}`;
