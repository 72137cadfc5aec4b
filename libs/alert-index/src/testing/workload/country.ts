import { between, toMeter, type SeededRandom } from '@gable/domain/testing';
import type { Point } from '@gable/domain/geo';

const CITIES = 5_000;
const DEPARTMENTS = 96;
const REGIONS = 13;
/** Only the biggest cities are divided further. */
const DIVIDED_CITIES = 150;
const ZIPF_EXPONENT = 0.9;

/**
 * Ids of divisions; each level starts where no id of the level above can reach, so that ascending ids run from the
 * country down.
 */
export const COUNTRY_ID = 1;
const FIRST_REGION = 10;
const FIRST_DEPARTMENT = 100;
const FIRST_CITY = 1_000;
const FIRST_DISTRICT = 10_000;
const FIRST_NEIGHBORHOOD = 20_000;
const MOST_DISTRICTS = 16;
const NEIGHBORHOODS = 4;

export interface City {
  /** 0 is the city with the most demand. */
  readonly rank: number;
  readonly id: number;
  readonly departmentId: number;
  readonly regionId: number;
  readonly center: Point;
  /** From the centre to the border, in degrees. */
  readonly reach: number;
  /** What a square metre costs to buy, in the currency of the listings. */
  readonly pricePerArea: number;
  /** Districts in a row and in a column; 0 for a city that is not divided. */
  readonly side: number;
}

/** A place inside a city. */
export interface Spot {
  readonly city: City;
  readonly point: Point;
  /** Null in a city that is not divided. */
  readonly districtId: number | null;
  readonly neighborhoodId: number | null;
}

export interface Country {
  readonly cities: readonly City[];
  readonly departmentIds: readonly number[];
  readonly regionIds: readonly number[];
  /** A city by its share of demand; properties are offered where they are wanted. */
  cityByDemand(random: SeededRandom): City;
}

/** A country of cells, one per department, with its cities strewn over them. */
export function makeCountry(random: SeededRandom): Country {
  const cities = Array.from({ length: CITIES }, (_, rank) => makeCity(random, rank));
  const until = demandUntil();
  return {
    cities,
    departmentIds: Array.from({ length: DEPARTMENTS }, (_, place) => FIRST_DEPARTMENT + place),
    regionIds: Array.from({ length: REGIONS }, (_, place) => FIRST_REGION + place),
    cityByDemand: (draw) => cities[placeOf(draw.next(), until)]!,
  };
}

function makeCity(random: SeededRandom, rank: number): City {
  const department = random.whole(0, DEPARTMENTS - 1);
  // Twelve cells of one degree from west to east, eight from south to north: about the size of France.
  const center = {
    lat: toMeter(42.5 + Math.floor(department / 12) + between(random, 0.1, 0.9)),
    lng: toMeter(-4 + (department % 12) + between(random, 0.1, 0.9)),
  };
  return {
    rank,
    id: FIRST_CITY + rank,
    departmentId: FIRST_DEPARTMENT + department,
    regionId: FIRST_REGION + Math.floor((department * REGIONS) / DEPARTMENTS),
    center,
    reach: rank < 10 ? 0.05 : rank < DIVIDED_CITIES ? 0.035 : 0.015,
    pricePerArea: Math.round(1_200 + 2_800 * random.next() * random.next() + 5_000 / Math.sqrt(rank + 1)),
    side: rank < 10 ? 4 : rank < 50 ? 3 : rank < DIVIDED_CITIES ? 2 : 0,
  };
}

/** A place in the city, more likely near its middle, with the district and the neighbourhood it lies in. */
export function spotIn(city: City, random: SeededRandom): Spot {
  const [east, north] = [(random.next() + random.next()) / 2, (random.next() + random.next()) / 2];
  const point = {
    lat: toMeter(city.center.lat + (2 * north - 1) * city.reach),
    lng: toMeter(city.center.lng + (2 * east - 1) * city.reach),
  };
  if (city.side === 0) return { city, point, districtId: null, neighborhoodId: null };
  const [column, row] = [east * city.side, north * city.side];
  const district = city.rank * MOST_DISTRICTS + Math.floor(row) * city.side + Math.floor(column);
  // Each district is cut in four.
  const neighborhood = (row % 1 < 0.5 ? 0 : 2) + (column % 1 < 0.5 ? 0 : 1);
  return {
    city,
    point,
    districtId: FIRST_DISTRICT + district,
    neighborhoodId: FIRST_NEIGHBORHOOD + district * NEIGHBORHOODS + neighborhood,
  };
}

/** Whether the division is a district or a neighbourhood. */
export function isBelowCity(divisionId: number): boolean {
  return divisionId >= FIRST_DISTRICT;
}

/** Whether the division is a city. */
export function isCity(divisionId: number): boolean {
  return divisionId >= FIRST_CITY && divisionId < FIRST_DISTRICT;
}

/** Whether the division is a department. */
export function isDepartment(divisionId: number): boolean {
  return divisionId >= FIRST_DEPARTMENT && divisionId < FIRST_CITY;
}

/** The share of all demand up to and including each rank (Zipf). */
function demandUntil(): Float64Array {
  const until = new Float64Array(CITIES);
  let sum = 0;
  for (let rank = 0; rank < CITIES; rank++) until[rank] = sum += (rank + 1) ** -ZIPF_EXPONENT;
  return until.map((part) => part / sum);
}

function placeOf(share: number, until: Float64Array): number {
  let [low, high] = [0, until.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (until[middle]! > share) high = middle;
    else low = middle + 1;
  }
  return low;
}
