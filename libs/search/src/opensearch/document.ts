import {
  FLAG_FIELDS,
  LIST_FIELDS,
  RANGE_FIELDS,
  type FlagField,
  type ListField,
  type RangeField,
} from '@gable/domain/criteria';
import { mapKeyOf } from '@gable/domain/geo';
import type { PropertyType, TransactionType } from '@gable/domain';
import { type ListingWords, TEXT_FIELDS } from '@gable/domain/words';
import { centredPoint, type CentredPoint } from './centred-point.js';

/** A listing as it stands in a search document; what it does not state is left out. */
export type SearchDocumentListing = {
  transactionType?: string;
  propertyType?: string;
  /** Divisions with all ancestors, as text. */
  divisionIds?: string[];
  /** Of its divisions the city. */
  cityId?: string;
  point?: CentredPoint;
  lat?: number;
  lng?: number;
  /** Folded texts: words with one blank between. */
  title?: string;
  description?: string;
} & { [F in RangeField]?: number } & { [F in FlagField]?: boolean } & { [F in ListField]?: string };

/**
 * One property in the index. Times in epoch milliseconds; figures over the online listings, left out where none states
 * them.
 */
export interface SearchDocument {
  id: string;
  /** The external version of the document. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  minPrice?: number;
  maxArea?: number;
  minPricePerArea?: number;
  /** Where it stands on a map. */
  lat?: number;
  lng?: number;
  /** `mapKeyOf` that place. */
  mapKey?: number;
  /** The online ones. Without any, no search finds the property. */
  listings: SearchDocumentListing[];
  /** Only in tombstones. */
  removedAt?: number;
}

/** A property as its store reads it for the index; null = none of its online listings states the figure. */
export interface SearchableProperty {
  readonly id: string;
  readonly revision: number | bigint | string;
  readonly createdAt: Date | number;
  readonly updatedAt: Date | number;
  readonly minPrice: number | null;
  readonly maxArea: number | null;
  readonly minPricePerArea: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** An online listing as its store reads it for the index; null = not stated. */
export type SearchableListing = {
  readonly transactionType: TransactionType | null;
  readonly propertyType: PropertyType | null;
  /** Divisions with all ancestors. */
  readonly divisionIds: readonly (number | string)[];
  readonly cityId: number | string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Folded texts; null where they are not worked out yet. */
  readonly words: ListingWords | null;
} & { readonly [F in RangeField]: number | null } & { readonly [F in FlagField]: boolean | null } & {
  readonly [F in ListField]: string | null;
};

/** The document of a property as it is now. */
export function toSearchDocument(
  property: SearchableProperty,
  onlineListings: readonly SearchableListing[],
): SearchDocument {
  return {
    id: property.id,
    revision: Number(property.revision),
    createdAt: Number(property.createdAt),
    updatedAt: Number(property.updatedAt),
    ...figure('minPrice', property.minPrice),
    ...figure('maxArea', property.maxArea),
    ...figure('minPricePerArea', property.minPricePerArea),
    ...place(property),
    listings: onlineListings.map(listingOf),
  };
}

/** What stands in for a property that is gone. @param removedAt epoch milliseconds */
export function tombstone(id: string, revision: number, removedAt: number): SearchDocument {
  return { id, revision, createdAt: removedAt, updatedAt: removedAt, listings: [], removedAt };
}

function listingOf(listing: SearchableListing): SearchDocumentListing {
  const { transactionType, propertyType, divisionIds, cityId, lat, lng, words } = listing;
  const document: SearchDocumentListing = {};
  if (transactionType !== null) document.transactionType = transactionType;
  if (propertyType !== null) document.propertyType = propertyType;
  if (divisionIds.length > 0) document.divisionIds = divisionIds.map(String);
  if (cityId !== null) document.cityId = String(cityId);
  if (lat !== null && lng !== null) Object.assign(document, { point: centredPoint({ lat, lng }), lat, lng });
  for (const field of TEXT_FIELDS) if (words !== null && words[field] !== '') document[field] = words[field];
  for (const field of RANGE_FIELDS) {
    const value = listing[field];
    if (value !== null) document[field] = withoutSignOfZero(value);
  }
  for (const field of FLAG_FIELDS) {
    const value = listing[field];
    if (value !== null) document[field] = value;
  }
  for (const field of LIST_FIELDS) {
    const value = listing[field];
    if (value !== null) document[field] = value;
  }
  return document;
}

function place({ lat, lng }: Pick<SearchableProperty, 'lat' | 'lng'>): Partial<SearchDocument> {
  return lat === null || lng === null ? {} : { lat, lng, mapKey: mapKeyOf({ lat, lng }) };
}

function figure(name: 'minPrice' | 'maxArea' | 'minPricePerArea', value: number | null): Partial<SearchDocument> {
  return value === null ? {} : { [name]: withoutSignOfZero(value) };
}

/** To OpenSearch -0 is less than 0; to everybody else they are equal. */
const withoutSignOfZero = (value: number): number => value + 0;
