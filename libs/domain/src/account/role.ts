/**
 * What a key may do. Both roles search without bounds in page mode; in cursor mode ROLE_SAAS_USER sees
 * SAAS_CURSOR_LIMIT results.
 */
export const ROLES = ['ROLE_API_CLIENT', 'ROLE_SAAS_USER'] as const;
/** One of ROLES. */
export type Role = (typeof ROLES)[number];

/** Results a ROLE_SAAS_USER sees of one cursor (interface specification, limits). */
export const SAAS_CURSOR_LIMIT = 100;
