import { propertyTypeCode, TRANSACTION_TYPES } from '@gable/domain';
import {
  divisionsOf,
  fieldValue,
  FLAG_FIELDS,
  LIST_FIELD_TABLE,
  LIST_FIELDS,
  listValue,
  RANGE_FIELDS,
  type ListField,
} from '@gable/domain/criteria';
import type { KnownListing } from '@gable/domain/listing';
import {
  DERIVATION_VERSION,
  FLAG_COLUMNS,
  foldedTextOf,
  LIST_COLUMNS,
  RANGE_COLUMNS,
  searchableWords,
} from '@gable/persistence/listings';

export type ListingRow = Record<string, unknown> & { readonly id: string; readonly folded_text: string };

/** A row of table `listing` as ingest would write it, as far as search reads it. */
export function listingRow(id: string, propertyId: string, online: boolean, listing: KnownListing): ListingRow {
  const { transactionType, propertyType, location } = listing;
  const foldedText = foldedTextOf(listing);
  const now = new Date(0).toISOString();
  return {
    id,
    property_id: propertyId,
    online,
    derivation: DERIVATION_VERSION,
    external_id: id,
    revision_id: 1,
    observed_at: now,
    last_event_at: now,
    content_hash: '\\x00',
    created_at: now,
    updated_at: now,
    transaction_type: transactionType && TRANSACTION_TYPES.indexOf(transactionType),
    property_type: propertyType && propertyTypeCode(propertyType),
    lat: location?.lat,
    lng: location?.lng,
    division_ids: divisionsOf(listing),
    country_id: location?.countryId,
    region_id: location?.regionId,
    department_id: location?.departmentId,
    city_id: location?.cityId,
    folded_text: foldedText,
    words: searchableWords(listing, divisionsOf(listing), new Date(0)),
    ...Object.fromEntries(RANGE_FIELDS.map((field) => [RANGE_COLUMNS[field], fieldValue(field, listing)])),
    ...Object.fromEntries(FLAG_FIELDS.map((field) => [FLAG_COLUMNS[field], fieldValue(field, listing)])),
    ...Object.fromEntries(LIST_FIELDS.map((field) => [LIST_COLUMNS[field], stored(field, listing)])),
    source_id: listing.sourceId ?? propertyId,
  };
}

function stored(field: ListField, listing: KnownListing): string | number | undefined {
  const { entry } = LIST_FIELD_TABLE[field];
  const value = listValue(field, listing);
  return entry.kind === 'word' && value !== undefined ? entry.words.indexOf(value) : value;
}
