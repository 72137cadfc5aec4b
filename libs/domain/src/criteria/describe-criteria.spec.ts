import { CRITERIA_EXAMPLES, exampleCriteria } from '../testing/criteria-examples.js';
import { describeCriteria } from './describe-criteria.js';
import { PHRASES, type SentenceLanguage } from './phrases/languages.js';
import { LIST_WORDS } from './phrases/phrases.js';

const names = { division: (id: number) => ({ 1: 'Lyon', 2: 'Paris' })[id], shape: () => 'the old town' };

function said(criteria: unknown): string {
  const places = { knowsDivision: () => true, shape: () => ({ type: 'Polygon' as const, coordinates: [] }) };
  return describeCriteria(exampleCriteria({ says: '', criteria, places, meets: [], misses: [] }), names);
}

describe('describeCriteria', () => {
  it('says a whole search in one sentence', () => {
    expect(
      said({
        transactionType: { value: 'SELL' },
        propertyType: { included: [0, 1] },
        price: { max: 250_000 },
        rooms: { min: 3 },
        amenities: { parking: { value: true } },
        operator: 'OR',
        branches: [
          { location: { includedDivisionIds: [1] } },
          { location: { centerPoint: { lat: 48.8566, lng: 2.3522 }, radiusMeters: 2000 } },
        ],
      }),
    ).toBe(
      'for sale, a flat or a house, 250,000 or less, at least 3 rooms, with parking, in Lyon or within 2 km ' +
        'of 48.8566, 2.3522',
    );
  });

  it.each([
    [{}, 'any listing'],
    [{ transactionType: { included: ['SELL', 'RENT'] } }, 'for sale or for rent'],
    [{ propertyType: { excluded: ['PARKING', 'OFFICE'] } }, 'not a parking space or an office'],
    [
      { rooms: { rooms: { min: 1, max: 1 }, bedrooms: { min: 1, max: 2 }, bathrooms: { max: 1 } } },
      '1 room, 1 to 2 bedrooms, at most 1 bathroom',
    ],
    [
      { area: { min: 62.5 }, areas: { garden: { min: 10, max: 20, allowNull: true } } },
      'at least 62.5 m², a garden of 10 to 20 m² (or not stated)',
    ],
    [
      { building: { constructionYear: { min: 1990 }, renovationYear: { min: 2001, max: 2001 } } },
      'built in 1990 or later, renovated in 2001',
    ],
    [
      { unit: { floor: { max: 2 }, furnished: { value: false }, lastFloor: { value: false, allowNull: true } } },
      'on floor 2 or lower, unfurnished, not on the last floor (or not stated)',
    ],
    [
      { pricing: { charges: { max: 1500 }, securityDeposit: { min: 5, max: 5 }, feesIncluded: { value: true } } },
      'charges of 1,500 or less, a security deposit of exactly 5, agency fees included',
    ],
    [
      { text: { all: ['Loft', 'poutres apparentes'], any: ['vue', 'terrass*'], none: ['viager'] } },
      'saying "loft" and "poutres apparentes", saying "terrass*" or "vue", not saying "viager"',
    ],
    [
      { location: { boundingBox: { north: 1.5, south: -1, east: -178, west: 177 } } },
      'between latitudes -1 and 1.5 and from longitude 177 east to -178',
    ],
    [{ text: { none: ['viager'], in: ['title'] } }, 'not saying "viager" in the title'],
    [
      { location: { includedDivisionIds: [1, 2, 3], excludedDivisionIds: [4] } },
      'in Lyon, Paris or division 3, not in division 4',
    ],
    [
      {
        location: {
          includedGeoShapeIds: ['019aa000-0000-7000-8000-000000000001'],
          centerPoint: { lat: 1, lng: 2 },
          radiusMeters: 800,
        },
      },
      'within 800 m of 1, 2, inside "the old town"',
    ],
    [
      { location: { includedDivisionIds: Array.from({ length: 1000 }, (_, id) => 100 + id) } },
      `in ${Array.from({ length: 9 }, (_, id) => `division ${100 + id}`).join(', ')} or 991 more`,
    ],
    [
      { operator: 'OR', children: [{ price: { max: 5 }, rooms: { min: 2 } }, { unit: { garden: { value: true } } }] },
      'either (5 or less, at least 2 rooms) or with a garden',
    ],
    [
      {
        price: { max: 5 },
        operator: 'AND',
        children: [
          { rooms: { min: 2 } },
          { operator: 'OR', children: [{ unit: { garden: { value: true } } }, { unit: { terrace: { value: true } } }] },
        ],
      },
      '5 or less, at least 2 rooms, with a garden or with a terrace',
    ],
    [{ operator: 'OR', children: [{ price: { max: 5 } }, {}] }, '5 or less or anything'],
    [
      { operator: 'OR', children: [{ operator: 'OR', children: [{ price: { max: 5 }, area: { min: 3 } }] }] },
      '5 or less, at least 3 m²',
    ],
  ])('%j', (criteria, sentence) => {
    expect(said(criteria)).toBe(sentence);
  });

  it('has words for every example', () => {
    const sentences = CRITERIA_EXAMPLES.map((example) => describeCriteria(exampleCriteria(example)));
    expect(sentences.filter((sentence) => sentence === '' || /undefined|null|NaN|\[object/.test(sentence))).toEqual([]);
  });
});

describe.each(['de', 'fr'] as const)('in %s', (language) => {
  const saidIn = (example: (typeof CRITERIA_EXAMPLES)[number], spoken: SentenceLanguage) =>
    describeCriteria(exampleCriteria(example), { division: () => '', shape: () => '', source: () => '' }, spoken);
  const wordsOf = (sentence: string) =>
    sentence
      .replaceAll(/"[^"]*"|\b[A-Z0-9-]{1,5}\*?(?![\p{L}\p{N}])/gu, '')
      .match(/[\p{L}’]{2,}/gu)
      ?.map((word) => word.toLowerCase()) ?? [];

  it('says every example, and no word of English', () => {
    const english = new Set(CRITERIA_EXAMPLES.flatMap((example) => wordsOf(saidIn(example, 'en'))));
    const left = CRITERIA_EXAMPLES.flatMap((example) => wordsOf(saidIn(example, language)));
    expect(left.length).toBeGreaterThan(500);
    expect([...new Set(left)].filter((word) => english.has(word) && !ALSO_ENGLISH[language].includes(word))).toEqual(
      [],
    );
  });

  it('says nothing that is no word', () => {
    const sentences = CRITERIA_EXAMPLES.map((example) => saidIn(example, language));
    expect(sentences.filter((sentence) => sentence === '' || /undefined|null|NaN|\[object/.test(sentence))).toEqual([]);
  });

  it('has phrases of its own for every field and word', () => {
    const { ranges, flags, lists, words } = PHRASES[language];
    const same = [
      ...keysOf(ranges).filter((field) => ranges[field].least(1_990) === PHRASES.en.ranges[field].least(1_990)),
      ...keysOf(flags).filter((field) => flags[field].some((phrase, n) => phrase === PHRASES.en.flags[field][n])),
      ...keysOf(lists).filter((field) => lists[field]('x') === PHRASES.en.lists[field]('x')),
      ...keysOf(words).filter((word) => words[word] === PHRASES.en.words[word]),
    ];
    expect(same).toEqual([]);
    expect(new Set(LIST_WORDS.map((word) => words[word])).size).toBe(new Set(LIST_WORDS).size);
  });
});

it('says a whole search in German and French', () => {
  const criteria = exampleCriteria({
    says: '',
    criteria: {
      transactionType: { value: 'SELL' },
      propertyType: { excluded: [1, 3] },
      price: { max: 250_000 },
      rooms: { min: 3, allowNull: true },
      energy: { heatingSystem: { excluded: ['BOILER'] } },
      operator: 'OR',
      branches: [{ unit: { garden: { value: true } } }, { area: { min: 60 }, text: { any: ['vue', 'mer'] } }],
    },
    meets: [],
    misses: [],
  });
  expect(describeCriteria(criteria, names, 'de')).toBe(
    'zu verkaufen, kein Haus oder kein Stellplatz, höchstens 250.000, mindestens 3 Zimmer (oder nicht angegeben), ' +
      'nicht geheizt durch Heizkessel, entweder mit Garten oder (mindestens 60 m², mit den Worten "mer" oder "vue")',
  );
  expect(describeCriteria(criteria, names, 'fr').replaceAll('\u202f', ' ')).toBe(
    'à vendre, pas une maison ou une place de stationnement, 250 000 au plus, au moins 3 pièces (ou non précisé), ' +
      'pas chauffé par chaudière, soit avec un jardin soit (60 m² au moins, avec les mots "mer" ou "vue")',
  );
});

/** Words that both languages have. */
const ALSO_ENGLISH: Readonly<Record<'de' | 'fr', readonly string[]>> = {
  de: ['in', 'km', 'gas'],
  fr: ['km', 'latitudes', 'longitude', 'source', 'charges', 'description', 'lots', 'code', 'postal'],
};

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}
