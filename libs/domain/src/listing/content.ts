import { statedLocation, type Listing } from './listing.js';

/**
 * Everything a listing says as one text that is equal for equal listings, whatever the order of their members:
 * canonical JSON, keys ascending, no spaces. Where ingest found the property to lie is left out, because new division
 * data are no change of a listing. Hash it to tell whether a listing changed.
 */
export function listingContent(listing: Listing): string {
  const { location, ...rest } = listing;
  if (location === undefined) return canonicalJson(rest);
  return canonicalJson({ ...rest, location: statedLocation(location) });
}

/** JSON with ascending keys. Members that are undefined or empty objects are left out: both state nothing. */
function canonicalJson(value: object): string {
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    const text =
      typeof member === 'number'
        ? `${member}`
        : typeof member === 'object' && member !== null && !Array.isArray(member)
          ? canonicalJson(member)
          : JSON.stringify(member);
    if (text !== '{}') members.push(`"${key}":${text}`); // names of ours: nothing to escape
  }
  return `{${members.join(',')}}`;
}
