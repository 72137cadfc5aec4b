import type { SeededRandom } from '@gable/domain/testing';

/** A listing of a town, with what its source says of it now. */
export interface TownListing {
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

/** Where the listings of a town come from. */
export const SOURCES = ['one', 'two', 'three'].map((name) => ({ domain: `${name}.example`, name }));

/** What a source may say of a property when it first lists it. */
export function someContent(random: SeededRandom, number: number): Content {
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
    title: `Home ${number}`,
    description: someWords(random, number),
    pictures: [`https://img.example/${number}/1`, `https://img.example/${number}/2`],
    features: { balcony: random.chance(0.5), parking: random.chance(0.5) },
    ...(random.chance(0.5) && { building: { constructionYear: random.whole(1900, 2025) } }),
    ...(random.chance(0.3) && { pricing: { charges: 10 * random.whole(1, 40) } }),
    location: { lat: 45 + random.next() * 0.1, lng: 5 + random.next() * 0.1, accuracy: 'PRECISE', cityName: 'Town' },
  };
}

/** What can happen to a listing that stays online. */
export const happen = {
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
  /** Shows another property from now on: the listing moves there. */
  otherProperty: (content: Content, random: SeededRandom, listings: readonly TownListing[]) => {
    Object.assign(content, structuredClone(random.pick(listings).content));
  },
};

/** Names of what can happen, as often as it is to happen. */
export const HAPPENINGS = [
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
  'otherProperty',
  'otherProperty',
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

function someWords(random: SeededRandom, number: number): string {
  return `${number} ${Array.from({ length: 12 }, () => random.pick(WORDS)).join(' ')}`;
}

/** What a feed line shows of the content. */
export function shown({ hidesPrice, price, ...rest }: Content): object {
  return hidesPrice ? rest : { ...rest, price };
}
