import { SeededRandom } from '@gable/domain/testing';

/** Divisions and feed lines, both as a file holds them; the batches are to be read one after the other. */
export interface GeneratedFeed {
  readonly divisions: readonly string[];
  readonly batches: readonly (readonly string[])[];
}

/** A town whose homes come to the market and change for as long as somebody asks: the same for the same seed. */
export class MovingTown {
  private readonly random: SeededRandom;
  private readonly adverts: Advert[] = [];
  private homes = 0;
  private minute = 0;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  /** The lines of `count` new homes, each advertised by one to three sources. */
  arrive(count: number): string[] {
    return Array.from({ length: count }, () => this.newHome()).flat();
  }

  /** The lines of `count` changes: most of prices and words, some of everything that an alert can tell apart. */
  change(count: number): string[] {
    return Array.from({ length: count }, () => this.changed());
  }

  private newHome(): string[] {
    const { random } = this;
    const home = (this.homes += 1);
    const content = someHome(random, home);
    const sources = SOURCES.slice(0, random.pick([1, 1, 1, 2, 2, 3]));
    return sources.map((source, place) => {
      const advert: Advert = {
        source,
        externalId: `home-${home}-${place}`,
        online: true,
        content: structuredClone(content),
      };
      if (place > 0 && random.chance(0.3)) advert.content.price += 1_000 * random.whole(1, 5); // portals do not always agree
      this.adverts.push(advert);
      return this.lineOf(advert);
    });
  }

  private changed(): string {
    const advert = this.random.pick(this.adverts);
    if (!advert.online) {
      advert.online = true;
      if (this.random.chance(0.5)) happen.price(advert.content, this.random);
    } else if (this.random.chance(0.15)) {
      advert.online = false;
    } else {
      happen[this.random.pick(HAPPENINGS)](advert.content, this.random, this.adverts);
    }
    return this.lineOf(advert);
  }

  private lineOf({ source, externalId, online, content }: Advert): string {
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

/** A town from its first homes through some rounds of changes and newcomers. */
export function generateFeed(
  seed: number,
  { homes, rounds, changes }: { homes: number; rounds: number; changes: number },
): GeneratedFeed {
  const town = new MovingTown(seed);
  const batches = [town.arrive(homes)];
  for (let round = 0; round < rounds; round += 1)
    batches.push([...town.change(changes), ...town.arrive(Math.ceil(homes / 20))]);
  return { divisions: TOWN_DIVISIONS, batches };
}

interface Advert {
  readonly source: { domain: string; name: string };
  readonly externalId: string;
  online: boolean;
  content: Content;
}

interface Content {
  [name: string]: unknown;
  price: number;
  hidesPrice: boolean;
  features: Record<string, boolean>;
  location: Record<string, unknown>;
}

const SOURCES = ['one', 'two', 'three'].map((name) => ({ domain: `${name}.example`, name }));

function someHome(random: SeededRandom, home: number): Content {
  const transactionType = random.chance(0.75) ? 'SELL' : 'RENT';
  return {
    transactionType,
    propertyType: random.pick(['FLAT', 'FLAT', 'FLAT', 'HOUSE', 'PARKING']),
    currency: 'EUR',
    hidesPrice: random.chance(0.05),
    price: transactionType === 'SELL' ? 10_000 * random.whole(10, 60) : 100 * random.whole(5, 30),
    area: random.whole(20, 140),
    rooms: random.whole(1, 6),
    bedrooms: random.whole(0, 4),
    floor: random.whole(0, 8),
    title: `Home ${home}`,
    description: someWords(random, home),
    pictures: [`https://img.example/${home}/1`, `https://img.example/${home}/2`],
    features: { balcony: random.chance(0.5), parking: random.chance(0.5) },
    ...(random.chance(0.5) && { building: { constructionYear: random.whole(1900, 2025) } }),
    ...(random.chance(0.3) && { pricing: { charges: 10 * random.whole(1, 40) } }),
    location: { lat: 45 + random.next() * 0.1, lng: 5 + random.next() * 0.1, accuracy: 'PRECISE', cityName: 'Town' },
  };
}

/** What can happen to an advert that stays online. */
const happen = {
  price: (content: Content, random: SeededRandom) => {
    content.price = Math.round(content.price * random.pick([0.9, 0.93, 0.95, 0.98, 1.02, 1.05, 1.1]));
  },
  hidePrice: (content: Content) => {
    content.hidesPrice = !content.hidesPrice;
  },
  words: (content: Content, random: SeededRandom) => {
    content.description = `${String(content.description)} ${random.pick(WORDS)}`;
  },
  title: (content: Content, random: SeededRandom) => {
    content.title = `${random.pick(WORDS)} ${random.pick(WORDS)}`;
  },
  feature: (content: Content, random: SeededRandom) => {
    content.features = { ...content.features, [random.pick(['balcony', 'parking', 'garden'])]: random.chance(0.5) };
  },
  rooms: (content: Content, random: SeededRandom) => {
    content.rooms = random.whole(1, 6);
  },
  area: (content: Content, random: SeededRandom) => {
    content.area = random.whole(20, 140);
  },
  pictures: (content: Content, random: SeededRandom) => {
    content.pictures = [
      ...(content.pictures as string[]).slice(0, 2),
      `https://img.example/more/${random.whole(1, 1_000_000)}`,
    ];
  },
  moved: (content: Content, random: SeededRandom) => {
    content.location = { ...content.location, lat: 45 + random.next() * 0.1, lng: 5 + random.next() * 0.1 };
  },
  /** Nothing that ANY_ATTRIBUTE_CHANGED watches. */
  unwatched: (content: Content, random: SeededRandom) => {
    content.floor = random.whole(0, 8);
    content.url = `https://advert.example/${random.whole(1, 1_000_000)}`;
  },
  transaction: (content: Content) => {
    content.transactionType = content.transactionType === 'RENT' ? 'SELL' : 'RENT';
  },
  /** Shows another home from now on: it moves to that home's property. */
  otherHome: (content: Content, random: SeededRandom, adverts: readonly Advert[]) => {
    Object.assign(content, structuredClone(random.pick(adverts).content));
  },
};

const HAPPENINGS = [
  'price',
  'price',
  'price',
  'price',
  'price',
  'price',
  'words',
  'words',
  'title',
  'feature',
  'rooms',
  'area',
  'pictures',
  'moved',
  'unwatched',
  'hidePrice',
  'hidePrice',
  'transaction',
  'transaction',
  'otherHome',
  'otherHome',
] as const;

const WORDS = [
  'bright',
  'quiet',
  'spacious',
  'renovated',
  'central',
  'sunny',
  'modern',
  'charming',
  'rare',
  'green',
  'large',
  'ideal',
  'open',
  'warm',
  'high',
  'old',
];

function someWords(random: SeededRandom, home: number): string {
  return `${home} ${Array.from({ length: 12 }, () => random.pick(WORDS)).join(' ')}`;
}

function shown({ hidesPrice, price, ...rest }: Content): object {
  return hidesPrice ? rest : { ...rest, price };
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
