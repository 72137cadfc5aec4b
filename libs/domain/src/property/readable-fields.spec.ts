import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from '../criteria/fields.js';
import { LIST_FIELD_TABLE } from '../criteria/list-fields.js';
import { divisionsOf, pointOf } from '../criteria/match-criteria.js';
import { diffListings } from '../listing/diff.js';
import type { Listing } from '../listing/listing.js';
import type { KnownListing } from '../listing/past.js';
import { ATTRIBUTE_NAMES, shownListing, WHOLE_LISTING, withoutAttribute } from '../testing/whole-listing.js';
import { mergeListings } from './merged-record.js';
import { LISTING_VIEW_FIELDS } from './view-fields.js';

/** The source is shown apart from what a listing says. */
const { sourceId: _source, ...READ_LISTS } = LIST_FIELD_TABLE;

/** Everything that looks at a listing on behalf of somebody: filters, and what is compared for events and history. */
const READERS: Readonly<Record<string, (listing: KnownListing) => unknown>> = {
  ...Object.fromEntries(
    Object.entries({ ...RANGE_FIELD_TABLE, ...FLAG_FIELD_TABLE, ...READ_LISTS }).map(([field, { read }]) => [
      `filter ${field}`,
      read,
    ]),
  ),
  'filter transactionType': ({ transactionType }) => transactionType,
  'filter propertyType': ({ propertyType }) => propertyType,
  'filter location.included': (listing) => divisionsOf(listing),
  'filter location.centerPoint': (listing) => pointOf(listing),
  ...Object.fromEntries(
    diffListings({}, WHOLE_LISTING).map(({ attribute }) => [
      `compared ${attribute}`,
      (listing: Listing) => diffListings({}, listing).find((change) => change.attribute === attribute)?.new,
    ]),
  ),
};

const PAST = { firstSeenAt: 1_000, lastChangedAt: 2_000, prices: { first: 300, previous: 200, last: 100.5 } };
const KNOWN: KnownListing = { ...WHOLE_LISTING, past: PAST };
/** The same listing without one attribute, or with another past. */
const OTHERS: readonly KnownListing[] = [
  ...ATTRIBUTE_NAMES.map((attribute) => ({ ...withoutAttribute(WHOLE_LISTING, attribute), past: PAST })),
  { ...KNOWN, past: { ...PAST, firstSeenAt: 1_001 } },
  { ...KNOWN, past: { ...PAST, lastChangedAt: 2_001 } },
  { ...KNOWN, past: { ...PAST, prices: { ...PAST.prices, first: 301 } } },
  { ...KNOWN, past: { ...PAST, prices: { ...PAST.prices, previous: 201 } } },
];

/** Divisions above are shown among `divisionIds`, not once more on their own. */
const SHOWN_AMONG_OTHERS = ['location.countryId', 'location.regionId', 'location.departmentId'];

describe('what can be filtered or compared can be read', () => {
  it.each(ATTRIBUTE_NAMES.filter((attribute) => !SHOWN_AMONG_OTHERS.includes(attribute)))(
    'an answer shows whether a listing states %s',
    (attribute) =>
      expect(shownListing(withoutAttribute(WHOLE_LISTING, attribute))).not.toEqual(shownListing(WHOLE_LISTING)),
  );

  it.each(Object.keys(READERS))('two listings that %s tells apart are shown differently', (name) => {
    const read = READERS[name]!;
    const apart = OTHERS.filter((other) => JSON.stringify(read(other)) !== JSON.stringify(read(KNOWN)));
    expect(apart).not.toEqual([]);
    expect(
      apart.filter((other) => JSON.stringify(shownListing(other)) === JSON.stringify(shownListing(KNOWN))),
    ).toEqual([]);
  });

  it('the table of an answer’s members has every member that an answer has, and no other', () =>
    expect(Object.keys(shownListing(KNOWN)).sort()).toEqual(Object.keys(LISTING_VIEW_FIELDS).sort()));

  it('what listings say together has every attribute but address and publisher', () => {
    const { url: _url, publisher: _publisher, ...together } = WHOLE_LISTING;
    expect(mergeListings([WHOLE_LISTING])).toEqual(together);
  });
});
