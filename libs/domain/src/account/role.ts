/**
 * What a key may do. The first two search without bounds in page mode; in cursor mode ROLE_SAAS_USER sees
 * SAAS_CURSOR_LIMIT results. ROLE_FEED_PROVIDER sends the feeds of the sources that the key is bound to, and nothing
 * else.
 */
export const ROLES = ['ROLE_API_CLIENT', 'ROLE_SAAS_USER', 'ROLE_FEED_PROVIDER'] as const;
/** One of ROLES. */
export type Role = (typeof ROLES)[number];

/** Results a ROLE_SAAS_USER sees of one cursor (interface specification, limits). */
export const SAAS_CURSOR_LIMIT = 100;
