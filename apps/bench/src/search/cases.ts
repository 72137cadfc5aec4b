import type { Criteria } from '@gable/domain/criteria';
import { criteriaOf, FLAT, inDivision, range, SALE } from '../data/common-filter.js';
import { COUNTRY, DEPARTMENT, DISTRICT, REGION } from '../data/fill-with-properties.js';

/**
 * A filter twice: as criteria for the engine, and as the condition somebody would write by hand for table `listing l`.
 */
export interface SearchCase {
  readonly name: string;
  readonly criteria: Criteria;
  readonly byHand: string;
}

const byHandFlats = 'l.transaction_type = 0 and l.property_type = 0';

/** Cities that cases name. */
export const CITIES_OF_CASES = [1, 10, 300];

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
    byHand:
      `l.division_ids && '{${DISTRICT + 105}}' and ${byHandFlats} and l.price between 100000 and 300000 ` +
      `and l.rooms >= 2`,
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
    byHand:
      `l.department_id = ${DEPARTMENT + 7} and ${byHandFlats} and l.price between 100000 and 300000 and ` +
      `l.rooms >= 2`,
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
