/** A key revoked before keeps its first date. */
export const REVOKE_API_KEY = 'update api_key set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id';
