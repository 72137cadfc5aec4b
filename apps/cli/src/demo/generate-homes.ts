import type { EnergyCarrier, EnergyRating, Feature, HeatingSystem, HomeCondition, Point, PropertyType, TransactionType } from '@gable/domain';
import type { Town } from './generate-divisions.js';
import { offset, round } from './outline.js';
import { rentPerArea, salePricePerArea } from './price-levels.js';
import type { Random } from './random.js';
import { QUARTERS, STREETS } from './streets.js';

/** The truth about a home. Adverts show parts of it, each in its own words. */
export interface Home {
  /** Of this home alone; it stands in no advert. */
  key: string;
  town: Town;
  district?: Town;
  point: Point;
  street: string;
  quarter: string;
  postalCode?: string;
  transactionType: TransactionType;
  propertyType: PropertyType;
  area: number;
  land?: number;
  balconyArea?: number;
  terraceArea?: number;
  gardenArea?: number;
  rooms?: number;
  bedrooms?: number;
  bathrooms?: number;
  floor?: number;
  /** Storeys above the ground floor. */
  storeys?: number;
  features: Partial<Record<Feature, boolean>>;
  constructionYear?: number;
  renovationYear?: number;
  lots?: number;
  energy?: { dpe: EnergyRating; ghg: EnergyRating; heatingSystem: HeatingSystem; energyCarrier: EnergyCarrier };
  condition: HomeCondition;
  lifeAnnuity: boolean;
  price: number;
  charges?: number;
}

type Kind = 'city' | 'village';
const TYPES: Readonly<Record<Kind, readonly (readonly [PropertyType, number])[]>> = {
  city: [['FLAT', 62], ['HOUSE', 17], ['PARKING', 5], ['OFFICE', 4], ['SHOP', 3.5], ['COMMERCIAL_PREMISES', 2.5], ['BUILDING', 2.5], ['LAND', 2], ['OTHER', 1.5]],
  village: [['HOUSE', 60], ['LAND', 18], ['FLAT', 10], ['BUILDING', 4], ['OTHER', 4], ['SHOP', 2], ['PARKING', 1], ['COMMERCIAL_PREMISES', 1]],
};
const RENT_SHARE: Readonly<Record<PropertyType, number>> = {
  FLAT: 0.36, HOUSE: 0.14, BUILDING: 0, PARKING: 0.45, OFFICE: 0.6, LAND: 0, SHOP: 0.55, COMMERCIAL_PREMISES: 0.55, OTHER: 0.12,
};

/** One home in a town. */
export function generateHome(key: string, town: Town, random: Random): Home {
  const district = town.districts.length > 0 ? random.weighted(town.districts.map((each) => [each, each.population] as const)) : undefined;
  const place = district ?? town;
  const propertyType = random.weighted(TYPES[town.outlined ? 'city' : 'village']);
  const distance = place.reachKm * Math.sqrt(random.next()) * 0.9;
  const bearing = random.between(0, 2 * Math.PI);
  const home: Home = {
    key, town, ...(district && { district }), propertyType, point: offset(place.center, distance * Math.cos(bearing), distance * Math.sin(bearing)),
    street: `${random.integer(1, 140)} ${random.pick(STREETS)}`, transactionType: random.chance(RENT_SHARE[propertyType]) ? 'RENT' : 'SELL',
    quarter: random.pick(QUARTERS), ...(place.postalCodes.length > 0 && { postalCode: random.pick(place.postalCodes) }),
    area: 0, features: {}, condition: 'GOOD', lifeAnnuity: false, price: 0,
  };
  build(home, random);
  lay[propertyType](home, random);
  home.price = priceOf(home, random);
  home.lifeAnnuity = home.transactionType === 'SELL' && (propertyType === 'FLAT' || propertyType === 'HOUSE') && random.chance(0.02);
  if (home.lifeAnnuity) home.price = tidy(home.price * 0.45);
  return home;
}

/** Share of the flats whose building has another one on the market, alike in all but floor and price: what grouping must keep apart. */
const TWINS = 0.06;

/** Another flat of the same building and layout, or none. */
export function generateTwin(home: Home, random: Random): Home | undefined {
  if (home.propertyType !== 'FLAT' || home.storeys === undefined || home.gardenArea !== undefined || !random.chance(TWINS)) return undefined;
  const floor = ((home.floor as number) + random.integer(1, home.storeys)) % (home.storeys + 1);
  const features = { ...home.features, lastFloor: floor === home.storeys };
  return { ...home, key: `${home.key}-twin`, floor, features, price: tidy(home.price * random.between(0.95, 1.06)) };
}

/** Year, condition and energy of the walls; land has none. */
function build(home: Home, random: Random): void {
  if (home.propertyType === 'LAND') return;
  const [from, to] = random.weighted([[[1850, 1914], 24], [[1920, 1948], 12], [[1949, 1974], 27], [[1975, 1999], 18], [[2000, 2012], 11], [[2013, 2026], 8]] as const);
  const year = random.integer(from, to);
  home.constructionYear = year;
  if (year < 1990 && random.chance(0.35)) home.renovationYear = random.integer(2005, 2025);
  home.condition = year >= 2022 ? 'NEW' : !home.renovationYear && year < 1990 && random.chance(0.25) ? 'TO_RENOVATE' : 'GOOD';
  if (home.propertyType === 'PARKING') return;
  const carrier = random.weighted<EnergyCarrier>([['GAS', 40], ['ELECTRICITY', 38], ['OIL', home.town.outlined ? 4 : 12], ['WOOD', home.town.outlined ? 2 : 10], ['DISTRICT_HEATING', home.town.outlined ? 12 : 0], ['GEOTHERMAL', year > 2005 ? 3 : 0], ['SOLAR', home.propertyType === 'HOUSE' && year > 2005 ? 2 : 0]]);
  const age = year >= 2013 ? 0.6 : year >= 2000 ? 2 : year >= 1975 ? 3 : 4;
  const dpe = grade(age + (home.condition === 'TO_RENOVATE' ? 1.3 : 0) - (home.renovationYear ? 1 : 0) + random.between(-1, 1));
  const ghg = grade('ABCDEFG'.indexOf(dpe) + ({ ELECTRICITY: -2, WOOD: -2.5, SOLAR: -2, GEOTHERMAL: -2, OIL: 0.8 } as Partial<Record<EnergyCarrier, number>>)[carrier]! || 0);
  home.energy = { dpe, ghg, heatingSystem: heatingOf(carrier, year, random), energyCarrier: carrier };
}

function grade(value: number): EnergyRating {
  return 'ABCDEFG'.charAt(Math.min(6, Math.max(0, Math.round(value)))) as EnergyRating;
}

function heatingOf(carrier: EnergyCarrier, year: number, random: Random): HeatingSystem {
  if (carrier === 'WOOD') return 'WOOD_STOVE';
  if (carrier === 'SOLAR') return 'SOLAR_THERMAL';
  if (carrier === 'GEOTHERMAL') return 'HEAT_PUMP';
  if (carrier === 'GAS' || carrier === 'OIL') return 'BOILER';
  if (carrier === 'DISTRICT_HEATING') return random.chance(0.3) ? 'FLOOR_HEATING' : 'RADIATOR';
  return year >= 2005 ? random.pick(['HEAT_PUMP', 'AIR_CONDITIONING', 'FLOOR_HEATING'] as const) : random.pick(['ELECTRIC_HEATER', 'ELECTRIC_HEATER', 'RADIATOR'] as const);
}

const lay: Readonly<Record<PropertyType, (home: Home, random: Random) => void>> = {
  FLAT(home, random) {
    const rooms = random.weighted([[1, 16], [2, 27], [3, 29], [4, 18], [5, 8], [6, 2]] as const);
    home.rooms = rooms;
    home.bedrooms = rooms === 1 ? 0 : rooms - (rooms > 3 && random.chance(0.25) ? 2 : 1);
    home.bathrooms = rooms >= 5 ? random.integer(1, 2) : 1;
    home.area = round((rooms === 1 ? 26 : 18 + 19.5 * (rooms - 0.4)) * random.around(0.09), 1);
    const year = home.constructionYear as number;
    home.storeys = year < 1949 ? random.integer(3, 6) : year < 1975 ? random.integer(3, 14) : random.integer(2, 8);
    home.floor = random.integer(0, home.storeys);
    home.lots = random.integer(home.storeys + 2, home.storeys * 8 + 6);
    const outside = random.weighted([['none', 45], ['balcony', 33], ['terrace', 15], ['garden', home.floor === 0 ? 30 : 0]] as const);
    if (outside === 'balcony') home.balconyArea = random.integer(3, 12);
    if (outside === 'terrace') home.terraceArea = random.integer(8, 40);
    if (outside === 'garden') home.gardenArea = random.integer(15, 120);
    home.features = {
      furnished: home.transactionType === 'RENT' && random.chance(rooms < 3 ? 0.5 : 0.2), disabledAccess: year > 2006 && random.chance(0.5), equippedKitchen: random.chance(0.6),
      balcony: outside === 'balcony', terrace: outside === 'terrace', garden: outside === 'garden', cellar: random.chance(0.5), lastFloor: home.floor === home.storeys,
      elevator: random.chance(home.storeys > 4 ? (year < 1949 ? 0.45 : 0.92) : year > 1990 ? 0.7 : 0.12), intercom: random.chance(0.8), gym: year > 2010 && random.chance(0.04),
      swimmingPool: year > 1980 && random.chance(0.05), parking: random.chance(year > 1970 ? 0.6 : 0.12),
    };
    home.charges = round(home.area * random.between(1, 3.4), 0);
  },
  HOUSE(home, random) {
    const rooms = random.weighted([[3, 13], [4, 27], [5, 31], [6, 17], [7, 9], [8, 3]] as const);
    home.rooms = rooms;
    home.bedrooms = rooms - random.integer(1, rooms > 4 ? 2 : 1);
    home.bathrooms = random.integer(1, rooms > 4 ? 3 : 2);
    home.area = round((24 * rooms - 8) * random.around(0.1), 1);
    home.land = random.integer(home.town.outlined ? 80 : 300, home.town.outlined ? 900 : 3_500);
    home.gardenArea = round(home.land * random.between(0.5, 0.8), 0);
    if (random.chance(0.6)) home.terraceArea = random.integer(12, 60);
    home.features = {
      furnished: home.transactionType === 'RENT' && random.chance(0.12), disabledAccess: random.chance(0.1), equippedKitchen: random.chance(0.7), balcony: random.chance(0.12),
      terrace: home.terraceArea !== undefined, garden: true, cellar: random.chance(0.4), intercom: random.chance(0.3), gym: random.chance(0.01),
      swimmingPool: random.chance(home.town.center.lat < 45 ? 0.28 : 0.07), parking: random.chance(0.75),
    };
    if (home.features.balcony) home.balconyArea = random.integer(3, 10);
  },
  BUILDING(home, random) {
    home.lots = random.integer(3, 14);
    home.storeys = random.integer(2, 5);
    home.area = round(home.lots * random.between(38, 62), 0);
    home.land = random.integer(120, 900);
    home.features = { cellar: random.chance(0.7), parking: random.chance(0.3), elevator: false, garden: random.chance(0.25) };
  },
  PARKING(home, random) {
    home.area = random.integer(10, 18);
    home.floor = -random.integer(0, 3);
    home.features = { parking: true, elevator: random.chance(0.4), intercom: random.chance(0.3), disabledAccess: random.chance(0.2) };
    home.charges = random.integer(8, 30);
  },
  OFFICE(home, random) {
    home.area = round(random.weighted([[60, 5], [120, 4], [280, 2], [650, 1]] as const) * random.around(0.2), 0);
    home.rooms = Math.max(1, Math.round(home.area / 25));
    home.storeys = random.integer(1, 9);
    home.floor = random.integer(0, home.storeys);
    home.features = { elevator: random.chance(0.7), disabledAccess: random.chance(0.6), intercom: random.chance(0.7), parking: random.chance(0.5), equippedKitchen: random.chance(0.3) };
    home.charges = round(home.area * random.between(1.5, 4), 0);
  },
  LAND(home, random) {
    home.area = random.integer(home.town.outlined ? 250 : 450, home.town.outlined ? 1_100 : 2_800);
    home.land = home.area;
  },
  SHOP(home, random) {
    home.area = round(random.weighted([[45, 5], [90, 4], [180, 1]] as const) * random.around(0.2), 0);
    home.floor = 0;
    home.features = { cellar: random.chance(0.5), disabledAccess: random.chance(0.6), parking: random.chance(0.15) };
  },
  COMMERCIAL_PREMISES(home, random) {
    home.area = round(random.weighted([[150, 4], [400, 4], [900, 2]] as const) * random.around(0.2), 0);
    home.land = round(home.area * random.between(1.1, 3), 0);
    home.features = { disabledAccess: random.chance(0.5), parking: random.chance(0.85) };
  },
  OTHER(home, random) {
    home.area = random.integer(20, 160);
    home.land = random.integer(0, 1) * random.integer(100, 1_500) || undefined;
    home.features = { parking: random.chance(0.4), garden: home.land !== undefined };
  },
};

/** How dear a m² is against one of a flat; parking is priced by the place and land by its own measure. */
const PRICE_FACTOR: Readonly<Record<PropertyType, number>> = {
  FLAT: 1, HOUSE: 0.93, BUILDING: 0.68, PARKING: 0.42, OFFICE: 0.8, LAND: 0.075, SHOP: 0.9, COMMERCIAL_PREMISES: 0.45, OTHER: 0.45,
};

function priceOf(home: Home, random: Random): number {
  const perArea = home.transactionType === 'SELL' ? salePricePerArea(home.town, home.district) : rentPerArea(home.town, home.district);
  const small = home.propertyType === 'FLAT' ? (home.area < 30 ? 1.15 : home.area > 90 ? 0.95 : 1) : 1;
  const condition = { NEW: 1.2, GOOD: 1, TO_RENOVATE: 0.8 }[home.condition];
  const better = 1 + (home.features.terrace ? 0.05 : 0) + (home.features.lastFloor && home.features.elevator ? 0.06 : 0) + (home.features.swimmingPool ? 0.08 : 0);
  const land = home.propertyType === 'HOUSE' && home.transactionType === 'SELL' ? (home.land as number) * perArea * 0.02 : 0;
  return tidy((home.area * perArea * PRICE_FACTOR[home.propertyType] * small * condition * better + land) * random.around(0.11));
}

/** As adverts show prices: whole euros below a thousand, tens of euros of rent, and thousands or five hundreds above. */
export function tidy(price: number): number {
  const step = price < 1_000 ? 1 : price < 10_000 ? 10 : price < 100_000 ? 500 : price < 400_000 ? 1_000 : 5_000;
  return Math.max(step, Math.round(price / step) * step);
}
