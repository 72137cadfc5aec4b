import { generateListings, type FeedLine } from './generate-listings.js';
import { generateDivisions, type DivisionLine, type Town } from './generate-divisions.js';
import { generateHistory } from './generate-history.js';
import { generateProperty, generateTwin } from './generate-properties.js';
import type { DemoProperty } from './demo-property.js';
import { generateMandates } from './generate-mandates.js';
import { Random } from './random.js';
import type { France } from './read-communes.js';

export interface DemoOptions {
  /** The instant the histories end at: nothing is observed later, nothing more than 120 days before. */
  reference: Date;
  seed?: string;
  /** How many listings (not states) at least. */
  listings?: number;
}

export interface Demo {
  /** Parents first. */
  divisions: DivisionLine[];
  /** Every state of every listing, by time. */
  lines: FeedLine[];
  /** The truth that grouping has to find: two lines are of the same property when this is equal. */
  propertyOf: (line: Pick<FeedLine, 'source' | 'externalId'>) => string;
}

const SEED = 'gable';
const LISTINGS = 5_000;
/** Where the properties are, in parts of 100; what is left lies in communes below 20,000 inhabitants. */
const SHARES: readonly (readonly [string, number])[] = [
  ['75056', 12],
  ['69123', 9],
  ['13055', 5],
];
const CITIES_SHARE = 62;
const CITIES = 150;

/** The whole demo: the same for the same options, whatever the day or the machine. */
export function generateDemo(france: France, options: DemoOptions): Demo {
  const { divisions, towns } = generateDivisions(france);
  return { divisions, ...generateLines(towns, options) };
}

/** What the feeds of these towns say. */
export function generateLines(
  towns: readonly Town[],
  { reference, seed = SEED, listings = LISTINGS }: DemoOptions,
): Omit<Demo, 'divisions'> {
  const chooseTown = townChooser(towns);
  const properties = new Map<string, string>();
  const lines: FeedLine[] = [];
  for (let number = 1; properties.size < listings; number++) {
    // Each property has its own stream, so that asking for more listings does not change the ones there are.
    const random = new Random(`${seed}/${number}`);
    const property = generateProperty(`property-${number}`, chooseTown(random), random);
    for (const each of [property, generateTwin(property, random)]) {
      if (!each) continue;
      for (const line of generatePropertyLines(each, reference, random)) {
        properties.set(identity(line), each.key);
        lines.push(line);
      }
    }
  }
  lines.sort((one, other) => compare(one.observedAt, other.observedAt) || compare(identity(one), identity(other)));
  return { lines, propertyOf: (line) => properties.get(identity(line)) as string };
}

function generatePropertyLines(property: DemoProperty, reference: Date, random: Random): FeedLine[] {
  const history = generateHistory(random);
  return generateMandates(property, random).flatMap((mandate) =>
    generateListings(property, mandate, history, reference, random),
  );
}

function townChooser(towns: readonly Town[]): (random: Random) => Town {
  // The collectivities overseas (975, 977 and on) have their own laws and markets.
  const inhabited = towns
    .filter(({ department }) => !/^9(75|77|78|8.)$/.test(department))
    .sort((one, other) => other.population - one.population || one.id - other.id);
  const named = SHARES.map(([code, share]) => [inhabited.find((town) => town.code === code) as Town, share] as const);
  const cities = inhabited.slice(0, CITIES).filter(({ code }) => !SHARES.some(([known]) => known === code));
  const people = cities.reduce((sum, { population }) => sum + population, 0);
  const large = [...named, ...cities.map((town) => [town, (CITIES_SHARE * town.population) / people] as const)];
  const largeShare = large.reduce((sum, [, share]) => sum + share, 0) / 100;
  const villages = inhabited.filter(({ population, outlined }) => population >= 800 && !outlined);
  return (random) => (random.chance(largeShare) ? random.weighted(large) : random.pick(villages));
}

function identity({ source, externalId }: Pick<FeedLine, 'source' | 'externalId'>): string {
  return `${source.domain}/${externalId}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
