import { between, toMeter, weighted, type Dice } from '@gable/domain/testing';
import type { Condition, Shape } from '@gable/domain/criteria';
import type { Point, Position } from '@gable/domain/geo';
import { spotIn, type City, type Country } from './country.js';

/** What an alert says of the place, in percent of all alerts. */
const KINDS = [
  ['city', 36],
  ['cities', 22],
  ['belowCity', 14],
  ['department', 9],
  ['region', 1.5],
  ['radius', 10],
  ['polygon', 5],
  ['nowhere', 2.5],
] as const;
export type PlaceKind = (typeof KINDS)[number][0];

const RADII: readonly (readonly [number, number])[] = [
  [1_000, 8],
  [2_000, 12],
  [3_000, 12],
  [5_000, 20],
  [10_000, 22],
  [15_000, 10],
  [20_000, 10],
  [30_000, 5],
  [50_000, 1],
];
const METERS_PER_DEGREE = 111_195;

/** Where an alert looks: the condition, and a city of it, whose prices the alert knows. */
export interface Place {
  readonly kind: PlaceKind;
  readonly city: City;
  readonly conditions: readonly Condition[];
}

export function somePlace(country: Country, dice: Dice, number: number): Place {
  const kind = weighted(dice, KINDS);
  const city = kind === 'belowCity' ? dividedCity(country, dice) : country.cityByDemand(dice);
  return { kind, city, conditions: WHERE[kind](country, city, dice, number) };
}

export const inDivisions = (included: readonly number[], excluded: readonly number[] | null = null): Condition => ({
  kind: 'division',
  included: [...new Set(included)].sort((a, b) => a - b),
  excluded,
});

const WHERE: {
  readonly [K in PlaceKind]: (country: Country, city: City, dice: Dice, number: number) => readonly Condition[];
} = {
  city: (_country, city) => [inDivisions([city.id])],
  cities: (country, city, dice) => [inDivisions([city.id, ...nearby(country, city, dice, dice.whole(1, 4))])],
  belowCity: (_country, city, dice) => {
    const spots = Array.from(
      {
        length: weighted(dice, [
          [1, 50],
          [2, 25],
          [3, 15],
          [4, 10],
        ] as const),
      },
      () => spotIn(city, dice),
    );
    const neighborhoods = dice.chance(0.4);
    return [inDivisions(spots.map((spot) => (neighborhoods ? spot.neighborhoodId! : spot.districtId!)))];
  },
  department: (country, city, dice) => {
    // A fifth wants the department without its biggest city.
    const excluded = dice.chance(0.2)
      ? [country.cities.find(({ departmentId }) => departmentId === city.departmentId)!.id]
      : null;
    return [inDivisions([city.departmentId], excluded)];
  },
  region: (_country, city) => [inDivisions([city.regionId])],
  radius: (_country, city, dice) => [
    { kind: 'circle', center: spotIn(city, dice).point, radiusMeters: weighted(dice, RADII) },
  ],
  polygon: (_country, city, dice, number) => [
    {
      kind: 'shape',
      included: [
        {
          id: shapeId(number, 0),
          geometry: drawnAround(spotIn(city, dice).point, between(dice, 600, 6_000), dice.whole(5, 14), dice),
        },
      ],
      excluded: null,
    },
  ],
  nowhere: () => [],
};

function dividedCity(country: Country, dice: Dice): City {
  for (;;) {
    const city = country.cityByDemand(dice);
    if (city.side > 0) return city;
  }
}

/** Other cities of the same department where there are some: people look around one place. */
function nearby(country: Country, { departmentId }: City, dice: Dice, count: number): readonly number[] {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries++) {
    const city = country.cityByDemand(dice);
    if (city.departmentId === departmentId || tries > 40) found.push(city.id);
  }
  return found;
}

/** A drawn line around a point: star-shaped, so that it never crosses itself. */
export function drawnAround(center: Point, meters: number, corners: number, dice: Dice): Shape['geometry'] {
  const ring: Position[] = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const reach = (meters * between(dice, 0.55, 1)) / METERS_PER_DEGREE;
    return [
      toMeter(center.lng + (reach * Math.cos(angle)) / Math.cos((center.lat * Math.PI) / 180)),
      toMeter(center.lat + reach * Math.sin(angle)),
    ];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** The UUID of an alert's shape. */
export function shapeId(number: number, place: number): string {
  return `019ab000-${place.toString(16).padStart(4, '0')}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
