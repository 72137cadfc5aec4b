import type { ReasonWords, TraitWords, ValueWords } from './reason-words.js';

const stated = (one: string, many: string): ValueWords => ({
  neither: `neither states the ${one}`,
  onlyOne: `only one states the ${one}`,
  same: (value) => `same ${one}, ${value}`,
  different: (a, b) => `${many} ${a} and ${b}`,
});
const trait = (both: string, one: string): TraitWords => ({
  both: `both ${both}`,
  neither: `neither ${one}`,
  onlyOne: `only one ${one}`,
});
const having = (thing: string): TraitWords => trait(`have ${thing}`, `has ${thing}`);
const namedAs = (name: string, levels: readonly string[]) =>
  Object.fromEntries(levels.map((level) => [level, `${name}: ${level}`]));

export const ENGLISH: ReasonWords = {
  number: String,
  values: {
    deal: stated('deal', 'deals'),
    type: stated('type', 'types'),
    floor: stated('floor', 'floors'),
    bedrooms: stated('number of bedrooms', 'bedrooms'),
    rooms: stated('number of rooms', 'rooms'),
    bathrooms: stated('number of bathrooms', 'bathrooms'),
    constructionYear: stated('construction year', 'construction years'),
    condition: stated('condition', 'conditions'),
    energyRating: stated('energy rating', 'energy ratings'),
    emissionRating: stated('emission rating', 'emission ratings'),
    homesInBuilding: stated('number of homes in the building', 'numbers of homes in the building'),
    lot: stated('number in the building', 'numbers in the building:'),
  },
  traits: {
    furnished: trait('are furnished', 'is furnished'),
    lastFloor: trait('are on the last floor', 'is on the last floor'),
    terrace: having('a terrace'),
    garden: having('a garden'),
    cellar: having('a cellar'),
    elevator: having('an elevator'),
    parking: having('parking'),
    swimmingPool: having('a swimming pool'),
    equippedKitchen: having('an equipped kitchen'),
    balcony: having('a balcony'),
  },
  words: {
    SELL: 'sell',
    RENT: 'rent',
    FLAT: 'flat',
    HOUSE: 'house',
    BUILDING: 'building',
    PARKING: 'parking',
    OFFICE: 'office',
    LAND: 'land',
    SHOP: 'shop',
    COMMERCIAL_PREMISES: 'commercial premises',
    OTHER: 'other',
    NEW: 'new',
    GOOD: 'good',
    TO_RENOVATE: 'to renovate',
  },
  twoSites: 'advertised on two sites',
  sameArea: (area) => `same area, ${area} m²`,
  areas: (a, b) => `areas ${a} m² and ${b} m²`,
  samePlot: (area) => `same plot, ${area} m²`,
  plots: (a, b) => `plots ${a} m² and ${b} m²`,
  samePrice: 'same price',
  pricesApart: (percent) => `prices ${percent} % apart`,
  lessThanOne: 'less than 1',
  metersApart: (meters) => `${meters} m apart`,
  sameHeating: 'same heating',
  otherHeating: 'different heating',
  newAtOnePrice: 'new homes at the same price',
  newAtOtherPrices: 'new homes at different prices',
  sameReference: (reference) => `same reference of the agency, ${reference}`,
  references: (a, b) => `the agency gives them different references, ${a} and ${b}`,
  place: { 'another town': 'another town', 'only the town is known': 'only the town is known' },
  text: namedAs('descriptions', [
    ...['different', 'a few common phrases', 'common phrases', 'alike', 'largely the same', 'the same'],
    ...['alike, at another price', 'the same, new building'],
  ]),
  pictures: namedAs('pictures', [
    ...['one shared', 'some shared', 'half or more shared', 'all of one advert shared'],
    ...['half or more shared, new building', 'all of one advert shared, new building'],
  ]),
};
