import {
  FLAG_FIELDS,
  FLAG_FIELD_TABLE,
  type FlagField,
  RANGE_FIELDS,
  RANGE_FIELD_TABLE,
  type RangeField,
  divisionsOf,
} from '@gable/domain/criteria';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { Listing } from '@gable/domain/listing';
import type { Cell } from './copy-rows.js';

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

/** The columns of `listing` that conditions ask for, and `currency`. */
export const CONDITION_COLUMNS: readonly string[] = [
  'transaction_type',
  'property_type',
  'currency',
  'lat',
  'lng',
  'division_ids',
  'country_id',
  'region_id',
  'department_id',
  'city_id',
  'district_id',
  'neighborhood_id',
  ...Object.values(RANGE_COLUMNS),
  ...Object.values(FLAG_COLUMNS),
];

/** The values of CONDITION_COLUMNS, in their order. */
export function conditionCells(listing: Listing): Cell[] {
  const { transactionType, propertyType, currency, location } = listing;
  return [
    code(TRANSACTION_TYPES, transactionType),
    code(PROPERTY_TYPES, propertyType),
    currency,
    location?.lat,
    location?.lng,
    divisionsOf(listing),
    location?.countryId,
    location?.regionId,
    location?.departmentId,
    location?.cityId,
    location?.districtId,
    location?.neighborhoodId,
    ...FIELD_READERS.map((read) => read(listing)),
  ];
}

/** Looked up once, not per listing. */
const FIELD_READERS: readonly ((listing: Listing) => number | boolean | undefined)[] = [
  ...RANGE_FIELDS.map((field) => RANGE_FIELD_TABLE[field].read),
  ...FLAG_FIELDS.map((field) => FLAG_FIELD_TABLE[field].read),
];

/** The integer an enumerated word is stored as: its place in the list. */
export function code<T extends string>(words: readonly T[], word: T | undefined): number | null {
  return word === undefined ? null : words.indexOf(word);
}
