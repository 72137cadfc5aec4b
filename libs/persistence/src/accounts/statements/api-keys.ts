/** Keeps a new key. */
export const INSERT_API_KEY = `
  insert into api_key (id, account_id, key_id, secret_hash, pepper_id, role, name, created_at, expires_at, sources,
    scopes, requests_per_minute)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** The earliest date counts: of a key revoked before, or that ends later because another has taken its place. */
export const REVOKE_API_KEY = `
  with key as (select id, account_id, revoked_at from api_key where id = $1 for update)
  update api_key set revoked_at = least(api_key.revoked_at, $2) from key where api_key.id = key.id
  returning key.account_id as "accountId", key.revoked_at is null as "isFirst"`;

/** Ends the key $1 at $3, unless it is good for nothing at $2; answers what its successor takes over. */
export const REPLACE_API_KEY = `
  update api_key set revoked_at = $3
  where id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
  returning account_id as "accountId", role, sources, name, scopes, requests_per_minute as "requestsPerMinute",
    expires_at as "expiresAt"`;

/** The keys with the public parts $1, as StoredApiKey, each with its account. */
export const SELECT_API_KEYS = `
  select key.id as "apiKeyUuid", key.key_id as "keyId", key.account_id as "accountId", account.name as "accountName",
    key.name, key.role, key.sources, key.scopes, key.secret_hash as "secretHash", key.pepper_id as "pepperId",
    key.created_at as "createdAt", key.expires_at as "expiresAt",
    key.revoked_at as "revokedAt", account.blocked_at as "accountBlockedAt", account.plan,
    json_build_object('key', key.requests_per_minute, 'account', account.requests_per_minute,
      'plan', plan.requests_per_minute) as "requestsPerMinute"
  from api_key key join account on account.id = key.account_id left join plan on plan.name = account.plan
  where key.key_id = any($1::text[])`;

/** $1 the key, $2 its hash of before, $3 the new one, $4 the id of its pepper */
export const RENEW_HASH = 'update api_key set secret_hash = $3, pepper_id = $4 where id = $1 and secret_hash = $2';
