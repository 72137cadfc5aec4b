import type { Violation } from '@gable/domain/criteria';
import { invalid } from '../http/problem.js';
import type { JsonObject } from '../http/json-body.js';

/** Which listing a path names, and how its source is called where the body does not say it. */
export interface NamedListing {
  readonly domain: string;
  readonly externalId: string;
  readonly sourceName: string;
}

/**
 * The feed line that a body means: what it says of the source and the id has to be what the path says.
 * @throws Problem
 */
export function listingLine(body: JsonObject, { domain, externalId, sourceName }: NamedListing): JsonObject {
  const { source = null, externalId: ownId = null } = body;
  const { domain: ownDomain = null } = (source ?? {}) as { domain?: unknown };
  const violations: Violation[] = [];
  if (ownId !== null && ownId !== externalId)
    violations.push({ propertyPath: 'externalId', message: 'is another than in the path; leave it out' });
  if (ownDomain !== null && (typeof ownDomain !== 'string' || ownDomain.toLowerCase() !== domain))
    violations.push({ propertyPath: 'source.domain', message: 'is another than in the path; leave it out' });
  if (violations.length > 0) throw invalid(violations);
  const isObject = source === null || (typeof source === 'object' && !Array.isArray(source));
  return { ...body, externalId, source: isObject ? { name: sourceName, ...withoutNulls(source), domain } : source };
}

function withoutNulls(source: unknown): object {
  return Object.fromEntries(Object.entries(source ?? {}).filter(([, value]) => value !== null));
}
