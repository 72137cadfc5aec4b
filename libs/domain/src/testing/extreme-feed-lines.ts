import { FEATURES } from '../listing/listing.js';
import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../values/vocabulary.js';
import { SeededRandom } from './generating/seeded-random.js';

type Draw = (random: SeededRandom) => unknown;

const from =
  (values: readonly unknown[]): Draw =>
  (random) =>
    random.pick(values);

/** At and beyond every bound; what the format refuses among them is for it to refuse. */
const AMOUNTS = [0, -0, 1e-6, 9e-7, 5e-324, 0.1, 1, 80, 1e12, 1e15, 1.000_001e15, 1e21, 1e308, Number.MAX_VALUE, -1];
const WHOLE = [0, -0, 1, 3, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 0.5, 1e300];
const IDS = [0, 1, 75_056, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, -1, 1.5];
const DEGREES = [0, -0, 5e-324, 90, -90, 180, -180, 45.75, 90.000_000_1, 1e308];
const TIMES = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1582-10-10T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.9999999Z',
  '2024-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-14:00',
];
const SEEN = [...TIMES.slice(0, 5), '2024-03-01T00:00:00Z', '2024-03-01T00:00:00.001Z', '2025-06-01T12:00:00+05:45'];
const TEXTS = [
  '',
  ' ',
  '\\N',
  '\\.',
  '\\',
  '{}',
  '"',
  "'; drop table listing; --",
  '\t\r\n',
  '\u0001\u001f\u007f\u0085\u2028\ufeff\ufffd\uffff',
  '\u202e\u0301\u0301\u0301',
  '😀',
  '\ud800',
  '\udc00x',
  'a\u0000b',
  'ß'.normalize('NFD'),
  'İıſK',
];

function texts(longest: number): Draw {
  const long = ['x'.repeat(longest), '😀'.repeat(longest), 'é '.repeat(longest / 2), 'x'.repeat(longest + 1)];
  return (random) => (random.chance(1 / 6) ? random.pick(long) : random.pick(TEXTS));
}

const PICTURES = [
  'https://a.example/1.jpg',
  'http://a.example/1.jpg?x=1#y',
  'HTTPS://A.EXAMPLE/1.jpg',
  `https://a.example/${'é'.repeat(2_030)}`,
  'https://a.example/%00%ff',
  'https://[::1]/x',
  'ftp://a.example/1.jpg',
  '',
];

/** The same picture often, in lists up to the longest. */
const pictures: Draw = (random) =>
  Array.from({ length: random.pick([0, 1, 2, 3, 7, 200, 201]) }, () =>
    random.pick(PICTURES.slice(0, 1 + random.whole(0, 7))),
  );

const objectOf =
  (members: Readonly<Record<string, Draw>>): Draw =>
  (random) =>
    Object.fromEntries(
      Object.entries(members)
        .filter(() => random.chance(1 / 2))
        .map(([name, draw]) => [name, draw(random)]),
    );

const amount = from(AMOUNTS);
const whole = from(WHOLE);
const flags = from([true, false, true, false, 'yes']);
const words = (list: readonly string[]): Draw => from([...list, 'NO_WORD'].slice(0, list.length + 1));

const ATTRIBUTES: Readonly<Record<string, Draw>> = {
  url: from(PICTURES),
  title: texts(1_000),
  description: texts(100_000),
  pictures,
  publishedAt: from(TIMES),
  transactionStatus: words(TRANSACTION_STATUSES),
  saleType: words(SALE_TYPES),
  mandateType: words(MANDATE_TYPES),
  condition: words(CONDITIONS),
  price: amount,
  currency: from(['EUR', 'JPY', 'XXX', 'eur', '']),
  pricing: objectOf({
    charges: amount,
    agencyFees: amount,
    securityDeposit: amount,
    chargesIncluded: flags,
    feesIncluded: flags,
  }),
  area: amount,
  areas: objectOf(
    Object.fromEntries(['indoor', 'outdoor', 'land', 'balcony', 'terrace', 'garden'].map((name) => [name, amount])),
  ),
  rooms: whole,
  bedrooms: whole,
  bathrooms: whole,
  floor: whole,
  features: objectOf(Object.fromEntries(FEATURES.map((name) => [name, flags]))),
  building: objectOf({ constructionYear: whole, renovationYear: whole, lots: whole }),
  energy: objectOf({
    dpe: words(ENERGY_RATINGS),
    ghg: words(ENERGY_RATINGS),
    heatingSystem: words(HEATING_SYSTEMS),
    energyCarrier: words(ENERGY_CARRIERS),
  }),
  publisher: objectOf({ type: words(PUBLISHER_TYPES), name: texts(200) }),
  location: (random) => ({
    ...(random.chance(1 / 2) && { lat: random.pick(DEGREES), lng: random.pick(DEGREES) }),
    ...(objectOf({
      accuracy: words(LOCATION_ACCURACIES),
      postalCode: texts(20),
      cityId: from(IDS),
      districtId: from(IDS),
      neighborhoodId: from(IDS),
      cityName: texts(200),
      districtName: texts(200),
      neighborhoodName: texts(200),
    })(random) as object),
  }),
};

/**
 * Lines of a feed with values at and beyond every bound, repeated pictures and ids, and texts that break what copies
 * them carelessly; the same for the same seed. They are of few listings, so that states meet, and each states a few
 * attributes, so that the format accepts many of them.
 */
export function generateExtremeLines(seed: number, count: number): string[] {
  const random = new SeededRandom(seed);
  const names = Object.keys(ATTRIBUTES);
  return Array.from({ length: count }, (_, n) => {
    const stated = Array.from({ length: random.whole(0, 5) }, () => random.pick(names));
    return JSON.stringify({
      source: {
        domain: random.pick(['a.example', 'A.EXAMPLE', 'b.example', 'müller.example']),
        name: random.pick(['A', 'Ä', '😀'.repeat(200), '\\N', ...TEXTS.slice(0, 1)]),
      },
      externalId: random.pick([
        '1',
        ' 1',
        '\\N',
        '\t',
        '{"}',
        '😀'.repeat(200),
        'x'.repeat(200),
        '\u202e',
        ...Array.from({ length: 12 }, () => `${random.whole(0, 399)}`),
      ]),
      observedAt: random.chance(1 / 4) ? random.pick(SEEN) : new Date(Date.UTC(2024, 2, 1, 0, n)).toISOString(),
      status: random.chance(1 / 5) ? 'OFFLINE' : 'ONLINE',
      transactionType: random.pick(TRANSACTION_TYPES),
      propertyType: random.pick(PROPERTY_TYPES),
      ...Object.fromEntries(stated.map((name) => [name, ATTRIBUTES[name]!(random)])),
    });
  });
}
