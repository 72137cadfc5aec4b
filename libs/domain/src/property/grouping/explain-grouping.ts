import { distanceMeters } from '../../geo/distance.js';
import type { Listing } from '../../listing/listing.js';
import { marksOf } from './listing-marks.js';
import type { ComparedSignal, Comparison, SignalName } from './compare-listings.js';
import { areaOf, spotOf, type GroupingItem } from './grouping-item.js';

/** Signals that moved the score by less say little to a reader, but for those that everybody asks about. */
const MIN_BITS = 0.3;
const ALWAYS_SAID: ReadonlySet<SignalName> = new Set(['place', 'price']);

/**
 * Says in words why two listings were taken for one property (or what speaks against it), the most telling first: "same
 * area, 80 m²", "45 m apart", "prices 3 % apart".
 */
export function explainGrouping(a: GroupingItem, b: GroupingItem, { signals }: Comparison): string[] {
  return signals
    .filter(({ signal, weight }) => ALWAYS_SAID.has(signal) || Math.abs(weight) >= MIN_BITS)
    .sort((one, other) => other.weight - one.weight)
    .map((compared) => PHRASES[compared.signal](a.listing, b.listing, compared));
}

type Phrase = (a: Listing, b: Listing, compared: ComparedSignal) => string;

const PHRASES: Readonly<Record<SignalName, Phrase>> = {
  deal: values('deal', 'deals', (listing) => listing.transactionType?.toLowerCase()),
  type: values('type', 'types', (listing) => listing.propertyType?.toLowerCase()),
  source: () => 'advertised on two sites',
  area: (a, b, { level }) =>
    level.startsWith('same') ? `same area, ${areaOf(a)} m²` : `areas ${areaOf(a)} m² and ${areaOf(b)} m²`,
  floor: values('floor', 'floors', (listing) => listing.floor),
  bedrooms: values('number of bedrooms', 'bedrooms', (listing) => listing.bedrooms),
  rooms: values('number of rooms', 'rooms', (listing) => listing.rooms),
  bathrooms: values('number of bathrooms', 'bathrooms', (listing) => listing.bathrooms),
  constructionYear: values('construction year', 'construction years', (listing) => listing.building?.constructionYear),
  condition: values('condition', 'conditions', (listing) => listing.condition?.toLowerCase().replace('_', ' ')),
  price: (a, b) => (a.price === b.price ? 'same price' : `prices ${percentApart(a.price ?? 0, b.price ?? 0)} % apart`),
  place: (a, b, { level }) => {
    const [spotA, spotB] = [spotOf(a), spotOf(b)];
    return spotA && spotB && !level.includes('town') ? `${Math.round(distanceMeters(spotA, spotB))} m apart` : level;
  },
  furnished: trait('are furnished', 'is furnished'),
  lastFloor: trait('are on the last floor', 'is on the last floor'),
  terrace: trait('have a terrace', 'has a terrace'),
  garden: trait('have a garden', 'has a garden'),
  cellar: trait('have a cellar', 'has a cellar'),
  elevator: trait('have an elevator', 'has an elevator'),
  parking: trait('have parking', 'has parking'),
  swimmingPool: trait('have a swimming pool', 'has a swimming pool'),
  equippedKitchen: trait('have an equipped kitchen', 'has an equipped kitchen'),
  balcony: trait('have a balcony', 'has a balcony'),
  energyRating: values('energy rating', 'energy ratings', (listing) => listing.energy?.dpe),
  emissionRating: values('emission rating', 'emission ratings', (listing) => listing.energy?.ghg),
  heating: (_a, _b, { level }) => (level === 'same' ? 'same heating' : 'different heating'),
  land: (a, b, { level }) =>
    level === 'same' ? `same plot, ${a.areas?.land} m²` : `plots ${a.areas?.land} m² and ${b.areas?.land} m²`,
  homesInBuilding: values(
    'number of homes in the building',
    'numbers of homes in the building',
    (listing) => listing.building?.lots,
  ),
  lot: values('number in the building', 'numbers in the building:', (listing) => marksOf(listing).lot),
  newBuilding: (_a, _b, { level }) =>
    level === 'same price' ? 'new homes at the same price' : 'new homes at different prices',
  reference: (a, b) => {
    const [inA, inB] = [marksOf(a).reference, marksOf(b).reference];
    return inA === inB
      ? `same reference of the agency, ${inA}`
      : `the agency gives them different references, ${inA} and ${inB}`;
  },
  text: (_a, _b, { level }) => `descriptions: ${level}`,
  pictures: (_a, _b, { level }) => `pictures: ${level}`,
};

function values(one: string, many: string, read: (listing: Listing) => string | number | undefined): Phrase {
  return (a, b) => {
    const [inA, inB] = [read(a), read(b)];
    if (inA === undefined && inB === undefined) return `neither states the ${one}`;
    if (inA === undefined || inB === undefined) return `only one states the ${one}`;
    return inA === inB ? `same ${one}, ${inA}` : `${many} ${inA} and ${inB}`;
  };
}

function trait(both: string, one: string): Phrase {
  return (_a, _b, { level }) => {
    if (level === 'both have it') return `both ${both}`;
    return level === 'both lack it' ? `neither ${one}` : `only one ${one}`;
  };
}

function percentApart(a: number, b: number): string {
  const percent = (Math.abs(a - b) / Math.max(a, b)) * 100;
  return percent < 1 ? 'less than 1' : String(Math.round(percent));
}
