import { between, drawsFor, weighted } from '../generating/seeded-draws.js';
import type { SeededRandom } from '../generating/seeded-random.js';
import type { Feature, Listing, ListingLocation } from '../../listing/listing.js';
import type { GeneratedProperty } from './generated-property.js';
import { moved, roundPrice } from './make-properties.js';
import { writeText } from './write-text.js';

/** An listing with its states, the oldest first. */
export interface MadeListing {
  readonly sourceId: string;
  readonly states: readonly { readonly listing: Listing; readonly day: number }[];
}

const PORTALS = ['portal-1', 'portal-2', 'portal-3', 'portal-4', 'portal-5'];
/** Agencies of a town. */
const AGENCIES = 24;

interface Agency {
  readonly name: string;
  readonly closing: readonly number[];
  /** Ends every series of pictures with its logo. */
  readonly logo: boolean;
  readonly namesReference: boolean;
}

/** What is said of the property, by whom, where and when. */
export function makeListings(property: GeneratedProperty, seed: number, random: SeededRandom): MadeListing[] {
  const listings: MadeListing[] = [];
  const listed = random.whole(1, 120);
  const mandates = property.lot
    ? 1 + Number(random.chance(0.3))
    : weighted(random, [
        [1, 45],
        [2, 33],
        [3, 22],
      ]);
  const taken = new Set<number>();
  for (let mandate = 0; mandate < mandates; mandate++) {
    const number =
      property.lot && mandate === 0
        ? drawsFor(seed, property.lot.programme, 0).whole(1, AGENCIES)
        : random.whole(1, AGENCIES);
    if (taken.has(number)) continue;
    taken.add(number);
    listings.push(
      ...makeMandate(property, agencyOf(seed, property.town.id, number), listed + random.whole(0, 20), seed, random),
    );
  }
  return listings;
}

function agencyOf(seed: number, town: number, number: number): Agency {
  const random = drawsFor(seed, `agency ${town}`, number);
  return {
    name: `Agence ${town}-${number}`,
    closing: [random.whole(0, 4), random.whole(0, 4)],
    logo: random.chance(0.4),
    namesReference: random.chance(0.4),
  };
}

/**
 * One agency's listings of the property: the first on one source, others there or elsewhere, some of them later,
 * cheaper and under a new number.
 */
function makeMandate(
  property: GeneratedProperty,
  agency: Agency,
  day: number,
  seed: number,
  random: SeededRandom,
): MadeListing[] {
  const stated = state(property, agency, random);
  // Of a new building every lot carries the words and the pictures of the whole.
  const words = property.lot ? drawsFor(seed, `${property.lot.programme} ${agency.name}`, 1) : random;
  const text = writeText(property.lot ? {} : stated, agency, words);
  const shots = Array.from({ length: property.lot ? 4 : random.whole(3, 9) }, () =>
    words.whole(0x10000000, 0xffffffff).toString(16),
  );
  if (property.lot) shots.push(property.lot.plan);
  const reference = agency.namesReference ? ` Réf. ${random.whole(10_000, 99_999)}.` : '';
  const listings: MadeListing[] = [];
  const sources = new Set([
    random.pick(PORTALS),
    ...(random.chance(0.6) ? [random.pick(PORTALS)] : []),
    ...(random.chance(0.3) ? [random.pick(PORTALS)] : []),
  ]);
  for (const source of sources) {
    const rewritten = listings.length > 0 && random.chance(0.5) ? writeText(stated, agency, random) : text;
    const lot = property.lot && random.chance(0.7) ? ` Lot n° ${property.lot.number}.` : '';
    const listing = show(
      { ...stated, description: rewritten + lot + reference },
      property,
      source,
      shots,
      agency,
      random,
    );
    listings.push({ sourceId: source, states: statesOf(listing, property.lot !== undefined, day, random) });
    if (random.chance(0.12))
      listings.push({
        sourceId: source,
        states: [{ listing: relist(listing, property.lot !== undefined, random), day: day + random.whole(15, 80) }],
      });
  }
  return listings;
}

/** What the agency knows: its own measuring, its own price, and now and then a year that is only about right. */
function state({ facts, lot }: GeneratedProperty, agency: Agency, random: SeededRandom): Listing {
  const apart = lot
    ? 1
    : weighted(random, [
        [1, 35],
        [between(random, 0.97, 1.035), 55],
        [between(random, 0.93, 1.07), 10],
      ]);
  const measured = facts.area! * (lot || random.chance(0.92) ? 1 : between(random, 0.992, 1.008));
  const year = facts.building!.constructionYear! + (lot || random.chance(0.85) ? 0 : random.whole(-4, 4));
  const { energy, features } = facts;
  const flipped = (Object.keys(features!) as Feature[]).filter(() => !lot && random.chance(0.02));
  return {
    ...facts,
    features: { ...features, ...Object.fromEntries(flipped.map((name) => [name, !features![name]])) },
    energy: !lot && random.chance(0.04) ? { ...energy, dpe: 'D', ghg: energy!.ghg === 'C' ? 'B' : 'C' } : energy,
    price: apart === 1 ? facts.price : roundPrice(facts.price! * apart, random),
    area: random.chance(lot ? 0.8 : 0.4) && measured === facts.area ? measured : Math.round(measured),
    building: { ...facts.building, constructionYear: year },
    publisher: { type: 'REAL_ESTATE_AGENCY', name: agency.name },
  };
}

/**
 * What a source shows of it: fewer fields, its own copies of the pictures, and its own idea of where the property is.
 */
function show(
  stated: Listing,
  property: GeneratedProperty,
  source: string,
  shots: readonly string[],
  agency: Agency,
  random: SeededRandom,
): Listing {
  const shown: Listing = structuredClone(stated);
  // Whether a portal asks for the floor or the year is the portal's, and whether it gets it the property's: every
  // listing of the property leaves it out there.
  const silence = drawsFor(0, `${property.key} ${source}`, 0);
  if (silence.chance(1 / 3)) delete shown.floor;
  if (silence.chance(0.35)) delete shown.building;
  for (const field of ['bedrooms', 'bathrooms', 'condition', 'areas'] as const)
    if (random.chance(0.15)) delete shown[field];
  if (random.chance(0.3)) delete shown.energy;
  if (random.chance(0.3)) delete shown.publisher;
  for (const feature of Object.keys(shown.features!) as Feature[])
    if (!random.chance(shown.features![feature] ? 0.85 : 0.55)) delete shown.features![feature];
  const host = random.chance(0.25) ? 'photos' : source;
  const kept = random.chance(0.6) ? shots : shots.filter(() => random.chance(0.7));
  shown.pictures = [
    ...kept.map((shot) => `https://img.example/${host}/${shot}.jpg`),
    ...(agency.logo ? [`https://img.example/${source}/${agency.name}.png`] : []),
  ];
  shown.location = locate(property, random);
  return shown;
}

function locate({ town, point }: GeneratedProperty, random: SeededRandom): ListingLocation {
  const named = { cityId: town.id, cityName: town.name };
  const how = weighted(random, [
    ['precise', 35],
    ['street', 32],
    ['blurred', 17],
    ['centre', 16],
  ] as const);
  if (how === 'centre') return { ...named, ...town.centre, accuracy: 'CITY' };
  const reach = { precise: 8, street: 50, blurred: 100 }[how];
  const bearing = between(random, 0, 2 * Math.PI);
  const meters = how === 'blurred' ? reach : reach * Math.sqrt(random.next());
  return {
    ...named,
    ...moved(point, meters * Math.cos(bearing), meters * Math.sin(bearing)),
    accuracy: how === 'precise' ? 'PRECISE' : 'STREET',
  };
}

/** The same listing under a new number: now and then cheaper, its pictures uploaded again, its text touched up. */
function relist(listing: Listing, isLot: boolean, random: SeededRandom): Listing {
  const anew = random.chance(0.5) && !isLot ? cheaper(listing, random) : structuredClone(listing);
  if (random.chance(0.3))
    anew.pictures = listing.pictures!.map((picture) => picture.replace('https://', 'https://new.'));
  if (random.chance(0.3)) anew.description = `Baisse de prix ! ${listing.description}`;
  return anew;
}

/**
 * The states of one listing: some get cheaper while they are shown (lots of new buildings keep to the developer's
 * list), and of a few a wrong floor is put right.
 */
function statesOf(listing: Listing, isLot: boolean, day: number, random: SeededRandom): MadeListing['states'] {
  const later = day + random.whole(10, 90);
  if (random.chance(0.15) && !isLot)
    return [
      { listing, day },
      { listing: cheaper(listing, random), day: later },
    ];
  if (random.chance(0.01) && listing.floor !== undefined)
    return [
      { listing: { ...listing, floor: listing.floor + 1 }, day },
      { listing, day: later },
    ];
  return [{ listing, day }];
}

function cheaper(listing: Listing, random: SeededRandom): Listing {
  return { ...structuredClone(listing), price: roundPrice(listing.price! * between(random, 0.91, 0.98), random) };
}
