import { divisionsOf, FLAG_FIELDS, fieldValue, RANGE_FIELDS } from '@gable/domain/criteria';
import { pointOf } from '@gable/domain/testing';

import type { Listing } from '@gable/domain/listing';

/**
 * What a listing states of fields it does not fill: a term, because the percolator selects by terms and cannot select
 * by their absence.
 */
export const UNKNOWN = 'unknown';

/**
 * The listing as both rows percolate it. Keywords for all that is compared whole (divisions too: points of a set would
 * not be extracted), doubles for numbers and, so that answers are exact, for the point. `states` says each flag and
 * each missing number as one term.
 */
export const LISTING_FIELDS = {
  transaction: { type: 'keyword' },
  type: { type: 'keyword' },
  divisions: { type: 'keyword' },
  states: { type: 'keyword' },
  lat: { type: 'double' },
  lng: { type: 'double' },
  ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, { type: 'double' }])),
} as const;

export function documentOf(listing: Listing): Record<string, unknown> {
  const document: Record<string, unknown> = {
    ...pointOf(listing),
    transaction: transactionOf(listing),
    type: typeOf(listing),
    divisions: divisionsOf(listing).map(String),
    states: statesOf(listing),
  };
  for (const field of RANGE_FIELDS) {
    const value = fieldValue(field, listing);
    if (value !== undefined) document[field] = value;
  }
  return document;
}

export const transactionOf = ({ transactionType }: Listing): string => transactionType ?? UNKNOWN;
export const typeOf = ({ propertyType }: Listing): string => propertyType ?? UNKNOWN;

/** `parking:true`, `price:unknown`, one for each flag and each number that is missing. */
export function statesOf(listing: Listing): string[] {
  return [
    ...FLAG_FIELDS.map((field) => state(field, fieldValue(field, listing) ?? UNKNOWN)),
    ...RANGE_FIELDS.filter((field) => fieldValue(field, listing) === undefined).map((field) => state(field, UNKNOWN)),
  ];
}

export function state(field: string, value: boolean | string): string {
  return `${field}:${value}`;
}
