import type { Condition, Criteria } from '@gable/domain/criteria';
import { DEFAULT_SORT, type PageQuery, type Sort } from '@gable/search';
import { CITIES } from './fill-with-properties.js';

/** Flats for sale as people ask for them. */
export interface CommonFilter {
  readonly city: number;
  readonly price: { readonly min: number; readonly max: number };
  readonly minRooms: number;
  readonly sort: Sort;
}

/**
 * The n-th of `count` filters: cities by their share of all properties, five price levels, a quarter cheapest first.
 * The same in every run.
 */
export function commonFilter(n: number, count: number): CommonFilter {
  const share = ((n * 7919) % count) / count;
  // The inverse of the Zipf share of exponent 0.9.
  const city = Math.max(1, Math.min(CITIES, Math.round((1 + share * (CITIES ** 0.1 - 1)) ** 10)));
  const min = 50_000 * (1 + (n % 5));
  return {
    city,
    price: { min, max: min * (1.5 + (n % 3)) },
    minRooms: 1 + (n % 3),
    sort: n % 4 === 0 ? { field: 'PRICE', direction: 'ASC' } : DEFAULT_SORT,
  };
}

/**
 * The n-th of `count` filters that all differ: common filters whose prices, as people type them, are seldom the same.
 * What is remembered of one helps no other.
 */
export function variedFilter(n: number, count: number): CommonFilter {
  const filter = commonFilter(n, count);
  const shift = 1_000 * (n % 47);
  return { ...filter, price: { min: filter.price.min + shift, max: filter.price.max + shift + 500 * (n % 53) } };
}

/** A common filter as the body of `POST /properties`, in the classic spelling. */
export function classicSearch({ city, price, minRooms, sort }: CommonFilter) {
  return {
    transactionType: 'SELL',
    propertyTypes: ['FLAT'],
    cityIds: [city],
    price: { gte: price.min, lte: price.max },
    rooms: { gte: minRooms },
    sort,
    size: 20,
  };
}

/** A common filter as an engine is asked for it: pages 1 to 5. */
export const commonPage = (n: number, count: number): PageQuery => pageOf(commonFilter(n % count, count), n);

/** The same of filters that all differ. */
export const variedPage = (n: number, count: number): PageQuery => pageOf(variedFilter(n % count, count), n);

function pageOf({ city, price, minRooms, sort }: CommonFilter, n: number): PageQuery {
  const criteria = criteriaOf(
    SALE,
    FLAT,
    range('price', price.min, price.max),
    range('rooms', minRooms, null),
    inDivision(city),
  );
  return { criteria, sort, offset: 20 * (n % 5), limit: 20 };
}

export const criteriaOf = (...conditions: Condition[]): Criteria => ({ conditions, operator: 'AND', children: [] });
export const SALE: Condition = { kind: 'transactionType', included: ['SELL'] };
export const FLAT: Condition = { kind: 'propertyType', included: ['FLAT'], excluded: null };
export const inDivision = (id: number): Condition => ({ kind: 'division', included: [id], excluded: null });
export const range = (field: 'price' | 'rooms' | 'area', min: number | null, max: number | null): Condition => ({
  kind: 'range',
  field,
  min,
  max,
  allowNull: false,
});
