import type { Condition, Criteria } from '@gable/domain/criteria';
import { DEFAULT_SORT, type Sort } from '@gable/search';
import { CITIES, COUNTRY, DEPARTMENT, DISTRICT, REGION } from './search-data.js';

/** A filter twice: as criteria for the engine, and as the condition somebody would write by hand for table `listing l`. */
export interface SearchCase {
  readonly name: string;
  readonly criteria: Criteria;
  readonly byHand: string;
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

const byHandFlats = 'l.transaction_type = 0 and l.property_type = 0';

export const SEARCH_CASES: readonly SearchCase[] = [
  {
    name: 'biggest city, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null), inDivision(1)),
    byHand: `l.city_id = 1 and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'biggest city, flats for sale, narrow price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 150_000, 200_000), range('rooms', 3, null), inDivision(1)),
    byHand: `l.city_id = 1 and ${byHandFlats} and l.price between 150000 and 200000 and l.rooms >= 3`,
  },
  {
    name: 'tenth city, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null), inDivision(10)),
    byHand: `l.city_id = 10 and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'small city, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 50_000, 300_000), range('rooms', 2, null), inDivision(300)),
    byHand: `l.city_id = 300 and ${byHandFlats} and l.price between 50000 and 300000 and l.rooms >= 2`,
  },
  { name: 'biggest city', criteria: criteriaOf(inDivision(1)), byHand: 'l.city_id = 1' },
  {
    name: 'a district, flats for sale, price, rooms',
    criteria: criteriaOf(
      SALE,
      FLAT,
      range('price', 100_000, 300_000),
      range('rooms', 2, null),
      inDivision(DISTRICT + 105),
    ),
    byHand: `l.division_ids && '{${DISTRICT + 105}}' and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'a department, flats for sale, price, rooms',
    criteria: criteriaOf(
      SALE,
      FLAT,
      range('price', 100_000, 300_000),
      range('rooms', 2, null),
      inDivision(DEPARTMENT + 7),
    ),
    byHand: `l.department_id = ${DEPARTMENT + 7} and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'a department',
    criteria: criteriaOf(inDivision(DEPARTMENT + 7)),
    byHand: `l.department_id = ${DEPARTMENT + 7}`,
  },
  {
    name: 'a region, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null), inDivision(REGION + 3)),
    byHand: `l.region_id = ${REGION + 3} and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'the country, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null), inDivision(COUNTRY)),
    byHand: `l.country_id = ${COUNTRY} and ${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  {
    name: 'everywhere, flats for sale, price, rooms',
    criteria: criteriaOf(SALE, FLAT, range('price', 100_000, 300_000), range('rooms', 2, null)),
    byHand: `${byHandFlats} and l.price between 100000 and 300000 and l.rooms >= 2`,
  },
  { name: 'everywhere, for sale', criteria: criteriaOf(SALE), byHand: 'l.transaction_type = 0' },
  { name: 'no filter', criteria: criteriaOf(), byHand: 'true' },
];

/** Flats for sale as people ask for them: cities by their share of all homes, five price levels, a quarter cheapest first. The same in every run. */
export function commonFilter(
  n: number,
  of: number,
): { city: number; price: { min: number; max: number }; minRooms: number; sort: Sort } {
  const share = ((n * 7919) % of) / of;
  const city = Math.max(1, Math.min(CITIES, Math.round((1 + share * (CITIES ** 0.1 - 1)) ** 10))); // inverse of the Zipf share of exponent 0.9
  const min = 50_000 * (1 + (n % 5));
  return {
    city,
    price: { min, max: min * (1.5 + (n % 3)) },
    minRooms: 1 + (n % 3),
    sort: n % 4 === 0 ? { field: 'PRICE', direction: 'ASC' } : DEFAULT_SORT,
  };
}
