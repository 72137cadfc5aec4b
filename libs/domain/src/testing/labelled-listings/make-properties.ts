import { between, drawsFor, toMeter, toStep, weighted } from '../generating/seeded-draws.js';
import type { SeededRandom } from '../generating/seeded-random.js';
import type { EnergyRating } from '../../values/vocabulary.js';
import type { Listing } from '../../listing/listing.js';
import type { Point } from '../../geo/geometry.js';
import type { GeneratedProperty, GeneratedTown } from './generated-property.js';

/** A dense quarter of a large city; València's listings stand about as close. */
const PROPERTIES_PER_KM2 = 2_000;
const PROPERTIES_PER_TOWN = 1_500;
const METERS_PER_DEGREE = 111_195;
const LETTERS: readonly EnergyRating[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/**
 * At least so many properties: houses, flats of which some stand in one building, and a fifth in new buildings whose
 * lots look alike.
 */
export function makeProperties(seed: number, count: number): GeneratedProperty[] {
  const properties: GeneratedProperty[] = [];
  let lots = 0;
  for (let site = 0; properties.length < count; site++) {
    const random = drawsFor(seed, 'site', site);
    const town = townOf(Math.floor(properties.length / PROPERTIES_PER_TOWN));
    const point = somewhereIn(town, random);
    const made =
      lots < properties.length / 5
        ? makeProgramme(`${seed}-${site}`, town, point, random)
        : random.chance(0.22)
          ? [makeHouse(`${seed}-${site}`, town, point, random)]
          : makeBuilding(`${seed}-${site}`, town, point, random);
    if (made[0]!.lot !== undefined) lots += made.length;
    properties.push(...made);
  }
  return properties;
}

function townOf(number: number): GeneratedTown {
  return {
    id: 900_001 + number,
    name: `Gableville-${number + 1}`,
    centre: { lat: 44 + Math.floor(number / 10) * 0.5, lng: 3 + (number % 10) * 0.5 },
  };
}

function somewhereIn({ centre }: GeneratedTown, random: SeededRandom): Point {
  const side = Math.sqrt(PROPERTIES_PER_TOWN / PROPERTIES_PER_KM2) * 1_000;
  return moved(centre, between(random, -side / 2, side / 2), between(random, -side / 2, side / 2));
}

/** The point some meters to the north and to the east. */
export function moved({ lat, lng }: Point, north: number, east: number): Point {
  return {
    lat: toMeter(lat + north / METERS_PER_DEGREE),
    lng: toMeter(lng + east / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180)),
  };
}

function makeHouse(key: string, town: GeneratedTown, point: Point, random: SeededRandom): GeneratedProperty {
  const bedrooms = random.whole(2, 5);
  const area = Math.round((bedrooms * 22 + between(random, 20, 70)) * 10) / 10;
  const land = random.whole(15, 140) * 10 + random.whole(0, 9);
  const facts: Listing = {
    ...dealOf('HOUSE', area, random),
    area,
    areas: { land },
    bedrooms,
    rooms: bedrooms + random.whole(1, 2),
    bathrooms: bedrooms > 3 ? 2 : 1,
    condition: conditionOf(random),
    building: { constructionYear: random.whole(1900, 2018) },
    energy: energyOf(random),
    features: {
      garden: random.chance(0.85),
      terrace: random.chance(0.6),
      cellar: random.chance(0.3),
      parking: random.chance(0.7),
      swimmingPool: random.chance(0.1),
      furnished: random.chance(0.05),
    },
  };
  return { key, town, point, facts };
}

/** One to three flats for sale or rent in one house: they share all that is the house's. */
function makeBuilding(key: string, town: GeneratedTown, point: Point, random: SeededRandom): GeneratedProperty[] {
  const top = random.whole(1, 9);
  const shared = {
    building: { constructionYear: random.whole(1880, 2015), lots: random.whole(6, 90) },
    elevator: top > 3 ? random.chance(0.9) : random.chance(0.3),
    energy: energyOf(random),
  };
  return Array.from(
    {
      length: weighted(random, [
        [1, 70],
        [2, 22],
        [3, 8],
      ]),
    },
    (_, n) => {
      const bedrooms = weighted(random, [
        [0, 10],
        [1, 28],
        [2, 32],
        [3, 22],
        [4, 8],
      ]);
      const area = Math.round((bedrooms * 19 + between(random, 22, 48)) * 10) / 10;
      const floor = random.whole(0, top);
      const facts: Listing = {
        ...dealOf('FLAT', area, random),
        area,
        bedrooms,
        rooms: bedrooms + 1,
        bathrooms: bedrooms > 2 && random.chance(0.5) ? 2 : 1,
        floor,
        condition: conditionOf(random),
        building: shared.building,
        energy: random.chance(0.5) ? shared.energy : energyOf(random),
        features: {
          elevator: shared.elevator,
          lastFloor: floor === top,
          balcony: random.chance(0.45),
          terrace: random.chance(0.2),
          cellar: random.chance(0.45),
          parking: random.chance(0.35),
          furnished: random.chance(0.12),
          equippedKitchen: random.chance(0.6),
          intercom: random.chance(0.6),
        },
      };
      return { key: `${key}-${n}`, town, point, facts };
    },
  );
}

/**
 * A new building: a few plans, each repeated on several floors. A lot differs from its likes in its floor, its
 * number, its price and now and then a few decimals of its area.
 */
function makeProgramme(key: string, town: GeneratedTown, point: Point, random: SeededRandom): GeneratedProperty[] {
  const floors = random.whole(3, 7);
  const pricePerMeter = between(random, 3_000, 6_500);
  const terrace = random.chance(0.5);
  const plans = Array.from({ length: random.whole(2, 4) }, () => {
    const bedrooms = random.whole(1, 4);
    return {
      bedrooms,
      area: Math.round((bedrooms * 18 + between(random, 24, 40)) * 10) / 10,
      repeatsArea: random.chance(0.5),
    };
  });
  return plans.flatMap(({ bedrooms, area, repeatsArea }, plan) =>
    Array.from({ length: Math.min(floors, random.whole(2, 6)) }, (_, floor) => {
      const exact = repeatsArea ? area : Math.round((area + between(random, -1.2, 1.2)) * 10) / 10;
      const number = `${'ABC'[plan % 3]}${floor}${String(plan + 1).padStart(2, '0')}`;
      const price = Math.round((exact * pricePerMeter * (1 + floor * 0.013)) / 500) * 500;
      const facts: Listing = {
        transactionType: 'SELL',
        propertyType: 'FLAT',
        price,
        currency: 'EUR',
        area: exact,
        bedrooms,
        rooms: bedrooms + 1,
        bathrooms: bedrooms > 2 ? 2 : 1,
        floor,
        condition: 'NEW',
        building: { constructionYear: 2026, lots: floors * 4 },
        energy: { dpe: 'A', ghg: 'A', heatingSystem: 'HEAT_PUMP', energyCarrier: 'ELECTRICITY' },
        features: {
          elevator: true,
          balcony: !terrace,
          terrace,
          cellar: false,
          parking: true,
          intercom: true,
          lastFloor: floor === floors - 1,
          furnished: false,
        },
      };
      return {
        key: `${key}-${number}`,
        town,
        point,
        facts,
        lot: { programme: key, number, plan: `${key}-plan-${number}` },
      };
    }),
  );
}

function dealOf(type: 'FLAT' | 'HOUSE', area: number, random: SeededRandom): Listing {
  if (random.chance(0.2))
    return {
      transactionType: 'RENT',
      propertyType: type,
      currency: 'EUR',
      price: roundPrice(area * between(random, 9, 19), random),
    };
  return {
    transactionType: 'SELL',
    propertyType: type,
    currency: 'EUR',
    price: roundPrice(area * between(random, 1_800, 5_500), random),
  };
}

function conditionOf(random: SeededRandom): NonNullable<Listing['condition']> {
  return random.chance(0.14) ? 'TO_RENOVATE' : 'GOOD';
}

function energyOf(random: SeededRandom): NonNullable<Listing['energy']> {
  const letter = (): EnergyRating =>
    weighted(
      random,
      LETTERS.map((each, place) => [each, [2, 5, 22, 33, 22, 10, 6][place]!] as const),
    );
  const carrier = weighted(random, [
    ['GAS', 45],
    ['ELECTRICITY', 40],
    ['OIL', 8],
    ['WOOD', 7],
  ] as const);
  return {
    dpe: letter(),
    ghg: letter(),
    energyCarrier: carrier,
    heatingSystem: weighted(random, [
      ['BOILER', 40],
      ['RADIATOR', 30],
      ['ELECTRIC_HEATER', 20],
      ['HEAT_PUMP', 10],
    ] as const),
  };
}

/**
 * People ask round prices: most end in a multiple of five thousand (rents of fifty), so that two properties of one size
 * often cost the same.
 */
export function roundPrice(price: number, random: SeededRandom): number {
  return toStep(
    price,
    weighted(random, [
      [5_000, 60],
      [1_000, 30],
      [500, 10],
    ]) / (price < 10_000 ? 100 : 1),
  );
}
