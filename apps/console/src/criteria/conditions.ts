import type { ConditionPlace, PathOf, PlaceOf } from './condition-places.js';
import type { ConditionPath } from './node-path.js';

/** How a condition is written and edited. */
export type ConditionKind =
  'range' | 'moment' | 'flag' | 'words' | 'list' | 'tags' | 'places' | 'circle' | 'box' | 'shapes' | 'text';

export interface ConditionField {
  readonly path: ConditionPath;
  readonly kind: ConditionKind;
  readonly unit?: 'money' | 'area' | 'percent';
  /** Of a list: which words there are. */
  readonly words?: readonly string[];
}

const pathOf = <Place extends ConditionPlace>(place: Place) => place.split('.') as unknown as PathOf<Place>;
const range = <Place extends ConditionPlace>(place: Place, unit?: ConditionField['unit']) =>
  ({ path: pathOf(place), kind: 'range', unit }) as const;
const flag = <Place extends ConditionPlace>(place: Place) => ({ path: pathOf(place), kind: 'flag' }) as const;
const list = <Place extends ConditionPlace>(place: Place, ...words: string[]) =>
  ({ path: pathOf(place), kind: 'list', words }) as const;
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

type Table = Readonly<Record<string, ConditionField>>;
/** What the interface takes and a table lacks. */
type Lacking<Conditions extends Table> = Exclude<ConditionPlace, PlaceOf<Conditions[keyof Conditions]['path']>>;

/** A table that lacks a condition does not compile, and the message names it. */
const complete = <const Conditions extends Table>(
  conditions: Conditions & ([Lacking<Conditions>] extends [never] ? unknown : { readonly lacks: Lacking<Conditions> }),
): Conditions => conditions;

/** Every condition that the interface knows, by a name that its texts share. */
export const CONDITIONS = complete({
  transactionType: { path: ['transactionType'], kind: 'words', words: ['SELL', 'RENT'] },
  propertyType: list(
    'propertyType',
    ...['FLAT', 'HOUSE', 'BUILDING', 'PARKING', 'OFFICE', 'LAND', 'SHOP', 'COMMERCIAL_PREMISES', 'OTHER'],
  ),
  places: { path: ['location'], kind: 'places' },
  price: range('price', 'money'),
  area: range('area', 'area'),
  rooms: range('rooms.rooms'),
  bedrooms: range('rooms.bedrooms'),
  bathrooms: range('rooms.bathrooms'),
  text: { path: ['text'], kind: 'text' },
  pricePerSquareMeter: range('pricePerSquareMeter', 'money'),
  floor: range('unit.floor'),
  terrace: flag('unit.terrace'),
  balcony: flag('unit.balcony'),
  garden: flag('unit.garden'),
  cellar: flag('unit.cellar'),
  furnished: flag('unit.furnished'),
  equippedKitchen: flag('unit.equippedKitchen'),
  disabledAccess: flag('unit.disabledAccess'),
  lastFloor: flag('unit.lastFloor'),
  elevator: flag('amenities.elevator'),
  parking: flag('amenities.parking'),
  swimmingPool: flag('amenities.swimmingPool'),
  intercom: flag('amenities.intercom'),
  gym: flag('amenities.gym'),
  dpe: list('energy.dpe', ...LETTERS),
  ghg: list('energy.ghg', ...LETTERS),
  heatingSystem: list(
    'energy.heatingSystem',
    ...['BOILER', 'HEAT_PUMP', 'RADIATOR', 'FLOOR_HEATING', 'SOLAR_THERMAL', 'WOOD_STOVE', 'AIR_CONDITIONING'],
    'ELECTRIC_HEATER',
  ),
  energyCarrier: list(
    'energy.energyCarrier',
    ...['GAS', 'ELECTRICITY', 'OIL', 'WOOD', 'SOLAR', 'GEOTHERMAL', 'DISTRICT_HEATING'],
  ),
  condition: list('condition', 'NEW', 'GOOD', 'TO_RENOVATE'),
  publisherType: list(
    'publisher.type',
    ...['PRIVATE_INDIVIDUAL', 'REAL_ESTATE_AGENCY', 'COMMERCIAL_AGENT', 'MANDATED_AGENT', 'PROFESSIONAL_UNKNOWN'],
  ),
  transactionStatus: list('transactionStatus', 'AVAILABLE', 'UNDER_OFFER', 'SOLD', 'RENTED', 'WITHDRAWN'),
  saleType: list('saleType', 'STANDARD', 'LIFE_ANNUITY'),
  mandateType: list('mandateType', 'NON_EXCLUSIVE', 'EXCLUSIVE', 'SEMI_EXCLUSIVE'),
  accuracy: list('location.accuracy', 'PRECISE', 'STREET', 'NEIGHBORHOOD', 'DISTRICT', 'CITY', 'UNKNOWN'),
  source: { path: ['source'], kind: 'tags' },
  currency: { path: ['currency'], kind: 'tags' },
  postalCodes: { path: ['location', 'postalCodes'], kind: 'tags' },
  circle: { path: ['location'], kind: 'circle' },
  box: { path: ['location', 'boundingBox'], kind: 'box' },
  shapes: { path: ['location'], kind: 'shapes' },
  areaIndoor: range('areas.indoor', 'area'),
  areaOutdoor: range('areas.outdoor', 'area'),
  areaLand: range('areas.land', 'area'),
  areaBalcony: range('areas.balcony', 'area'),
  areaTerrace: range('areas.terrace', 'area'),
  areaGarden: range('areas.garden', 'area'),
  constructionYear: range('building.constructionYear'),
  renovationYear: range('building.renovationYear'),
  lots: range('building.lots'),
  charges: range('pricing.charges', 'money'),
  agencyFees: range('pricing.agencyFees', 'money'),
  securityDeposit: range('pricing.securityDeposit', 'money'),
  chargesIncluded: flag('pricing.chargesIncluded'),
  feesIncluded: flag('pricing.feesIncluded'),
  pictures: range('pictures'),
  publishedAt: { path: ['publishedAt'], kind: 'moment' },
  firstSeenAt: { path: ['firstSeenAt'], kind: 'moment' },
  lastChangedAt: { path: ['lastChangedAt'], kind: 'moment' },
  priceCutPercent: range('priceCut.percent', 'percent'),
  priceCutAmount: range('priceCut.amount', 'money'),
  lastPriceCutPercent: range('lastPriceCut.percent', 'percent'),
  lastPriceCutAmount: range('lastPriceCut.amount', 'money'),
});

export type ConditionName = keyof typeof CONDITIONS;
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];

export function fieldOf(name: ConditionName): ConditionField {
  return CONDITIONS[name];
}

/** What people look for most, beside kind, place, price, area and rooms. */
export const USUAL_FEATURES = [
  'terrace',
  'balcony',
  'garden',
  'elevator',
  'parking',
  'cellar',
  'furnished',
  'swimmingPool',
] as const satisfies readonly ConditionName[];
