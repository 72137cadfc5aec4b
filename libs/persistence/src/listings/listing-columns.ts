import {
  FLAG_FIELDS,
  FLAG_FIELD_TABLE,
  RANGE_FIELDS,
  RANGE_FIELD_TABLE,
  divisionsOf,
  type FlagField,
  type RangeField,
} from '@gable/domain/criteria';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { Listing } from '@gable/domain/listing';
import type { CellsOf } from './copied-table.js';
import type { Cell } from './copy-rows.js';
import { foldedTextOf, searchableWords } from './folded-text.js';
import type { ListingEntity } from './listing.entity.js';

/** Names of fields' columns: areaIndoor → area_indoor. */
function columnsOf(fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map((field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  );
}

/** Column of table `listing` behind each range. `area_indoor` is stored with its fall-back to the displayed area. */
export const RANGE_COLUMNS = columnsOf(RANGE_FIELDS) as { readonly [F in RangeField]: string };

/** Column of table `listing` behind each flag. */
export const FLAG_COLUMNS = columnsOf(FLAG_FIELDS) as { readonly [F in FlagField]: string };

/** The columns of `listing` that hold a field of the criteria: a field without a column does not compile. */
type FieldColumns = Pick<ListingEntity, RangeField | FlagField>;

/** The columns of `listing` that conditions ask for, and `currency`. */
type ConditionColumns = FieldColumns &
  Pick<
    ListingEntity,
    | 'transactionType'
    | 'propertyType'
    | 'currency'
    | 'lat'
    | 'lng'
    | 'divisionIds'
    | 'countryId'
    | 'regionId'
    | 'departmentId'
    | 'cityId'
    | 'districtId'
    | 'neighborhoodId'
    | 'foldedText'
    | 'words'
  >;

const FIELD_CELLS = Object.fromEntries([
  ...RANGE_FIELDS.map((field) => [field, RANGE_FIELD_TABLE[field].read]),
  ...FLAG_FIELDS.map((field) => [field, FLAG_FIELD_TABLE[field].read]),
]) as unknown as CellsOf<FieldColumns, Listing>;

const CONDITION_CELLS: CellsOf<ConditionColumns, Listing> = {
  transactionType: ({ transactionType }) => code(TRANSACTION_TYPES, transactionType),
  propertyType: ({ propertyType }) => code(PROPERTY_TYPES, propertyType),
  currency: ({ currency }) => currency,
  lat: ({ location }) => location?.lat,
  lng: ({ location }) => location?.lng,
  divisionIds: (listing) => divisionsOf(listing),
  countryId: ({ location }) => location?.countryId,
  regionId: ({ location }) => location?.regionId,
  departmentId: ({ location }) => location?.departmentId,
  cityId: ({ location }) => location?.cityId,
  districtId: ({ location }) => location?.districtId,
  neighborhoodId: ({ location }) => location?.neighborhoodId,
  foldedText: foldedTextOf,
  words: (listing) => searchableWords(foldedTextOf(listing)),
  ...FIELD_CELLS,
};

/** How rows that have a listing fill these columns. */
export function conditionCellsOf<Row>(listingOf: (row: Row) => Listing): CellsOf<ConditionColumns, Row> {
  const entries = Object.entries<(listing: Listing, now: Date) => Cell>(CONDITION_CELLS);
  return Object.fromEntries(
    entries.map(([property, read]) => [property, (row: Row, now: Date) => read(listingOf(row), now)]),
  ) as unknown as CellsOf<ConditionColumns, Row>;
}

/** The integer an enumerated word is stored as: its place in the list. */
export function code<T extends string>(words: readonly T[], word: T | undefined): number | null {
  return word === undefined ? null : words.indexOf(word);
}
