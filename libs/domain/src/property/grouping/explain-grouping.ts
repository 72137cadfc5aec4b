import type { SentenceLanguage } from '../../criteria/phrases/languages.js';
import { distanceMeters } from '../../geo/distance.js';
import type { Listing } from '../../listing/listing.js';
import { marksOf } from './listing-marks.js';
import type { ComparedSignal, Comparison, SignalName } from './compare-listings.js';
import { areaOf, spotOf, type GroupingItem } from './grouping-item.js';
import { ENGLISH } from './reasons/english.js';
import { FRENCH } from './reasons/french.js';
import { GERMAN } from './reasons/german.js';
import type { ReasonWords, TraitSignal, ValueSignal } from './reasons/reason-words.js';

const WORDS: Readonly<Record<SentenceLanguage, ReasonWords>> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** Signals that moved the score by less say little to a reader, but for those that everybody asks about. */
const MIN_BITS = 0.3;
const ALWAYS_SAID: ReadonlySet<SignalName> = new Set(['place', 'price']);

/**
 * Says in words why two listings were taken for one property (or what speaks against it), the most telling first: "same
 * area, 80 m²", "45 m apart", "prices 3 % apart".
 */
export function explainGrouping(
  a: GroupingItem,
  b: GroupingItem,
  { signals }: Comparison,
  language: SentenceLanguage = 'en',
): string[] {
  return signals
    .filter(({ signal, weight }) => ALWAYS_SAID.has(signal) || Math.abs(weight) >= MIN_BITS)
    .sort((one, other) => other.weight - one.weight)
    .map((compared) => explainSignal(a, b, compared, language));
}

/** Says what came out of one signal: "same area, 80 m²". */
export function explainSignal(
  { listing: a }: GroupingItem,
  { listing: b }: GroupingItem,
  { signal, level }: Pick<ComparedSignal, 'signal' | 'level'>,
  language: SentenceLanguage,
): string {
  return PHRASES[signal](a, b, level, WORDS[language]);
}

type Phrase = (a: Listing, b: Listing, level: string, words: ReasonWords) => string;

const PHRASES: Readonly<Record<SignalName, Phrase>> = {
  deal: value('deal', (listing) => listing.transactionType),
  type: value('type', (listing) => listing.propertyType),
  source: (_a, _b, _level, { twoSites }) => twoSites,
  area: (a, b, level, { sameArea, areas, number }) =>
    level.startsWith('same') ? sameArea(number(areaOf(a)!)) : areas(number(areaOf(a)!), number(areaOf(b)!)),
  floor: value('floor', (listing) => listing.floor),
  bedrooms: value('bedrooms', (listing) => listing.bedrooms),
  rooms: value('rooms', (listing) => listing.rooms),
  bathrooms: value('bathrooms', (listing) => listing.bathrooms),
  constructionYear: value('constructionYear', ({ building }) => building?.constructionYear?.toString()),
  condition: value('condition', (listing) => listing.condition),
  price: (a, b, _level, words) =>
    a.price === b.price ? words.samePrice : words.pricesApart(percentApart(a.price ?? 0, b.price ?? 0, words)),
  place: (a, b, level, { place, metersApart, number }) => {
    const [spotA, spotB] = [spotOf(a), spotOf(b)];
    return place[level] ?? metersApart(number(Math.round(spotA && spotB ? distanceMeters(spotA, spotB) : 0)));
  },
  furnished: trait('furnished'),
  lastFloor: trait('lastFloor'),
  terrace: trait('terrace'),
  garden: trait('garden'),
  cellar: trait('cellar'),
  elevator: trait('elevator'),
  parking: trait('parking'),
  swimmingPool: trait('swimmingPool'),
  equippedKitchen: trait('equippedKitchen'),
  balcony: trait('balcony'),
  energyRating: value('energyRating', (listing) => listing.energy?.dpe),
  emissionRating: value('emissionRating', (listing) => listing.energy?.ghg),
  heating: (_a, _b, level, { sameHeating, otherHeating }) => (level === 'same' ? sameHeating : otherHeating),
  land: (a, b, level, { samePlot, plots, number }) =>
    level === 'same' ? samePlot(number(a.areas!.land!)) : plots(number(a.areas!.land!), number(b.areas!.land!)),
  homesInBuilding: value('homesInBuilding', (listing) => listing.building?.lots),
  lot: value('lot', (listing) => marksOf(listing).lot),
  newBuilding: (_a, _b, level, { newAtOnePrice, newAtOtherPrices }) =>
    level === 'same price' ? newAtOnePrice : newAtOtherPrices,
  reference: (a, b, _level, { sameReference, references }) => {
    const [inA = '', inB = ''] = [marksOf(a).reference, marksOf(b).reference];
    return inA === inB ? sameReference(inA) : references(inA, inB);
  },
  text: (_a, _b, level, { text }) => text[level] ?? level,
  pictures: (_a, _b, level, { pictures }) => pictures[level] ?? level,
};

function value(signal: ValueSignal, read: (listing: Listing) => string | number | undefined): Phrase {
  return (a, b, _level, { values, words, number }) => {
    const { neither, onlyOne, same, different } = values[signal];
    const [inA, inB] = [read(a), read(b)];
    if (inA === undefined && inB === undefined) return neither;
    if (inA === undefined || inB === undefined) return onlyOne;
    const say = (stated: string | number): string =>
      typeof stated === 'number' ? number(stated) : (words[stated] ?? stated);
    return inA === inB ? same(say(inA)) : different(say(inA), say(inB));
  };
}

function trait(signal: TraitSignal): Phrase {
  return (_a, _b, level, { traits }) => {
    const { both, neither, onlyOne } = traits[signal];
    if (level === 'both have it') return both;
    return level === 'both lack it' ? neither : onlyOne;
  };
}

function percentApart(a: number, b: number, { lessThanOne, number }: ReasonWords): string {
  const percent = (Math.abs(a - b) / Math.max(a, b)) * 100;
  return percent < 1 ? lessThanOne : number(Math.round(percent));
}
