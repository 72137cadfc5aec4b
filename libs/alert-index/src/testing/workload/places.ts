import { between, toMeter, weighted, type SeededRandom } from '@gable/domain/testing';
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

export function somePlace(country: Country, random: SeededRandom, number: number): Place {
  const kind = weighted(random, KINDS);
  const city = kind === 'belowCity' ? dividedCity(country, random) : country.cityByDemand(random);
  return { kind, city, conditions: WHERE[kind](country, city, random, number) };
}

export const inDivisions = (included: readonly number[], excluded: readonly number[] | null = null): Condition => ({
  kind: 'division',
  included: [...new Set(included)].sort((a, b) => a - b),
  excluded,
});

const WHERE: {
  readonly [K in PlaceKind]: (
    country: Country,
    city: City,
    random: SeededRandom,
    number: number,
  ) => readonly Condition[];
} = {
  city: (_country, city) => [inDivisions([city.id])],
  cities: (country, city, random) => [inDivisions([city.id, ...nearby(country, city, random, random.whole(1, 4))])],
  belowCity: (_country, city, random) => {
    const spots = Array.from(
      {
        length: weighted(random, [
          [1, 50],
          [2, 25],
          [3, 15],
          [4, 10],
        ] as const),
      },
      () => spotIn(city, random),
    );
    const neighborhoods = random.chance(0.4);
    return [inDivisions(spots.map((spot) => (neighborhoods ? spot.neighborhoodId! : spot.districtId!)))];
  },
  department: (country, city, random) => {
    // A fifth wants the department without its biggest city.
    const excluded = random.chance(0.2)
      ? [country.cities.find(({ departmentId }) => departmentId === city.departmentId)!.id]
      : null;
    return [inDivisions([city.departmentId], excluded)];
  },
  region: (_country, city) => [inDivisions([city.regionId])],
  radius: (_country, city, random) => [
    { kind: 'circle', center: spotIn(city, random).point, radiusMeters: weighted(random, RADII) },
  ],
  polygon: (_country, city, random, number) => [
    {
      kind: 'shape',
      included: [
        {
          id: shapeId(number, 0),
          geometry: drawnAround(spotIn(city, random).point, between(random, 600, 6_000), random.whole(5, 14), random),
        },
      ],
      excluded: null,
    },
  ],
  nowhere: () => [],
};

function dividedCity(country: Country, random: SeededRandom): City {
  for (;;) {
    const city = country.cityByDemand(random);
    if (city.side > 0) return city;
  }
}

/** Other cities of the same department where there are some: people look around one place. */
function nearby(country: Country, { departmentId }: City, random: SeededRandom, count: number): readonly number[] {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries++) {
    const city = country.cityByDemand(random);
    if (city.departmentId === departmentId || tries > 40) found.push(city.id);
  }
  return found;
}

/** A drawn line around a point: star-shaped, so that it never crosses itself. */
export function drawnAround(center: Point, meters: number, corners: number, random: SeededRandom): Shape['geometry'] {
  const ring: Position[] = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const reach = (meters * between(random, 0.55, 1)) / METERS_PER_DEGREE;
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
