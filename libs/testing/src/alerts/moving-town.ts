import { SeededRandom } from '@gable/domain/testing';
import { HAPPENINGS, happen, shown, someContent, SOURCES, type TownListing } from './town-listings.js';

/** Divisions and feed lines, both as a file holds them; the batches are to be read one after the other. */
export interface GeneratedFeed {
  readonly divisions: readonly string[];
  readonly batches: readonly (readonly string[])[];
}

/** A town whose properties come to the market and change for as long as somebody asks: the same for the same seed. */
export class MovingTown {
  private readonly random: SeededRandom;
  private readonly listings: TownListing[] = [];
  private properties = 0;
  private minute = 0;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  /** The lines of `count` new properties, each listed by one to three sources. */
  arrive(count: number): string[] {
    return Array.from({ length: count }, () => this.newProperty()).flat();
  }

  /** The lines of `count` changes: most of prices and words, some of everything that an alert can see. */
  change(count: number): string[] {
    return Array.from({ length: count }, () => this.changed());
  }

  private newProperty(): string[] {
    const { random } = this;
    const number = (this.properties += 1);
    const content = someContent(random, number);
    const sources = SOURCES.slice(0, random.pick([1, 1, 1, 2, 2, 3]));
    return sources.map((source, place) => {
      const listing: TownListing = {
        source,
        externalId: `home-${number}-${place}`,
        online: true,
        content: structuredClone(content),
      };
      // Portals do not always agree
      if (place > 0 && random.chance(0.3)) listing.content.price += 1_000 * random.whole(1, 5);
      this.listings.push(listing);
      return this.lineOf(listing);
    });
  }

  private changed(): string {
    const listing = this.random.pick(this.listings);
    if (!listing.online) {
      listing.online = true;
      if (this.random.chance(0.5)) happen.price(listing.content, this.random);
    } else if (this.random.chance(0.15)) {
      listing.online = false;
    } else {
      happen[this.random.pick(HAPPENINGS)](listing.content, this.random, this.listings);
    }
    return this.lineOf(listing);
  }

  private lineOf({ source, externalId, online, content }: TownListing): string {
    const observedAt = new Date(Date.UTC(2026, 0, 1) + (this.minute += 1) * 60_000).toISOString();
    return JSON.stringify({
      source,
      externalId,
      observedAt,
      status: online ? 'ONLINE' : 'OFFLINE',
      ...(online && shown(content)),
    });
  }
}

/** A town from its first properties through some rounds of changes and newcomers. */
export function generateFeed(
  seed: number,
  { properties, rounds, changes }: { properties: number; rounds: number; changes: number },
): GeneratedFeed {
  const town = new MovingTown(seed);
  const batches = [town.arrive(properties)];
  for (let round = 0; round < rounds; round += 1)
    batches.push([...town.change(changes), ...town.arrive(Math.ceil(properties / 20))]);
  return { divisions: TOWN_DIVISIONS, batches };
}

/** Lines of the divisions of every generated town: a square city of four square districts. */
export const TOWN_DIVISIONS: readonly string[] = [
  { id: 1, type: 'CITY', name: 'Town', ...square(45, 5, 0.1) },
  ...[
    [0, 0],
    [0, 0.05],
    [0.05, 0],
    [0.05, 0.05],
  ].map(([north, east], place) => ({
    id: 11 + place,
    type: 'DISTRICT',
    name: `District ${place + 1}`,
    parentId: 1,
    ...square(45 + north!, 5 + east!, 0.05),
  })),
].map((division) => JSON.stringify({ ...division, countryCode: 'FR' }));

function square(lat: number, lng: number, side: number): object {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ].map(([east, north]) => [lng + east! * side, lat + north! * side]);
  return { centroid: { lat: lat + side / 2, lng: lng + side / 2 }, geometry: { type: 'Polygon', coordinates: [ring] } };
}
