import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from '../criteria/fields.js';
import { LIST_FIELD_TABLE } from '../criteria/list-fields.js';
import { divisionsOf, pointOf } from '../criteria/match-criteria.js';
import { diffListings } from '../listing/diff.js';
import type { Listing } from '../listing/listing.js';
import { ATTRIBUTE_NAMES, shownListing, WHOLE_LISTING, withoutAttribute } from '../testing/whole-listing.js';
import { mergeListings } from './merged-record.js';
import { LISTING_VIEW_FIELDS } from './view-fields.js';

/** What earlier states tell is read in the history of a property, not in what a listing says now. */
const READ_IN_HISTORY: readonly string[] = [
  'firstSeenAt',
  'lastChangedAt',
  'priceCutPercent',
  'priceCutAmount',
  'lastPriceCutPercent',
  'lastPriceCutAmount',
];

/** The source is shown apart from what a listing says. */
const { sourceId: _source, ...READ_LISTS } = LIST_FIELD_TABLE;

/** Everything that looks at a listing on behalf of somebody: filters, and what is compared for events and history. */
const READERS: Readonly<Record<string, (listing: Listing) => unknown>> = {
  ...Object.fromEntries(
    Object.entries({ ...RANGE_FIELD_TABLE, ...FLAG_FIELD_TABLE, ...READ_LISTS })
      .filter(([field]) => !READ_IN_HISTORY.includes(field))
      .map(([field, { read }]) => [`filter ${field}`, read]),
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
    const apart = ATTRIBUTE_NAMES.map((attribute) => withoutAttribute(WHOLE_LISTING, attribute)).filter(
      (other) => JSON.stringify(read(other)) !== JSON.stringify(read(WHOLE_LISTING)),
    );
    expect(apart).not.toEqual([]);
    expect(
      apart.filter((other) => JSON.stringify(shownListing(other)) === JSON.stringify(shownListing(WHOLE_LISTING))),
    ).toEqual([]);
  });

  it('the table of an answer’s members has every member that an answer has, and no other', () =>
    expect(Object.keys(shownListing(WHOLE_LISTING)).sort()).toEqual(Object.keys(LISTING_VIEW_FIELDS).sort()));

  it('what listings say together has every attribute but address and publisher', () => {
    const { url: _url, publisher: _publisher, ...together } = WHOLE_LISTING;
    expect(mergeListings([WHOLE_LISTING])).toEqual(together);
  });
});
