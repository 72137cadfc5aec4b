import { compareText, viewOfListing, type ListingRecord } from './listing-view.js';
import { mergeListings } from './merged-record.js';
import type { MergedView } from './property-view.js';

/** Last states that a property without online listings is shown with. */
export const MOST_EXPIRED = 30;
/** Of more listings than this, which only people put together, the newest are merged. */
const MOST_MERGED = 50;

/** What the listings of one property say together (`mergeListings`), as answers show it. */
export function mergedView(records: readonly ListingRecord[]): MergedView {
  const newestFirst = [...records]
    .sort((a, b) => compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id))
    .slice(0, MOST_MERGED);
  const { pictures, ...merged } = mergeListings(newestFirst.map(withNames));
  const {
    uuid: _uuid,
    url: _url,
    dataProvider: _dataProvider,
    source: _source,
    externalId: _externalId,
    publisher: _publisher,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    firstSeenAt: _firstSeenAt,
    lastChangedAt: _lastChangedAt,
    priceCut: _priceCut,
    lastPriceCut: _lastPriceCut,
    ...view
  } = viewOfListing({ ...NOBODY, listing: { ...merged, pictures: [...pictures] } });
  return view;
}

/** Divisions keep the names of the store when listings are merged. */
function withNames({ listing, cityName, districtName, neighborhoodName }: ListingRecord): ListingRecord['listing'] {
  const { location } = listing;
  if (location === undefined) return listing;
  return {
    ...listing,
    location: {
      ...location,
      cityName: cityName ?? location.cityName,
      districtName: districtName ?? location.districtName,
      neighborhoodName: neighborhoodName ?? location.neighborhoodName,
    },
  };
}

const NOBODY = {
  id: '',
  externalId: '',
  source: { id: '', domain: '', name: '' },
  cityName: null,
  districtName: null,
  neighborhoodName: null,
  createdAt: '',
  updatedAt: '',
  past: null,
};
