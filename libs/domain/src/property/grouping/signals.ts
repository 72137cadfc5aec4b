import type { Feature, Listing } from '../../listing/listing.js';
import { compareArea, compareLand, comparePrice, compareYears } from './compare-figures.js';
import { compareLots, compareNewBuildings, compareReferences } from './compare-marks.js';
import { comparePlace } from './compare-place.js';
import { agrees, comparedIn, differs, veto, type Level, type Signal } from './level.js';

/**
 * Every signal by its name, but for those of copied words and pictures. What their levels weigh stands in
 * `weights.ts`.
 */
export const SIGNALS = {
  deal: equalOrVeto((listing) => listing.transactionType),
  type: equalOrVeto((listing) => listing.propertyType),
  source: (a, b) => (a.sourceId === b.sourceId ? undefined : OTHER_SOURCE),
  area: compareArea,
  floor: comparedIn(
    (listing) => listing.floor,
    (a, b) => (a !== b ? OTHER_FLOOR : a >= 6 ? SAME_HIGH_FLOOR : SAME_FLOOR),
    true,
  ),
  bedrooms: comparedIn((listing) => listing.bedrooms, countRooms),
  rooms: comparedIn((listing) => listing.rooms, countRooms),
  price: comparePrice,
  constructionYear: comparedIn((listing) => listing.building?.constructionYear || undefined, compareYears, true),
  place: comparePlace,
  bathrooms: comparedIn((listing) => listing.bathrooms, countBathrooms),
  condition: comparedIn(
    (listing) => listing.condition,
    (a, b) => (a !== b ? OTHER_CONDITION : a === 'GOOD' ? SAME_COMMON_CONDITION : SAME_RARE_CONDITION),
  ),
  furnished: feature('furnished'),
  terrace: feature('terrace'),
  garden: feature('garden'),
  cellar: feature('cellar'),
  lastFloor: feature('lastFloor'),
  elevator: feature('elevator'),
  parking: feature('parking'),
  swimmingPool: feature('swimmingPool'),
  equippedKitchen: feature('equippedKitchen'),
  balcony: feature('balcony'),
  energyRating: comparedIn((listing) => listing.energy?.dpe, compareLetters),
  emissionRating: comparedIn((listing) => listing.energy?.ghg, compareLetters),
  heating: comparedIn(heatingOf, (a, b) => (a === b ? SAME_HEATING : OTHER_HEATING)),
  land: compareLand,
  homesInBuilding: comparedIn(
    (listing) => listing.building?.lots || undefined,
    (a, b) => (a === b ? SAME_COUNT : OTHER_COUNT),
  ),
  lot: compareLots,
  newBuilding: compareNewBuildings,
  reference: compareReferences,
} satisfies Record<string, Signal>;

const OTHER_SOURCE = agrees('another');
const SAME_FLOOR = agrees('same');
const SAME_HIGH_FLOOR = agrees('same, a high one');
const OTHER_FLOOR = veto('different');
const OTHER_CONDITION = differs('different');
const SAME_COMMON_CONDITION = agrees('same, common');
const SAME_RARE_CONDITION = agrees('same, rare');
const SAME_HEATING = agrees('same');
const OTHER_HEATING = differs('different');
const SAME_COUNT = agrees('same');
const OTHER_COUNT = differs('different');

function equalOrVeto(read: (listing: Listing) => string | undefined): Signal {
  const different = veto('different');
  return (a, b) => (read(a.listing) === read(b.listing) ? undefined : different);
}

const SAME_ROOMS = agrees('same');
const ONE_ROOM_APART = differs('one apart');
const ROOMS_APART = veto('two or more apart');

function countRooms(a: number, b: number): Level {
  return a === b ? SAME_ROOMS : Math.abs(a - b) < 2 ? ONE_ROOM_APART : ROOMS_APART;
}

const SAME_BATHROOMS = agrees('same');
const ONE_BATHROOM_APART = differs('one apart');
const BATHROOMS_APART = differs('two or more apart');

function countBathrooms(a: number, b: number): Level {
  return a === b ? SAME_BATHROOMS : Math.abs(a - b) === 1 ? ONE_BATHROOM_APART : BATHROOMS_APART;
}

const SAME_LETTER = agrees('same');
const ONE_LETTER_APART = differs('one apart');
const LETTERS_APART = differs('two or more apart');

function compareLetters(a: string, b: string): Level {
  const apart = Math.abs(a.charCodeAt(0) - b.charCodeAt(0));
  return apart === 0 ? SAME_LETTER : apart === 1 ? ONE_LETTER_APART : LETTERS_APART;
}

function heatingOf({ energy }: Listing): string | undefined {
  return energy?.heatingSystem && energy.energyCarrier && `${energy.heatingSystem} ${energy.energyCarrier}`;
}

const BOTH_HAVE = agrees('both have it');
const BOTH_LACK = agrees('both lack it');
const ONE_HAS = differs('only one has it');

function feature(name: Feature): Signal {
  return comparedIn(
    (listing) => listing.features?.[name],
    (a, b) => (a !== b ? ONE_HAS : a ? BOTH_HAVE : BOTH_LACK),
  );
}
