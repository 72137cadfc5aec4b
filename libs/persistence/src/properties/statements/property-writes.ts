/**
 * Removes up to $1 rows that are older than an hour, the lowest transactions first, but for the newest of them: so the
 * lowest number that is left tells how far back the log reaches. None of a transaction from which another that is open
 * may be younger.
 */
export const SWEEP_PROPERTY_WRITES = `
  with gone as (
    delete from property_write where id = any(array(
      select id from property_write
      where xid < pg_snapshot_xmin(pg_current_snapshot())
        and xid < (select xid from property_write where written_at < clock_timestamp() - interval '1 hour'
          order by xid desc limit 1)
      order by xid limit $1))
    returning 1
  )
  select count(*)::integer as count from gone`;
