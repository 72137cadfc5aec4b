import type { Role } from './role.js';

/**
 * What a key can be narrowed to, by what it reads or writes. No scope lets a key do more than its role; none at all
 * lets it do all that its role may.
 */
export const SCOPES = [
  'properties:read',
  'analytics:read',
  'places:read',
  'shapes:read',
  'shapes:write',
  'alerts:read',
  'alerts:write',
  'favorites:read',
  'favorites:write',
  'account:read',
  'grouping:read',
  'grouping:write',
  'feeds:read',
  'feeds:write',
] as const;
/** One of SCOPES. */
export type Scope = (typeof SCOPES)[number];

/**
 * Whether a role may do anything that asks for the scope: feeds are sent by their providers, who do nothing else, and
 * what grouping decides is for operators, whose keys are those of API clients.
 */
export function isScopeOf(role: Role, scope: Scope): boolean {
  const [of] = scope.split(':');
  if (of === 'feeds') return role === 'ROLE_FEED_PROVIDER';
  return role === 'ROLE_API_CLIENT' || (role === 'ROLE_SAAS_USER' && of !== 'grouping');
}

/** Whether a key with these scopes may do what asks for one. */
export function admitsScope(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.length === 0 || scopes.includes(needed);
}
