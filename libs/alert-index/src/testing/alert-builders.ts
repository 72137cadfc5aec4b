import { type Condition, type Criteria } from '@gable/domain/criteria';
import { criteriaNode } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import type { AlertIndex } from '../alert-index.js';

/** A range of prices. */
export const price = (min: number | null, max: number | null, allowNull = false): Condition => ({
  kind: 'range',
  field: 'price',
  min,
  max,
  allowNull,
});
/** A condition on divisions. */
export const inCities = (...included: number[]): Condition => ({ kind: 'division', included, excluded: null });
/** A condition on a circle. */
export const circle = (lat: number, lng: number, radiusMeters: number): Condition => ({
  kind: 'circle',
  center: { lat, lng },
  radiusMeters,
});
/** An alert that asks all of these. */
export const alert = (...conditions: Condition[]): Criteria => criteriaNode(conditions);
/** A flat for sale in Paris. */
export const flat: Listing = {
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 250_000,
  area: 50,
  location: { divisionIds: [1, 20], lat: 48.8566, lng: 2.3522 },
};

/** The ids that the index finds, ascending; `room` is the length of the array they are written to. */
export function found(index: AlertIndex, listing: Listing, room = 10_000): number[] {
  const into = new Int32Array(room);
  const count = index.match(listing, into);
  return Array.from(into.subarray(0, Math.min(count, room))).sort((a, b) => a - b);
}

/** The ids of a change that both states meet, that only the later one meets, that only the earlier one met. */
export function changed(index: AlertIndex, before: Listing | null, after: Listing | null): number[][] {
  const into = new Int32Array(10_000);
  const { both, onlyAfter, onlyBefore } = index.matchChange(before, after, into);
  return [
    into.subarray(0, both),
    into.subarray(both, both + onlyAfter),
    into.subarray(both + onlyAfter, both + onlyAfter + onlyBefore),
  ].map((ids) => [...ids].sort((a, b) => a - b));
}
