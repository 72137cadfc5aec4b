import type { Listing } from '@gable/domain/listing';
import { listingRow } from './listing-row.js';
import { sortKeysOf, type StoredProperty } from './stored-property.js';
import { toSearchDocument, type SearchableListingRow, type SearchDocument } from '../opensearch/document.js';

/** The document of a property as specs of search engines have it, by way of the rows that ingest would write. */
export function documentOf(property: StoredProperty): SearchDocument {
  const { id, createdAt, updatedAt, listings } = property;
  const keys = sortKeysOf(property);
  const row = {
    id,
    revision: 1,
    created_at: createdAt,
    updated_at: updatedAt,
    min_price: keys.PRICE,
    max_area: keys.AREA,
    min_price_per_area: keys.PRICE_PER_AREA,
  };
  return toSearchDocument(
    row,
    listings
      .filter(({ online }) => online)
      .map(({ listing }) => listingRow(id, id, true, listing) as SearchableListingRow),
  );
}

/** Properties of one online listing each; the end of a property's id is the place of its listing. */
export function singleListingDocuments(listings: readonly Listing[]): SearchDocument[] {
  return listings.map((listing, place) =>
    documentOf({ id: idOfPlace(place), createdAt: place, updatedAt: place, listings: [{ online: true, listing }] }),
  );
}

export const placeOfId = (id: string): number => Number(id.slice(-12));

const idOfPlace = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
