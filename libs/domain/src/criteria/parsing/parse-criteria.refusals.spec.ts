import { parseCriteria, type ParseCriteriaOptions } from './parse-criteria.js';

const A_BOX = '{"north": 48.9, "south": 48.8, "east": 2.4, "west": 2.3}';
const A_MAP = 'an object of the class Map, which is no plain object';
const SHAPE_ID = '019aa000-0000-7000-8000-000000000001';

/** `path: message` of everything wrong; an empty list means accepted. */
function violationsOf(input: unknown, options?: ParseCriteriaOptions): readonly string[] {
  const parsed = parseCriteria(input, options);
  return parsed.ok ? [] : parsed.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
}

describe('parseCriteria refuses', () => {
  const refused: [says: string, input: unknown, expected: readonly string[], options?: ParseCriteriaOptions][] = [
    ['what is no object', 'cheap', ['criteria: expects an object, got "cheap"']],
    ['nothing', undefined, ['criteria: expects an object, got nothing']],
    ['null', null, ['criteria: expects an object, got null']],
    ['a list', [], ['criteria: expects an object, got a list']],
    ...[new Map([['price', { max: 1 }]]), new Date(), new Set(), Promise.resolve(), new (class Filters {})()].map(
      (given): [string, unknown, readonly string[]] => [
        `${given.constructor.name}, which no JSON gives`,
        given,
        [`criteria: expects an object, got an object of the class ${given.constructor.name}, which is no plain object`],
      ],
    ),
    [
      'a Map in the place of a range, a group and a node',
      { price: new Map([['max', 1]]), rooms: new Map(), children: [new Map()] },
      [
        `criteria.rooms: expects an object such as {"rooms": {…}}, got ${A_MAP}`,
        `criteria.price: expects an object such as {"min": 1, "max": 2}, got ${A_MAP}`,
        `criteria.children[0]: expects an object, got ${A_MAP}`,
      ],
    ],
    [
      'an unknown key, with the nearest name',
      { pricee: {} },
      ['criteria.pricee: is unknown here; did you mean price?'],
    ],
    [
      'an unknown key even when it is null',
      { colour: null },
      [expect.stringMatching(/^criteria\.colour: is unknown here; known are transactionType, /)],
    ],
    [
      'a key that lives elsewhere, with its place',
      { bedrooms: { min: 1 }, parking: { value: true }, cityId: 5 },
      [
        'criteria.bedrooms: is unknown here; did you mean rooms.bedrooms?',
        'criteria.parking: is unknown here; did you mean amenities.parking?',
        'criteria.cityId: is unknown here; did you mean location.included: [{"cityId": …}]?',
      ],
    ],
    [
      'boxes without all of their sides, upside down, beyond the earth, and names of other libraries',
      {
        location: { boundingBox: { north: 1, south: 2, east: 181, top: 5 } },
        children: [
          { location: { boundingBox: { north: 1, south: 2, east: 0, west: 0 } } },
          { location: { boundingBox: [0, 0, 1, 1] } },
        ],
      },
      [
        'criteria.location.boundingBox.top: is unknown here; did you mean north?',
        'criteria.location.boundingBox.east: expects degrees from -180 to 180, got 181',
        'criteria.location.boundingBox.west: is missing: a box has four sides, such as ' + A_BOX,
        'criteria.children[0].location.boundingBox.south: is north of north (2 > 1)',
        `criteria.children[1].location.boundingBox: expects an object such as ${A_BOX}, got a list`,
      ],
    ],
    [
      'words that are none, and stars anywhere but at the end of one word',
      {
        text: {
          all: ['-', '', '*', 'a*b', 'bel étag*', 'terrass *', '**', 5],
          any: ['ab*', 'e\u0301\u00adt*', '東京*'],
        },
      },
      [
        'criteria.text.all[0]: expects letters or digits, got "-"',
        'criteria.text.all[1]: expects letters or digits, got ""',
        'criteria.text.all[2]: takes a star only at the end of a single word, got "*"',
        'criteria.text.all[3]: takes a star only at the end of a single word, got "a*b"',
        'criteria.text.all[4]: takes a star only at the end of a single word, got "bel étag*"',
        'criteria.text.all[5]: takes a star only at the end of a single word, got "terrass *"',
        'criteria.text.all[6]: takes a star only at the end of a single word, got "**"',
        'criteria.text.all[7]: expects a word, a phrase or a beginning such as "terrass*", got 5',
        'criteria.text.any[0]: expects at least 3 letters before the star, got "ab*"',
        'criteria.text.any[1]: expects at least 3 letters before the star, got "e\u0301t*"',
        'criteria.text.any[2]: takes a star only at the end of a single word, got "東京*"',
      ],
    ],
    [
      'a list of words that nothing could meet, no text at all, and texts that do not exist',
      {
        text: { any: [], in: [] },
        children: [{ text: { all: ['x'], in: ['titel'] } }, { text: 'loft' }, { words: {} }],
      },
      [
        'criteria.text.any: expects at least one entry; leave it out where anything goes',
        'criteria.text.in: expects at least one entry; leave it out where anything goes',
        'criteria.children[0].text.in[0]: expects one of title, description, got "titel"',
        'criteria.children[1].text: expects an object such as {"all": ["loft"]}, got "loft"',
        'criteria.children[2].words: is unknown here; did you mean text?',
      ],
    ],
    [
      'classic keys in advanced criteria',
      { propertyTypes: ['FLAT'], hasBalcony: true, cityIds: [1], hasLift: true, price_min: 1, minBedrooms: 2 },
      [
        'criteria.propertyTypes: is unknown here; did you mean propertyType.included?',
        'criteria.hasBalcony: is unknown here; did you mean unit.balcony?',
        'criteria.cityIds: is unknown here; did you mean location.includedDivisionIds?',
        'criteria.hasLift: is unknown here; did you mean amenities.elevator?',
        'criteria.price_min: is unknown here; did you mean price: {"min": …}?',
        'criteria.minBedrooms: is unknown here; did you mean rooms.bedrooms: {"min": …}?',
      ],
    ],
    [
      'keys of other query languages, and the name that analytics have for a price per square metre',
      { and: [{}], or: [{}], price_per_sqm: { max: 4_000 }, location: { center: [48.9, 2.4], radius: 500 } },
      [
        'criteria.and: is unknown here; did you mean children with operator "AND"?',
        'criteria.or: is unknown here; did you mean children with operator "OR"?',
        'criteria.price_per_sqm: is unknown here; did you mean pricePerSquareMeter?',
        'criteria.location.center: is unknown here; did you mean centerPoint?',
        'criteria.location.radius: is unknown here; did you mean radiusMeters?',
      ],
    ],
    [
      'advanced keys among classic filters',
      {
        propertyType: ['FLAT'],
        criteria: {},
        unit: {},
        rooms: { bedrooms: 1 },
        hasparking: true,
        hasElevator: true,
        maxPrice: 1,
      },
      [
        'propertyType: is unknown here; did you mean propertyTypes?',
        'criteria: is unknown here; only searchMode "advanced" knows it',
        'unit: is unknown here; only searchMode "advanced" knows it, as criteria.unit',
        'hasparking: is unknown here; did you mean hasParking?',
        'hasElevator: is unknown here; only searchMode "advanced" knows it, as criteria.amenities.elevator',
        'maxPrice: is unknown here; did you mean price: {"max": …}?',
        'rooms.bedrooms: is unknown here; did you mean bedrooms at the root?',
      ],
      { mode: 'classic' },
    ],
    [
      'sources that no source is called',
      { source: { included: ['a\u0000', '\ud800', 'x'.repeat(254)] } },
      [
        'criteria.source.included[0]: expects the domain or the id of a source, got "a"',
        'criteria.source.included[1]: expects the domain or the id of a source, got ""',
        `criteria.source.included[2]: expects the domain or the id of a source, got "${'x'.repeat(40)}…"`,
      ],
    ],
    [
      'names every object inherits',
      JSON.parse('{"rooms": {"__proto__": {"min": 1}, "constructor": 1, "toString": {}}}'),
      ['criteria.rooms.__proto__', 'criteria.rooms.constructor', 'criteria.rooms.toString'].map(
        (path) => `${path}: is unknown here; known are rooms, bedrooms, bathrooms, min, max, gte, lte, allowNull`,
      ),
    ],
    [
      'inherited names as words',
      {
        transactionType: { value: 'constructor' },
        propertyType: { included: ['__proto__', 'toString'] },
        operator: 'valueOf',
        children: [{}],
      },
      [
        'criteria.transactionType.value: expects one of SELL, RENT, got "constructor"',
        'criteria.propertyType.included[0]: expects one of FLAT, HOUSE, BUILDING, PARKING, OFFICE, LAND, ' +
          'SHOP, COMMERCIAL_PREMISES, OTHER, got "__proto__"',
        'criteria.propertyType.included[1]: expects one of FLAT, HOUSE, BUILDING, PARKING, OFFICE, LAND, ' +
          'SHOP, COMMERCIAL_PREMISES, OTHER, got "toString"',
        'criteria.operator: expects AND or OR, got "valueOf"',
      ],
    ],
    [
      'a range above itself, at the lower bound',
      { price: { min: 5, max: 3 }, area: { gte: 2, lte: 1 } },
      [
        'criteria.price.min: must not be above max, got 5 and 3',
        'criteria.area.gte: must not be above lte, got 2 and 1',
      ],
    ],
    [
      'numbers in strings',
      { price: { min: '5' }, rooms: { rooms: { max: '3' } } },
      ['criteria.price.min: expects a number, got "5"', 'criteria.rooms.rooms.max: expects a number, got "3"'],
    ],
    [
      'numbers that are not finite',
      JSON.parse('{"price": {"min": 1e999}, "area": {"max": -1e999}}'),
      [
        'criteria.price.min: expects a finite number, got Infinity',
        'criteria.area.max: expects a finite number, got -Infinity',
      ],
    ],
    ['NaN', { price: { min: Number.NaN } }, ['criteria.price.min: expects a finite number, got NaN']],
    [
      'a range that is no object',
      { price: 5, area: [1, 2] },
      [
        'criteria.price: expects an object such as {"min": 1, "max": 2}, got 5',
        'criteria.area: expects an object such as {"min": 1, "max": 2}, got a list',
      ],
    ],
    [
      'an unknown key in a range',
      { price: { minimum: 5 } },
      ['criteria.price.minimum: is unknown here; known are min, max, gte, lte, allowNull'],
    ],
    [
      'a group that is no object',
      { rooms: 3, unit: true },
      [
        'criteria.rooms: expects an object such as {"rooms": {…}}, got 3',
        'criteria.unit: expects an object such as {"furnished": {…}}, got true',
      ],
    ],
    [
      'allowNull that is no boolean, even where it would not count',
      { price: { allowNull: 1 }, unit: { furnished: { allowNull: 'no' } } },
      [
        'criteria.price.allowNull: expects true or false, got 1',
        'criteria.unit.furnished.allowNull: expects true or false, got "no"',
      ],
    ],
    [
      'a bare flag',
      { amenities: { gym: true } },
      ['criteria.amenities.gym: expects an object such as {"value": true}, got true'],
    ],
    [
      'a flag of the wrong type or with unknown keys',
      { amenities: { gym: { value: 1, min: 2 } } },
      [
        'criteria.amenities.gym.min: is unknown here; known are value, allowNull',
        'criteria.amenities.gym.value: expects true or false, got 1',
      ],
    ],
    [
      'unknown words, with the nearest',
      { propertyType: { included: ['FLATT', 9, 1.5, null, '0', true] }, transactionType: { value: 'sell' } },
      [
        'criteria.transactionType.value: expects one of SELL, RENT, got "sell"; did you mean SELL?',
        'criteria.propertyType.included[0]: expects one of FLAT, HOUSE, BUILDING, PARKING, OFFICE, LAND, ' +
          'SHOP, COMMERCIAL_PREMISES, OTHER, got "FLATT"; did you mean FLAT?',
        'criteria.propertyType.included[1]: expects a property type by name or by integer from 0 to 8, got 9',
        'criteria.propertyType.included[2]: expects a property type by name or by integer from 0 to 8, got 1.5',
        'criteria.propertyType.included[3]: expects a property type by name or by integer from 0 to 8, got null',
        'criteria.propertyType.included[4]: expects one of FLAT, HOUSE, BUILDING, PARKING, OFFICE, LAND, ' +
          'SHOP, COMMERCIAL_PREMISES, OTHER, got "0"',
        'criteria.propertyType.included[5]: expects a property type by name or by integer from 0 to 8, got true',
      ],
    ],
    [
      'empty lists of what is in',
      {
        transactionType: { included: [] },
        propertyType: { included: [] },
        location: { included: [], includedGeoShapeIds: [] },
        children: [{ location: { includedDivisionIds: [] } }],
      },
      [
        'criteria.transactionType.included',
        'criteria.propertyType.included',
        'criteria.location.included',
        'criteria.location.includedGeoShapeIds',
        'criteria.children[0].location.includedDivisionIds',
      ].map((path) => `${path}: expects at least one entry; leave it out where anything goes`),
    ],
    [
      'what is no list',
      { propertyType: { included: 'FLAT' }, location: { includedDivisionIds: 5 }, branches: {} },
      [
        'criteria.propertyType.included: expects a list, got "FLAT"',
        'criteria.location.includedDivisionIds: expects a list, got 5',
        'criteria.branches: expects a list, got an object',
      ],
    ],
    [
      'an operator that is no word, with and without children',
      { operator: 5, children: [{ operator: 'XOR', branches: [] }] },
      ['criteria.operator: expects AND or OR, got 5', 'criteria.children[0].operator: expects AND or OR, got "XOR"'],
    ],
    [
      'operators in small letters',
      { operator: 'or', children: [{}] },
      ['criteria.operator: expects AND or OR, got "or"'],
    ],
    [
      'children that are no objects',
      { operator: 'OR', branches: [null, 5, {}] },
      ['criteria.branches[0]: expects an object, got null', 'criteria.branches[1]: expects an object, got 5'],
    ],
    [
      'children and branches at once',
      { children: [{}], branches: [{ price: { min: 'x' } }] },
      ['criteria.branches: says the same as children; give only one of them'],
    ],
    [
      'min and gte at once',
      { price: { min: 1, gte: 1 } },
      ['criteria.price.gte: is another spelling of min and max; use either min and max or gte and lte'],
    ],
    [
      'one bound in each spelling',
      { price: { min: 1, lte: 5 } },
      ['criteria.price.lte: is another spelling of min and max; use either min and max or gte and lte'],
    ],
    [
      'rooms in both spellings',
      { rooms: { min: 2, rooms: { max: 3 } } },
      ['criteria.rooms.min: says the same as rooms.rooms; give only one of them'],
    ],
    [
      'divisions in both spellings',
      {
        location: {
          includedDivisionIds: [1],
          included: [{ cityId: 1 }],
          excluded: [{ cityId: 2 }],
          excludedDivisionIds: [2],
        },
      },
      [
        'criteria.location.included: says the same as includedDivisionIds; give only one of them',
        'criteria.location.excluded: says the same as excludedDivisionIds; give only one of them',
      ],
    ],
    [
      'both transaction spellings',
      { transactionType: { value: 'SELL', included: ['SELL'] } },
      ['criteria.transactionType.included: says the same as value; give only one of them'],
    ],
    [
      'a point in two spellings',
      { location: { centerPoint: { lat: 1, lng: 2, lon: 2 }, radiusMeters: 5 } },
      ['criteria.location.centerPoint.lon: says the same as lng; give only one of them'],
    ],
    [
      'a point without a radius',
      { location: { centerPoint: { lat: 1, lng: 2 } } },
      ['criteria.location.radiusMeters: is missing: centerPoint needs it'],
    ],
    [
      'a radius without a point',
      { location: { radiusMeters: 5 } },
      ['criteria.location.centerPoint: is missing: radiusMeters needs it'],
    ],
    [
      'points that are none',
      {
        children: [
          '{',
          '5',
          '[1,2,3]',
          7,
          '{"lat": 91, "lng": "2"}',
          { lat: 1 },
          { lat: 1, lng: 180.1, alt: 3 },
          [],
          [91, '2'],
          '[1, null]',
          [[1, 2]],
        ].map((centerPoint) => ({ location: { centerPoint, radiusMeters: 1 } })),
      },
      [
        ...[
          ['"{"', 0],
          ['"5"', 1],
          ['"[1,2,3]"', 2],
          ['7', 3],
          ['a list', 7],
          ['a list', 10],
        ].map(
          ([shown, place]) =>
            `criteria.children[${place}].location.centerPoint: expects a pair such as {"latitude": 48.8566, ` +
            `"longitude": 2.3522} or [48.8566, 2.3522], latitude first, as such or as JSON in a string, got ${shown}`,
        ),
        'criteria.children[8].location.centerPoint[0]: expects degrees from -90 to 90, got 91',
        'criteria.children[8].location.centerPoint[1]: expects degrees from -180 to 180, got "2"',
        'criteria.children[9].location.centerPoint[1]: expects degrees from -180 to 180, got null',
        'criteria.children[4].location.centerPoint.lat: expects degrees from -90 to 90, got 91',
        'criteria.children[4].location.centerPoint.lng: expects degrees from -180 to 180, got "2"',
        'criteria.children[5].location.centerPoint: has no longitude',
        'criteria.children[6].location.centerPoint.alt: is unknown here; known are latitude, lat, longitude, lng, lon',
        'criteria.children[6].location.centerPoint.lng: expects degrees from -180 to 180, got 180.1',
      ],
    ],
    [
      'radii that are none',
      {
        children: [0, -1, '5', Infinity, 1e300].map((radiusMeters) => ({
          location: { centerPoint: { lat: 1, lng: 2 }, radiusMeters },
        })),
      },
      [
        ', got 0',
        ', got -1',
        ', got "5"',
        ...['Infinity', '1e+300'].map((n) => ` and at most 9007199254740991, got ${n}`),
      ].map(
        (rest, place) => `criteria.children[${place}].location.radiusMeters: expects a number of metres above 0${rest}`,
      ),
    ],
    [
      'division ids that are none',
      { location: { includedDivisionIds: [1.5, '2', null, -1, 2 ** 53, 4_625_001_001] } },
      ['1.5', '"2"', 'null', '-1', '9007199254740992'].map(
        (got, i) =>
          `criteria.location.includedDivisionIds[${i}]: expects the id of a division, a whole number from 0 ` +
          `to 9007199254740991, got ${got}`,
      ),
    ],
    [
      'entries without an id',
      { location: { included: [{}, { cityId: null }, 5, { regionId: 1, cityId: 1 }] } },
      [
        'criteria.location.included[0]: expects at least one of cityId, districtId, neighborhoodId',
        'criteria.location.included[1]: expects at least one of cityId, districtId, neighborhoodId',
        'criteria.location.included[2]: expects an object such as {"cityId": 1}, got 5',
        'criteria.location.included[3].regionId: is unknown here; known are cityId, districtId, neighborhoodId',
      ],
    ],
    [
      "unknown divisions, in the caller's spelling",
      { location: { included: [{ cityId: 5 }, { districtId: 6 }], excludedDivisionIds: [7] } },
      [
        'criteria.location.included[1].districtId: unknown division 6',
        'criteria.location.excludedDivisionIds[0]: unknown division 7',
      ],
      { places: { knowsDivision: (id) => id === 5, shape: () => undefined } },
    ],
    [
      'unknown shapes',
      { location: { includedGeoShapeIds: [SHAPE_ID.toUpperCase(), 'x', 5] } },
      [
        `criteria.location.includedGeoShapeIds[0]: unknown shape ${SHAPE_ID}`,
        'criteria.location.includedGeoShapeIds[1]: expects the id of a stored shape, a UUID, got "x"',
        'criteria.location.includedGeoShapeIds[2]: expects the id of a stored shape, a UUID, got 5',
      ],
    ],
    [
      'unknown divisions among classic filters',
      { cityIds: [5], districtIds: [6] },
      ['districtIds[0]: unknown division 6'],
      { mode: 'classic', places: { knowsDivision: (id) => id === 5, shape: () => undefined } },
    ],
    [
      'wrong classic values',
      { transactionType: 'BUY', hasParking: 'yes', cityIds: 5, price: { gte: 'a' }, propertyTypes: [] },
      [
        'transactionType: expects one of SELL, RENT, got "BUY"',
        'propertyTypes: expects at least one entry; leave it out where anything goes',
        'price.gte: expects a number, got "a"',
        'hasParking: expects true or false, got "yes"',
        'cityIds: expects a list, got 5',
      ].sort(),
      { mode: 'classic' },
    ],
    ['classic filters that are no object', [], [': expects an object of filters, got a list'], { mode: 'classic' }],
  ];

  for (const [says, input, expected, options] of refused) {
    it(says, () => {
      expect([...violationsOf(input, options)].sort()).toEqual([...expected].sort());
    });
  }

  it('under the path it is told', () => {
    expect(violationsOf({ price: 1 }, { path: 'alert.criteria' })[0]).toMatch(/^alert\.criteria\.price: /);
    expect(violationsOf({ price: 1 }, { path: 'filters', mode: 'classic' })[0]).toMatch(/^filters\.price: /);
  });
});
