import { divisionsOf, fieldValue, FLAG_FIELDS, LIST_FIELDS, listValue, RANGE_FIELDS } from '@gable/domain/criteria';
import type { KnownListing, Listing } from '@gable/domain/listing';
import { wordsOfListing } from '@gable/domain/words';
import { placeOf, sortKeysOf, type StoredProperty } from './stored-property.js';
import { toSearchDocument, type SearchableListing, type SearchDocument } from '../opensearch/document.js';

/** The document of a property as specs of search engines have it. */
export function documentOf(property: StoredProperty): SearchDocument {
  const { id, createdAt, updatedAt, listings } = property;
  const place = placeOf(property);
  const { PRICE: minPrice, AREA: maxArea, PRICE_PER_AREA: minPricePerArea } = sortKeysOf(property);
  return toSearchDocument(
    {
      ...{ id, revision: 1, createdAt, updatedAt, minPrice, maxArea, minPricePerArea },
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
    },
    listings.filter(({ online }) => online).map(({ listing }) => searchableListing(listing)),
  );
}

/** Properties of one online listing each; the end of a property's id is the place of its listing. */
export function singleListingDocuments(listings: readonly Listing[]): SearchDocument[] {
  return listings.map((listing, place) =>
    documentOf({ id: idOfPlace(place), createdAt: place, updatedAt: place, listings: [{ online: true, listing }] }),
  );
}

/** The place of a listing of `singleListingDocuments`, by the id of its property. */
export const placeOfId = (id: string): number => Number(id.slice(-12));

const idOfPlace = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

function searchableListing(listing: KnownListing): SearchableListing {
  const { transactionType = null, propertyType = null, location } = listing;
  return {
    transactionType,
    propertyType,
    divisionIds: divisionsOf(listing),
    cityId: location?.cityId ?? null,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
    words: wordsOfListing(listing),
    ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, fieldValue(field, listing) ?? null])),
    ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, fieldValue(field, listing) ?? null])),
    ...Object.fromEntries(LIST_FIELDS.map((field) => [field, listValue(field, listing) ?? null])),
  } as SearchableListing;
}
