import { LISTING_ATTRIBUTES, isAttribute, type Attribute } from '../listing/attributes.js';
import type { Listing } from '../listing/listing.js';
import type { KnownListing } from '../listing/past.js';
import { viewOfListing } from '../property/listing-view.js';

/** A listing that states every attribute there is, made from the table of them: no two numbers are the same. */
export const WHOLE_LISTING: Listing = makeWhole();

function makeWhole(): Listing {
  let next = 100;
  const valueOf = ({ type, words = [], isList }: Attribute): unknown => {
    next += 1;
    const value = {
      text: `text ${next}`,
      uuid: `00000000-0000-7000-8000-000000000${next}`,
      moment: new Date(Date.UTC(2026, 0, 1) + next).toISOString(),
      number: next + 0.5,
      integer: next,
      flag: true,
      word: words[0],
    }[type];
    return isList === true ? [value] : value;
  };
  const made = Object.entries(LISTING_ATTRIBUTES).map(([name, entry]) => [
    name,
    isAttribute(entry)
      ? valueOf(entry)
      : Object.fromEntries(Object.entries(entry).map(([member, attribute]) => [member, valueOf(attribute)])),
  ]);
  const { location, area, areas, ...listing } = Object.fromEntries(made) as Listing;
  const { countryId, regionId, departmentId, cityId, districtId, neighborhoodId } = location!;
  const ids = [countryId, regionId, departmentId, cityId, districtId, neighborhoodId] as number[];
  // A point on earth, and all divisions in the list of them.
  return { ...listing, area, areas, location: { ...location, lat: 45.7, lng: 4.8, divisionIds: ids } };
}

/** The same listing that does not state one attribute, such as `features.garden`. */
export function withoutAttribute(listing: Listing, attribute: string): Listing {
  const [name, member] = attribute.split('.') as [keyof Listing, string?];
  const { [name]: value, ...rest } = listing;
  if (member === undefined) return rest;
  return {
    ...rest,
    [name]: Object.fromEntries(Object.entries(value as object).filter(([other]) => other !== member)),
  };
}

/** Every attribute that a listing may state, those of objects with a dot: `features.garden`. */
export const ATTRIBUTE_NAMES: readonly string[] = Object.entries(LISTING_ATTRIBUTES).flatMap(([name, entry]) =>
  isAttribute(entry) ? [name] : Object.keys(entry).map((member) => `${name}.${member}`),
);

/** The listing as answers show it, in JSON. */
export function shownListing({ past, ...listing }: KnownListing): Record<string, unknown> {
  const view = viewOfListing({
    id: 'l-1',
    listing,
    externalId: 'a-1',
    source: { id: 's-1', domain: 'portal.example', name: 'Portal' },
    cityName: null,
    districtName: null,
    neighborhoodName: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    past: past ?? null,
  });
  return JSON.parse(JSON.stringify(view)) as Record<string, unknown>;
}
