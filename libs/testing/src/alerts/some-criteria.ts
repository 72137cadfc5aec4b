import {
  divisionsOf,
  fieldValue,
  FLAG_FIELDS,
  RANGE_FIELDS,
  type Condition,
  type Criteria,
} from '@gable/domain/criteria';
import { criteriaNode, type SeededRandom } from '@gable/domain/testing';

import { distanceMeters, type Point, type Position } from '@gable/domain/geo';
import { PROPERTY_TYPES } from '@gable/domain';
import type { Listing } from '@gable/domain/listing';

/** Criteria that lean towards one of the listings: about half of the small ones are met by it. */
export function someCriteria(random: SeededRandom, listings: readonly Listing[]): Criteria {
  const form = random.next();
  if (form < 0.004) return criteriaNode([]); // everything
  if (form < 0.85) return flat(random, listings);
  if (form < 0.94)
    return criteriaNode(someConditions(random, random.pick(listings), 2), 'OR', [
      flat(random, listings),
      flat(random, listings),
      flat(random, listings),
    ]);
  const both = criteriaNode([], 'AND', [
    flat(random, listings),
    criteriaNode([], 'OR', [flat(random, listings), flat(random, listings)]),
  ]);
  return criteriaNode([], 'OR', [both, flat(random, listings)]);
}

function flat(random: SeededRandom, listings: readonly Listing[]): Criteria {
  return criteriaNode(someConditions(random, random.pick(listings), random.pick([1, 2, 3, 3, 4, 4, 4, 5, 5, 5])));
}

function someConditions(random: SeededRandom, leaning: Listing, count: number): Condition[] {
  const kinds = new Set<keyof typeof make>(count > 1 && random.chance(0.85) ? ['price'] : []);
  while (kinds.size < count) kinds.add(random.pick(KINDS));
  return [...kinds].map((kind) => make[kind](random, leaning)).filter((condition) => condition !== null);
}

const make = {
  transactionType: (_: SeededRandom, { transactionType }: Listing): Condition => ({
    kind: 'transactionType',
    included: [transactionType ?? 'SELL'],
  }),
  propertyType: (random: SeededRandom, { propertyType = 'FLAT' }: Listing): Condition => {
    const other = random.pick(PROPERTY_TYPES.filter((type) => type !== propertyType));
    return random.chance(0.7)
      ? { kind: 'propertyType', included: [propertyType, other], excluded: null }
      : { kind: 'propertyType', included: null, excluded: [other] };
  },
  price: (random: SeededRandom, listing: Listing): Condition => ({
    kind: 'range',
    field: 'price',
    ...bounds(random, listing.price ?? 300_000, [0.02, 0.1, 0.3]),
    allowNull: random.chance(0.2),
  }),
  range: (random: SeededRandom, listing: Listing): Condition => {
    const stated = RANGE_FIELDS.filter((name) => fieldValue(name, listing) !== undefined);
    const field = random.pick(stated.length > 0 && random.chance(0.9) ? stated : RANGE_FIELDS);
    return {
      kind: 'range',
      field,
      ...bounds(random, fieldValue(field, listing) ?? 2, [0, 0.1, 0.5]),
      allowNull: random.chance(0.3),
    };
  },
  flag: (random: SeededRandom, listing: Listing): Condition => {
    const stated = FLAG_FIELDS.filter((name) => fieldValue(name, listing) !== undefined);
    const field = random.pick(stated.length > 0 ? stated : FLAG_FIELDS);
    return { kind: 'flag', field, value: random.chance(0.6), allowNull: random.chance(0.3) };
  },
  division: (random: SeededRandom, listing: Listing): Condition | null => {
    const divisions = divisionsOf(listing);
    if (divisions.length === 0) return null;
    return random.chance(0.85)
      ? { kind: 'division', included: [random.pick(divisions)], excluded: null }
      : { kind: 'division', included: [Math.min(...divisions)], excluded: [Math.max(...divisions)] };
  },
  circle: (random: SeededRandom, { location }: Listing): Condition | null => {
    if (location?.lat === undefined || location.lng === undefined) return null;
    return {
      kind: 'circle',
      center: { lat: location.lat + 0.001, lng: location.lng },
      radiusMeters: random.pick([300, 1_000, 3_000]),
    };
  },
  shape: (random: SeededRandom, { location }: Listing): Condition | null => {
    if (location?.lat === undefined || location.lng === undefined) return null;
    const shape = {
      id: `019aa000-0000-7000-8000-${random.whole(0, 0xffffffff).toString(16).padStart(12, '0')}`,
      geometry: {
        type: 'Polygon' as const,
        coordinates: [ringAround({ lat: location.lat, lng: location.lng }, random)],
      },
    };
    return random.chance(0.8)
      ? { kind: 'shape', included: [shape], excluded: null }
      : { kind: 'shape', included: null, excluded: [shape] };
  },
};

const KINDS = [
  'transactionType',
  'propertyType',
  'price',
  'price',
  'range',
  'range',
  'flag',
  'division',
  'circle',
  'shape',
] as const;

/** One side or both; half of the bounds lie exactly on the value. */
function bounds(
  random: SeededRandom,
  value: number,
  spreads: readonly number[],
): { min: number | null; max: number | null } {
  const off = (direction: number): number =>
    value + (random.chance(0.5) ? 0 : direction * Math.ceil(Math.abs(value) * random.pick(spreads)));
  const sides = random.pick(['min', 'max', 'both', 'both', 'both']);
  return { min: sides === 'max' ? null : off(-1), max: sides === 'min' ? null : off(1) };
}

/** A star of five points: not convex, so that its bounding box alone would be wrong. */
function ringAround({ lat, lng }: Point, random: SeededRandom): Position[] {
  const meters = random.pick([400, 1_500, 4_000]);
  const degrees = meters / distanceMeters({ lat: 0, lng: 0 }, { lat: 1, lng: 0 });
  const turned = random.next();
  const ring = Array.from({ length: 10 }, (_, corner): Position => {
    const angle = ((corner + turned) / 10) * 2 * Math.PI;
    const reach = corner % 2 === 0 ? degrees : degrees / 2;
    return [lng + reach * Math.sin(angle) * 1.5, lat + reach * Math.cos(angle)];
  });
  return [...ring, ring[0]!];
}
