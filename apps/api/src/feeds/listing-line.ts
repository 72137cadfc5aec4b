import type { Violation } from '@gable/domain/criteria';
import type { JsonObject } from '../http/json-body.js';

/** Which listing a path names, and how its source is called where the body does not say it. */
export interface NamedListing {
  readonly domain: string;
  readonly externalId: string;
  readonly sourceName: string;
}

/** What a body says of the source and the id that the path says otherwise. */
export function contradictions(body: JsonObject, { domain, externalId }: NamedListing): Violation[] {
  const { externalId: ownId = null } = body;
  const { domain: ownDomain = null } = (body['source'] ?? {}) as { domain?: unknown };
  const violations: Violation[] = [];
  if (ownId !== null && ownId !== externalId)
    violations.push({ propertyPath: 'externalId', message: 'differs from the path; leave it out' });
  if (ownDomain !== null && (typeof ownDomain !== 'string' || ownDomain.toLowerCase() !== domain))
    violations.push({ propertyPath: 'source.domain', message: 'differs from the path; leave it out' });
  return violations;
}

/** The feed line that a body means. */
export function listingLine(body: JsonObject, { domain, externalId, sourceName }: NamedListing): JsonObject {
  const { source = null } = body;
  const isObject = source === null || (typeof source === 'object' && !Array.isArray(source));
  return { ...body, externalId, source: isObject ? { name: sourceName, ...withoutNulls(source), domain } : source };
}

function withoutNulls(source: unknown): object {
  return Object.fromEntries(Object.entries(source ?? {}).filter(([, value]) => value !== null));
}
