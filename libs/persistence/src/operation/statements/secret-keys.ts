import { LOCKS } from '../../database/advisory-locks.js';

export const SELECT_SECRET_KEYS = `
  select kind, key_id as "keyId", fingerprint, state, since from secret_key order by kind, since, key_id`;

/** One process at a time records or changes the secrets, until its transaction ends. */
export const LOCK_SECRET_KEYS = `select pg_advisory_xact_lock(${LOCKS.secretKeys})`;

/** $1 kinds, $2 ids, $3 fingerprints, $4 states */
export const INSERT_SECRET_KEYS = `
  insert into secret_key (kind, key_id, fingerprint, state, since)
  select kind, key_id, fingerprint, state, clock_timestamp()
  from unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) as new(kind, key_id, fingerprint, state)`;

/** Moves keys of kind $1 with ids $2 to state $3. */
export const MOVE_SECRET_KEYS = `
  update secret_key set state = $3, since = clock_timestamp()
  where kind = $1 and key_id = any($2::text[]) and state <> $3`;

/** Forgets keys of kind $1 that nothing has stood under for $2 milliseconds. */
export const FORGET_SECRET_KEYS = `
  delete from secret_key where kind = $1 and state = 'RETIRED'
    and since < clock_timestamp() - $2::float8 * interval '1 millisecond' returning key_id as "keyId"`;

export const FORGET_ALL_SECRET_KEYS = 'delete from secret_key';

/** API keys made before $1; one is enough. */
export const SELECT_OLDER_API_KEY = 'select 1 from api_key where created_at < $1 limit 1';

/** API keys of before stand under the pepper of before. */
export const NAME_PEPPER = 'update api_key set pepper_id = $1 where pepper_id is null';

/** Peppers under which usable API keys stand, with how many; null: nobody knows under which. */
export const COUNT_PEPPERS = `
  select pepper_id as "pepperId", count(*) as count from api_key
  where (revoked_at is null or revoked_at > clock_timestamp())
    and (expires_at is null or expires_at > clock_timestamp())
  group by pepper_id`;
