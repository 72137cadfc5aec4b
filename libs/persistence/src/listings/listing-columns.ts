import {
  FLAG_FIELDS,
  FLAG_FIELD_TABLE,
  LIST_FIELDS,
  LIST_FIELD_TABLE,
  RANGE_FIELDS,
  RANGE_FIELD_TABLE,
  divisionsOf,
  type FlagField,
  type ListField,
  type RangeField,
} from '@gable/domain/criteria';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { KnownListing, Listing, ListingPast } from '@gable/domain/listing';
import type { CellsOf } from './copied-table.js';
import type { Cell } from './cell.js';
import type { ConditionColumns } from './condition-columns.js';
import { knownListing } from './known-listing.js';
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

/** Column of table `listing` behind each list; words of closed lists are stored as their place in the list. */
export const LIST_COLUMNS = columnsOf(LIST_FIELDS) as { readonly [F in ListField]: string };

/** The source has a column of its own in every table. */
type StoredListField = Exclude<ListField, 'sourceId'>;

/** The columns that hold a field of the criteria: a field without a column does not compile. */
type FieldColumns = Pick<ConditionColumns, RangeField | FlagField | StoredListField>;

const FIELD_CELLS = Object.fromEntries([
  ...RANGE_FIELDS.map((field) => [field, RANGE_FIELD_TABLE[field].read]),
  ...FLAG_FIELDS.map((field) => [field, FLAG_FIELD_TABLE[field].read]),
  ...LIST_FIELDS.filter((field) => field !== 'sourceId').map((field) => [field, listCell(field)]),
]) as unknown as CellsOf<FieldColumns, KnownListing>;

function listCell(field: ListField): (listing: KnownListing) => Cell {
  const { entry, read } = LIST_FIELD_TABLE[field];
  return entry.kind === 'word' ? (listing) => code(entry.words, read(listing)) : read;
}

/** How a listing fills the columns that conditions ask for. */
const CONDITION_CELLS: CellsOf<ConditionColumns, KnownListing> = {
  transactionType: ({ transactionType }) => code(TRANSACTION_TYPES, transactionType),
  propertyType: ({ propertyType }) => code(PROPERTY_TYPES, propertyType),
  lat: ({ location }) => location?.lat,
  lng: ({ location }) => location?.lng,
  divisionIds: (listing) => divisionsOf(listing),
  countryId: ({ location }) => location?.countryId,
  regionId: ({ location }) => location?.regionId,
  departmentId: ({ location }) => location?.departmentId,
  cityId: ({ location }) => location?.cityId,
  districtId: ({ location }) => location?.districtId,
  neighborhoodId: ({ location }) => location?.neighborhoodId,
  ...FIELD_CELLS,
};

/** The columns in which words are looked for. */
export type WordColumns = Pick<ListingEntity, 'foldedText' | 'words'>;

/** How rows that have a state fill the columns of words. The folded texts go with the row: ingest keeps its states. */
export const WORD_CELLS: CellsOf<WordColumns, StateParts> = {
  foldedText: (row) => foldedTextOfRow(row),
  words: (row, now) => searchableWords(listingOf(row), divisionsOf(row.state), now),
};

/** The folded texts of a row that has a state. */
export const foldedTextOfRow = (row: StateParts): string => foldedTextOf(listingOf(row));

/** The columns that conditions ask for, but those of words. */
const CONDITION_COLUMNS: readonly string[] = Object.values(columnsOf(Object.keys(CONDITION_CELLS)));

/** What the derivation job writes of table `listing`. */
export const DERIVED_COLUMNS: readonly string[] = [
  ...CONDITION_COLUMNS,
  ...Object.values(columnsOf(Object.keys(WORD_CELLS))),
];

/** What is kept of a listing when another state replaces it, beside its id and its revision. */
export const FORMER_COLUMNS: readonly string[] = ['source_id', 'folded_text', ...CONDITION_COLUMNS];

/** A state as its rows are made of it. */
export interface StateParts {
  readonly state: Listing;
  readonly sourceId: string;
  readonly past: ListingPast;
}

/** How rows that have a state fill these columns. */
export function conditionCellsOf<Row extends StateParts>(): CellsOf<ConditionColumns, Row> {
  const entries = Object.entries<(listing: KnownListing, now: Date) => Cell>(CONDITION_CELLS);
  return Object.fromEntries(
    entries.map(([property, read]) => [property, (row: Row, now: Date) => read(listingOf(row), now)]),
  ) as unknown as CellsOf<ConditionColumns, Row>;
}

/** Of rows whose cells are being filled: some tables hold the same row, and folding its texts is dear. */
const known = new WeakMap<StateParts, KnownListing>();

function listingOf(row: StateParts): KnownListing {
  let listing = known.get(row);
  if (listing === undefined) {
    const { state, past, sourceId } = row;
    listing = knownListing({ state: { ...state }, past, source_id: sourceId });
    known.set(row, listing);
  }
  return listing;
}

/** The integer an enumerated word is stored as: its place in the list. */
export function code<T extends string>(words: readonly T[], word: T | undefined): number | null {
  return word === undefined ? null : words.indexOf(word);
}
