import { statedLocation, type Listing } from './listing.js';

/**
 * Everything a listing says as one text that is equal for equal listings, whatever the order of their members:
 * canonical JSON, keys ascending, no spaces. Where ingest found the property to lie is left out, because new division
 * data are no change of a listing. Hash it to tell whether a listing changed.
 */
export function listingContent(listing: Listing): string {
  const { location, ...rest } = listing;
  const stated = location === undefined ? rest : { ...rest, location: statedLocation(location) };
  return JSON.stringify(inOrder(stated) ?? {});
}

/**
 * The object with ascending keys, written as JSON at once. Members that are undefined or empty objects are left out:
 * both state nothing. Undefined where nothing is left.
 */
function inOrder(value: object): object | undefined {
  const ordered: Record<string, unknown> = {};
  let isEmpty = true;
  for (const key of Object.keys(value).sort()) {
    let member: unknown = (value as Record<string, unknown>)[key];
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) member = inOrder(member);
    if (member === undefined) continue;
    ordered[key] = member;
    isEmpty = false;
  }
  return isEmpty ? undefined : ordered;
}
