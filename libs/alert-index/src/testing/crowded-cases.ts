import { FLAG_FIELDS, RANGE_FIELDS, type Condition, type Criteria } from '@gable/domain/criteria';
import type { SeededRandom } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import { DEFAULT_BOUNDARIES } from '../compile/boundaries.js';

/**
 * Alerts and listings that crowd into few cells: prices on, beside and between boundaries, places that overlap,
 * checks that many alerts share, alerts that stand in several cells and on several levels of the grid. The generated
 * cases of the criteria have none of that: their values are tiny and their places few.
 */
export function crowdedAlert(random: SeededRandom): Criteria {
  const shape = random.next();
  const own = someConditions(random, random.whole(1, 4));
  if (shape < 0.5) return node(own);
  if (shape < 0.7)
    return node(
      own,
      'OR',
      Array.from({ length: random.whole(1, 5) }, () => node(someConditions(random, random.whole(0, 3)))),
    );
  if (shape < 0.85)
    return node(
      own.slice(1),
      'AND',
      Array.from({ length: random.whole(1, 3) }, () =>
        node(someConditions(random, 1), 'OR', [node(someConditions(random, 1)), node(someConditions(random, 2))]),
      ),
    );
  if (shape < 0.9)
    return node(
      [],
      'OR',
      Array.from({ length: random.whole(60, 140) }, () => node(someConditions(random, random.whole(2, 4)))),
    );
  if (shape < 0.95) return product(random);
  let deep = node(own);
  for (let level = random.whole(2, 100); level > 0; level -= 1)
    deep = node(
      random.chance(0.05) ? someConditions(random, 1) : [],
      random.chance(0.5) ? 'AND' : 'OR',
      random.chance(0.1) ? [deep, node(own)] : [deep],
    );
  return deep;
}

/** Many ORs under an AND: more conjunctions than boxes are made of. */
function product(random: SeededRandom): Criteria {
  return node(
    [],
    'AND',
    Array.from({ length: random.whole(4, 8) }, () =>
      node(
        [],
        'OR',
        Array.from({ length: 4 }, () => node(someConditions(random, 1))),
      ),
    ),
  );
}

export function crowdedListing(random: SeededRandom): Listing {
  const stated = <T>(value: () => T): { value?: T } => (random.chance(0.85) ? { value: value() } : {});
  const [lat, lng] = random.chance(0.3)
    ? random.pick(CORNERS)
    : [48 + random.next() * random.pick([0.02, 0.5, 4]), 2 + random.next() * random.pick([0.02, 0.5, 4])];
  const { value: transactionType } = stated(() => random.pick(TRANSACTION_TYPES));
  return {
    transactionType,
    propertyType: stated(() => random.pick(PROPERTY_TYPES)).value,
    price: stated(() => somePrice(random)).value,
    area: stated(() => someArea(random)).value,
    rooms: stated(() => someCount(random)).value,
    bedrooms: stated(() => someCount(random)).value,
    floor: stated(() => random.whole(-1, 3)).value,
    areas: random.chance(0.5)
      ? { indoor: stated(() => someArea(random)).value, land: stated(() => someArea(random)).value }
      : undefined,
    building: random.chance(0.5) ? { constructionYear: random.pick([1950, 1999, 2000]) } : undefined,
    pricing: random.chance(0.5)
      ? { charges: random.pick([0, 99.99, 100]), chargesIncluded: random.chance(0.5) }
      : undefined,
    features: {
      furnished: stated(() => random.chance(0.5)).value,
      parking: stated(() => random.chance(0.5)).value,
      lastFloor: stated(() => random.chance(0.5)).value,
      elevator: stated(() => random.chance(0.5)).value,
    },
    location: random.chance(0.9) ? { ...(random.chance(0.9) ? { lat, lng } : {}), ...someLocation(random) } : undefined,
  };
}

function someLocation(random: SeededRandom): { divisionIds?: number[]; cityId?: number } {
  const form = random.next();
  if (form < 0.15) return { cityId: random.pick(CITIES) };
  if (form < 0.25) return {};
  const ids = [random.pick(COUNTRIES), random.pick(CITIES), random.pick(CITIES)];
  return { divisionIds: random.chance(0.2) ? [...ids, ids[1] as number] : ids };
}

/** The upper 32 bits tell some of them apart. */
const COUNTRIES = [1, 4_294_967_297, 8_589_934_593];
const CITIES = [10, 11, 12, 13, 4_294_967_306, 9_007_199_254_740_991];
const SALES = DEFAULT_BOUNDARIES.salePrices;
/** Corners of grid squares, poles and the antimeridian. */
const CORNERS: readonly (readonly [number, number])[] = [
  [0, 0],
  [45, 0],
  [47.8125, 1.40625],
  [90, 10],
  [-90, 0],
  [10, 180],
  [10, -180],
  [48, 2],
];

function somePrice(random: SeededRandom): number {
  const round = random.pick([
    ...SALES.slice(0, 6),
    ...DEFAULT_BOUNDARIES.rents.slice(0, 3),
    2_000_000,
    137_500,
    253_417,
    0,
    -5,
    1e12,
    Number.MAX_VALUE,
  ]);
  return random.pick([round, round, round, round + 1, round - 0.5, -0]);
}

function someArea(random: SeededRandom): number {
  return random.pick([0, 10, 15, 15.5, 20, 24.999, 25, 30, 33.3, 300, 5_000]);
}

function someCount(random: SeededRandom): number {
  return random.pick([0, 1, 1, 2, 2, 2.5, 3, 4, 7, 8, 12]);
}

function someBox(random: SeededRandom): Condition {
  const place = (): number => random.pick([0, 0.5, 1, 1.25, 2, 2 * random.next()]);
  const [south, north] = [48 + place(), 48 + place()].sort((a, b) => a - b) as [number, number];
  const [west, east] = [2 + place(), 2 + place()].sort((a, b) => a - b) as [number, number];
  const crosses = random.chance(0.2);
  return { kind: 'box', north, south, east: crosses ? west : east, west: crosses ? east : west };
}

function someConditions(random: SeededRandom, count: number): Condition[] {
  return Array.from({ length: count }, () => someCondition(random));
}

function someCondition(random: SeededRandom): Condition {
  switch (random.whole(0, 12)) {
    case 0:
      return {
        kind: 'transactionType',
        included: random.chance(0.8) ? [random.pick(TRANSACTION_TYPES)] : TRANSACTION_TYPES,
      };
    case 1:
      return { kind: 'propertyType', ...sides(random, () => random.some(PROPERTY_TYPES, 6)) };
    case 2:
    case 3:
      return { kind: 'range', field: 'price', ...bounds(random, () => somePrice(random)) };
    case 4:
      return { kind: 'range', field: 'area', ...bounds(random, () => someArea(random)) };
    case 5:
      return { kind: 'range', field: random.pick(['rooms', 'bedrooms']), ...bounds(random, () => someCount(random)) };
    case 6:
      return { kind: 'range', field: random.pick(RANGE_FIELDS), ...bounds(random, () => someArea(random)) };
    case 7:
      return {
        kind: 'flag',
        field: random.pick(FLAG_FIELDS),
        value: random.chance(0.5),
        allowNull: random.chance(0.5),
      };
    case 8:
      return {
        kind: 'division',
        ...sides(random, () =>
          random.chance(0.03) ? [...MANY_DIVISIONS, random.pick(CITIES)] : random.some([...CITIES, ...COUNTRIES], 4),
        ),
      };
    case 9:
      return {
        kind: 'circle',
        center: { lat: 48 + random.next() * 2, lng: 2 + random.next() * 2 },
        radiusMeters: random.pick([0, 50, 500, 3_000, 20_000, 90_000, 2_000_000]),
      };
    case 10:
      return {
        kind: 'circle',
        center: { lat: random.pick(CORNERS)[0], lng: random.pick(CORNERS)[1] },
        radiusMeters: random.pick([0, 10, 10_000, 500_000]),
      };
    case 11:
      return someBox(random);
    default:
      return {
        kind: 'shape',
        ...sides(random, () => Array.from({ length: random.whole(1, 3) }, () => somePolygon(random))),
      };
  }
}

const MANY_DIVISIONS = Array.from({ length: 400 }, (_, place) => 1_000 + place);

function bounds(
  random: SeededRandom,
  value: () => number,
): { min: number | null; max: number | null; allowNull: boolean } {
  const [a, b] = [value(), value()];
  const which = random.whole(0, 2);
  return {
    min: which === 1 ? null : Math.min(a, b),
    max: which === 0 ? null : Math.max(a, b),
    allowNull: random.chance(0.4),
  };
}

function sides<T>(
  random: SeededRandom,
  list: () => readonly T[],
): { included: readonly T[] | null; excluded: readonly T[] | null } {
  const which = random.whole(0, 4);
  return { included: which < 3 ? list() : null, excluded: which > 1 ? list() : null };
}

/** Stars around a point, some with a hole, from streets to departments. */
function somePolygon(random: SeededRandom): {
  readonly id: string;
  readonly geometry: { type: 'Polygon'; coordinates: [number, number][][] };
} {
  const [x, y, size] = [2 + random.next() * 2, 48 + random.next() * 2, random.pick([0.001, 0.01, 0.1, 1])];
  const star = (reach: number): [number, number][] => {
    const corners = Array.from({ length: random.whole(3, 9) }, (_, corner): [number, number] => {
      const [angle, length] = [corner, reach * (0.4 + 0.6 * random.next())];
      return [x + length * Math.cos(angle), y + length * Math.sin(angle)];
    });
    return [...corners, corners[0] as [number, number]];
  };
  return {
    id: 'star',
    geometry: { type: 'Polygon', coordinates: random.chance(0.2) ? [star(size), star(size / 3)] : [star(size)] },
  };
}

function node(
  conditions: readonly Condition[],
  operator: 'AND' | 'OR' = 'AND',
  children: readonly Criteria[] = [],
): Criteria {
  return { conditions, operator, children };
}
