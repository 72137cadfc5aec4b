import { FLAG_FIELDS, RANGE_FIELDS, type FlagField, type RangeField } from '@gable/domain/criteria';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import { FLAG_COLUMNS, RANGE_COLUMNS } from '../columns.js';
import { centredPoint, type CentredPoint } from './centred-point.js';

/** A listing as it stands in a search document; what it does not state is left out. */
export type SearchDocumentListing = {
  transactionType?: string;
  propertyType?: string;
  /** Divisions with all ancestors, as text. */
  divisionIds?: string[];
  point?: CentredPoint;
} & { [F in RangeField]?: number } & { [F in FlagField]?: boolean };

/** One property in the index. Times in epoch milliseconds; figures over the online listings, left out where none states them. */
export interface SearchDocument {
  id: string;
  /** The external version of the document. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  minPrice?: number;
  maxArea?: number;
  minPricePerArea?: number;
  /** The online ones. Without any, no search finds the property. */
  listings: SearchDocumentListing[];
  /** Only in tombstones. */
  removedAt?: number;
}

/** Columns of table `property` that a search document is made of. */
export const DOCUMENT_PROPERTY_COLUMNS = [
  'id',
  'revision',
  'created_at',
  'updated_at',
  'min_price',
  'max_area',
  'min_price_per_area',
] as const;

/** Columns of table `listing` that a search document is made of, for each online listing of the property. */
export const DOCUMENT_LISTING_COLUMNS: readonly string[] = [
  'transaction_type',
  'property_type',
  'division_ids',
  'lat',
  'lng',
  ...Object.values(RANGE_COLUMNS),
  ...Object.values(FLAG_COLUMNS),
];

/** A row of table `property` with these columns. */
export interface SearchablePropertyRow {
  readonly id: string;
  readonly revision: number | bigint | string;
  readonly created_at: Date | number;
  readonly updated_at: Date | number;
  readonly min_price: number | null;
  readonly max_area: number | null;
  readonly min_price_per_area: number | null;
}

/** A row of table `listing` with the columns of `DOCUMENT_LISTING_COLUMNS`. */
export interface SearchableListingRow {
  readonly transaction_type: number | null;
  readonly property_type: number | null;
  readonly division_ids: readonly (number | string)[];
  readonly lat: number | null;
  readonly lng: number | null;
  readonly [column: string]: unknown;
}

/** The document of a property as its rows are now. */
export function toSearchDocument(
  property: SearchablePropertyRow,
  onlineListings: readonly SearchableListingRow[],
): SearchDocument {
  return {
    id: property.id,
    revision: Number(property.revision),
    createdAt: Number(property.created_at),
    updatedAt: Number(property.updated_at),
    ...figure('minPrice', property.min_price),
    ...figure('maxArea', property.max_area),
    ...figure('minPricePerArea', property.min_price_per_area),
    listings: onlineListings.map(listingOf),
  };
}

/** What stands in for a property that is gone. @param removedAt epoch milliseconds */
export function tombstone(id: string, revision: number, removedAt: number): SearchDocument {
  return { id, revision, createdAt: removedAt, updatedAt: removedAt, listings: [], removedAt };
}

function listingOf(row: SearchableListingRow): SearchDocumentListing {
  const document: SearchDocumentListing = {};
  if (row.transaction_type != null) document.transactionType = TRANSACTION_TYPES[row.transaction_type]!;
  if (row.property_type != null) document.propertyType = PROPERTY_TYPES[row.property_type]!;
  if (row.division_ids.length > 0) document.divisionIds = row.division_ids.map(String);
  if (row.lat != null && row.lng != null) document.point = centredPoint({ lat: row.lat, lng: row.lng });
  for (const field of RANGE_FIELDS) {
    const value = row[RANGE_COLUMNS[field]];
    if (value != null) document[field] = withoutSignOfZero(value as number);
  }
  for (const field of FLAG_FIELDS) {
    const value = row[FLAG_COLUMNS[field]];
    if (value != null) document[field] = value as boolean;
  }
  return document;
}

function figure(name: 'minPrice' | 'maxArea' | 'minPricePerArea', value: number | null): Partial<SearchDocument> {
  return value === null ? {} : { [name]: withoutSignOfZero(value) };
}

/** To OpenSearch -0 is less than 0; to everybody else they are equal. */
const withoutSignOfZero = (value: number): number => value + 0;
