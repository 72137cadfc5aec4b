import type { Violation } from '@gable/domain';

/** What is wrong with a feed that may only be of one source, by its domain, and names another one; undefined else. */
export function refuseForeign(propertyPath: string, domain: string, onlySource?: string): Violation | undefined {
  if (onlySource === undefined || domain === onlySource) return undefined;
  return { propertyPath, message: `is not ${onlySource}, the source of this feed, got ${domain}` };
}
