import { besideProcessBefore } from '../../database/older-processes.js';

/** Notes an index that is about to be made, unless one is in the making. */
export const INSERT_INDEX = `
  insert into search_index (name, state, mapping_version, created_at, advanced_at)
  values ($1, 'CREATING', $2, clock_timestamp(), clock_timestamp()) on conflict do nothing`;

/** $2 null: the load is at its end. */
export const ADVANCE_LOAD = `
  update search_index set loaded_to = coalesce($2, loaded_to), is_loaded = $2 is null, loaded = loaded + $3,
    advanced_at = clock_timestamp()
  where name = $1 and state = 'BUILDING'`;

/** Locks an index that is complete, so that nobody retires it meanwhile. */
export const LOCK_BUILDING = `select from search_index where name = $1 and state = 'BUILDING' for update`;

/** Makes room for the next live index. */
export const RETIRE_LIVE = `
  update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = 'replaced'
  where state = 'LIVE'`;

/** A fresh index differs from the store in nothing. */
export const MAKE_LIVE = `
  update search_index set state = 'LIVE', live_at = clock_timestamp(), audited_at = clock_timestamp(), drift = '{}'
  where name = $1`;

/** Nobody has gone on with it for $1 milliseconds. */
export const RETIRE_ABANDONED = `
  update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = 'abandoned'
  where state in ('CREATING', 'BUILDING') and advanced_at < clock_timestamp() - $1 * interval '1 ms'`;

/** Retired longer than $1 milliseconds ago. */
export const SELECT_RETIRED = `
  select name from search_index
  where state = 'RETIRED' and retired_at < clock_timestamp() - $1 * interval '1 ms' order by name`;

/** The live index, where nobody compared it with the store for $1 milliseconds. */
export const SELECT_AUDIT_DUE = `
  select name from search_index
  where state = 'LIVE' and coalesce(audited_at, '-infinity') < clock_timestamp() - $1 * interval '1 ms'`;

/** Whether a worker is connected whose release makes its own index in place of a newer one. */
export const SELECT_IS_BESIDE_REBUILDER = besideProcessBefore(38, 'worker');
