import { between, drawsFor, toMeter, toStep, weighted } from '../generating/mixed-dice.js';
import type { Dice } from '../generating/dice.js';
import type { EnergyRating } from '../../values/vocabulary.js';
import type { Listing } from '../../listing/listing.js';
import type { Point } from '../../geo/geometry.js';
import type { KnownHome, KnownTown } from './known-home.js';

/** A dense quarter of a large city; València's adverts stand about as close. */
const HOMES_PER_KM2 = 2_000;
const HOMES_PER_TOWN = 1_500;
const METERS_PER_DEGREE = 111_195;
const LETTERS: readonly EnergyRating[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** At least so many homes: houses, flats of which some stand in one building, and a fifth in new buildings whose lots look alike. */
export function makeHomes(seed: number, count: number): KnownHome[] {
  const homes: KnownHome[] = [];
  let lots = 0;
  for (let site = 0; homes.length < count; site++) {
    const dice = drawsFor(seed, 'site', site);
    const town = townOf(Math.floor(homes.length / HOMES_PER_TOWN));
    const point = somewhereIn(town, dice);
    const made =
      lots < homes.length / 5
        ? makeProgramme(`${seed}-${site}`, town, point, dice)
        : dice.chance(0.22)
          ? [makeHouse(`${seed}-${site}`, town, point, dice)]
          : makeBuilding(`${seed}-${site}`, town, point, dice);
    if (made[0]!.lot !== undefined) lots += made.length;
    homes.push(...made);
  }
  return homes;
}

function townOf(number: number): KnownTown {
  return {
    id: 900_001 + number,
    name: `Gableville-${number + 1}`,
    centre: { lat: 44 + Math.floor(number / 10) * 0.5, lng: 3 + (number % 10) * 0.5 },
  };
}

function somewhereIn({ centre }: KnownTown, dice: Dice): Point {
  const side = Math.sqrt(HOMES_PER_TOWN / HOMES_PER_KM2) * 1_000;
  return moved(centre, between(dice, -side / 2, side / 2), between(dice, -side / 2, side / 2));
}

/** The point some meters to the north and to the east. */
export function moved({ lat, lng }: Point, north: number, east: number): Point {
  return {
    lat: toMeter(lat + north / METERS_PER_DEGREE),
    lng: toMeter(lng + east / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180)),
  };
}

function makeHouse(key: string, town: KnownTown, point: Point, dice: Dice): KnownHome {
  const bedrooms = dice.whole(2, 5);
  const area = Math.round((bedrooms * 22 + between(dice, 20, 70)) * 10) / 10;
  const land = dice.whole(15, 140) * 10 + dice.whole(0, 9);
  const facts: Listing = {
    ...dealOf('HOUSE', area, dice),
    area,
    areas: { land },
    bedrooms,
    rooms: bedrooms + dice.whole(1, 2),
    bathrooms: bedrooms > 3 ? 2 : 1,
    condition: conditionOf(dice),
    building: { constructionYear: dice.whole(1900, 2018) },
    energy: energyOf(dice),
    features: {
      garden: dice.chance(0.85),
      terrace: dice.chance(0.6),
      cellar: dice.chance(0.3),
      parking: dice.chance(0.7),
      swimmingPool: dice.chance(0.1),
      furnished: dice.chance(0.05),
    },
  };
  return { key, town, point, facts };
}

/** One to three flats for sale or rent in one house: they share all that is the house's. */
function makeBuilding(key: string, town: KnownTown, point: Point, dice: Dice): KnownHome[] {
  const top = dice.whole(1, 9);
  const shared = {
    building: { constructionYear: dice.whole(1880, 2015), lots: dice.whole(6, 90) },
    elevator: top > 3 ? dice.chance(0.9) : dice.chance(0.3),
    energy: energyOf(dice),
  };
  return Array.from(
    {
      length: weighted(dice, [
        [1, 70],
        [2, 22],
        [3, 8],
      ]),
    },
    (_, n) => {
      const bedrooms = weighted(dice, [
        [0, 10],
        [1, 28],
        [2, 32],
        [3, 22],
        [4, 8],
      ]);
      const area = Math.round((bedrooms * 19 + between(dice, 22, 48)) * 10) / 10;
      const floor = dice.whole(0, top);
      const facts: Listing = {
        ...dealOf('FLAT', area, dice),
        area,
        bedrooms,
        rooms: bedrooms + 1,
        bathrooms: bedrooms > 2 && dice.chance(0.5) ? 2 : 1,
        floor,
        condition: conditionOf(dice),
        building: shared.building,
        energy: dice.chance(0.5) ? shared.energy : energyOf(dice),
        features: {
          elevator: shared.elevator,
          lastFloor: floor === top,
          balcony: dice.chance(0.45),
          terrace: dice.chance(0.2),
          cellar: dice.chance(0.45),
          parking: dice.chance(0.35),
          furnished: dice.chance(0.12),
          equippedKitchen: dice.chance(0.6),
          intercom: dice.chance(0.6),
        },
      };
      return { key: `${key}-${n}`, town, point, facts };
    },
  );
}

/** A new building: a few plans, each repeated on several floors. A lot differs from its likes in its floor, its number, its price and now and then a few decimals of its area. */
function makeProgramme(key: string, town: KnownTown, point: Point, dice: Dice): KnownHome[] {
  const floors = dice.whole(3, 7);
  const pricePerMeter = between(dice, 3_000, 6_500);
  const terrace = dice.chance(0.5);
  const plans = Array.from({ length: dice.whole(2, 4) }, () => {
    const bedrooms = dice.whole(1, 4);
    return {
      bedrooms,
      area: Math.round((bedrooms * 18 + between(dice, 24, 40)) * 10) / 10,
      repeatsArea: dice.chance(0.5),
    };
  });
  return plans.flatMap(({ bedrooms, area, repeatsArea }, plan) =>
    Array.from({ length: Math.min(floors, dice.whole(2, 6)) }, (_, floor) => {
      const exact = repeatsArea ? area : Math.round((area + between(dice, -1.2, 1.2)) * 10) / 10;
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

function dealOf(type: 'FLAT' | 'HOUSE', area: number, dice: Dice): Listing {
  if (dice.chance(0.2))
    return {
      transactionType: 'RENT',
      propertyType: type,
      currency: 'EUR',
      price: roundPrice(area * between(dice, 9, 19), dice),
    };
  return {
    transactionType: 'SELL',
    propertyType: type,
    currency: 'EUR',
    price: roundPrice(area * between(dice, 1_800, 5_500), dice),
  };
}

function conditionOf(dice: Dice): NonNullable<Listing['condition']> {
  return dice.chance(0.14) ? 'TO_RENOVATE' : 'GOOD';
}

function energyOf(dice: Dice): NonNullable<Listing['energy']> {
  const letter = (): EnergyRating =>
    weighted(
      dice,
      LETTERS.map((each, place) => [each, [2, 5, 22, 33, 22, 10, 6][place]!] as const),
    );
  const carrier = weighted(dice, [
    ['GAS', 45],
    ['ELECTRICITY', 40],
    ['OIL', 8],
    ['WOOD', 7],
  ] as const);
  return {
    dpe: letter(),
    ghg: letter(),
    energyCarrier: carrier,
    heatingSystem: weighted(dice, [
      ['BOILER', 40],
      ['RADIATOR', 30],
      ['ELECTRIC_HEATER', 20],
      ['HEAT_PUMP', 10],
    ] as const),
  };
}

/** People ask round prices: most end in a multiple of five thousand (rents of fifty), so that two homes of one size often cost the same. */
export function roundPrice(price: number, dice: Dice): number {
  return toStep(
    price,
    weighted(dice, [
      [5_000, 60],
      [1_000, 30],
      [500, 10],
    ]) / (price < 10_000 ? 100 : 1),
  );
}
