import fc from 'fast-check';
import { parseFeedLine } from './parse-feed-line.js';

const ONLINE = {
  source: { domain: 'Portal.Example', name: 'Portal' },
  externalId: 'a-1',
  observedAt: '2024-02-29T10:00:00+01:00',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
};

/** Reads the valid line with some members changed, from its text as ingest does. */
function read(changes: object = {}) {
  return parseFeedLine(JSON.stringify({ ...ONLINE, ...changes }));
}
function listingOf(changes: object) {
  const result = read(changes);
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  return result.value.listing;
}
function pathsOf(line: unknown): string[] {
  const result = parseFeedLine(line);
  return result.ok ? [] : result.violations.map(({ propertyPath }) => propertyPath);
}

describe('parseFeedLine', () => {
  it('quotes a strange line in text that PostgreSQL can hold', () => {
    const long = `${'n'.repeat(99)}😀`;
    const { unknownFields } = parseFeedLine({ 'a\0b': 1, '\ud83d': 1, features: { '\udc00': 1 }, [long]: 1 });
    expect(unknownFields).toEqual(['a\uFFFDb', '\uFFFD', 'features.\uFFFD', `${'n'.repeat(99)}\uFFFD…`]);
    for (const text of ['{"price": 😀}', '\0{\0}']) {
      const refused = parseFeedLine(text);
      expect(refused).toMatchObject({ violations: [{ message: expect.stringContaining("token '\uFFFD'") as string }] });
      expect(JSON.stringify(refused)).not.toMatch(/\\u(?:0000|d[89a-f])/);
    }
  });

  it('keeps a picture that is named twice once, where it comes first', () => {
    const pictures = ['https://a.example/1', 'https://a.example/2', 'https://a.example/1'];
    expect(listingOf({ pictures }).pictures).toEqual(pictures.slice(0, 2));
  });

  it('reads identity and attributes, with the domain in lower case and the instant in UTC', () => {
    expect(read({ price: 250_000, rooms: 3 })).toEqual({
      ok: true,
      unknownFields: [],
      value: {
        source: { domain: 'portal.example', name: 'Portal' },
        externalId: 'a-1',
        observedAt: '2024-02-29T09:00:00.000Z',
        status: 'ONLINE',
        listing: { transactionType: 'SELL', propertyType: 'FLAT', price: 250_000, rooms: 3 },
      },
    });
  });

  it('reads every attribute of the feed format', () => {
    const attributes = {
      url: 'https://portal.example/a-1',
      title: 'T3',
      description: 'Lumineux',
      pictures: ['https://img.example/1.jpg'],
      publishedAt: '2024-01-01T00:00:00.000Z',
      transactionType: 'RENT',
      propertyType: 'HOUSE',
      transactionStatus: 'UNDER_OFFER',
      saleType: 'LIFE_ANNUITY',
      mandateType: 'SEMI_EXCLUSIVE',
      condition: 'NEW',
      price: 1200.5,
      currency: 'EUR',
      pricing: { charges: 80, agencyFees: 300, securityDeposit: 1200, chargesIncluded: true, feesIncluded: false },
      area: 61.4,
      areas: { indoor: 60, outdoor: 12, land: 400, balcony: 4, terrace: 8, garden: 300 },
      rooms: 3,
      bedrooms: 2,
      bathrooms: 1,
      floor: -1,
      features: {
        furnished: true,
        disabledAccess: false,
        equippedKitchen: true,
        balcony: false,
        terrace: true,
        garden: true,
        cellar: false,
        lastFloor: true,
        elevator: false,
        intercom: true,
        gym: false,
        swimmingPool: true,
        parking: true,
      },
      building: { constructionYear: 1930, renovationYear: 2010, lots: 12 },
      energy: { dpe: 'C', ghg: 'A', heatingSystem: 'HEAT_PUMP', energyCarrier: 'ELECTRICITY' },
      publisher: { type: 'REAL_ESTATE_AGENCY', name: 'Agence du Port' },
      location: {
        lat: 48.85,
        lng: 2.35,
        accuracy: 'STREET',
        postalCode: '75004',
        cityId: 75056,
        districtId: 104,
        neighborhoodId: 7504,
        cityName: 'Paris',
        districtName: '4e',
        neighborhoodName: 'Arsenal',
      },
    };
    expect(listingOf(attributes)).toEqual(attributes);
  });

  it('takes a property type by name, by integer and by its alias', () => {
    expect(listingOf({ propertyType: 'HOUSE' }).propertyType).toBe('HOUSE');
    expect(listingOf({ propertyType: 8 }).propertyType).toBe('OTHER');
    expect(listingOf({ propertyType: 'APARTMENT' }).propertyType).toBe('FLAT');
    for (const propertyType of [9, -1, 0.5, '0', 'flat', 'constructor', [0]])
      expect(pathsOf({ ...ONLINE, propertyType })).toEqual(['propertyType']);
  });

  it('treats null members and empty groups as absent', () => {
    expect(
      listingOf({
        price: null,
        pictures: [],
        features: { garden: null },
        energy: {},
        location: { lat: null, lng: null },
      }),
    ).toEqual({
      transactionType: 'SELL',
      propertyType: 'FLAT',
    });
  });

  it('makes one number of 0 and -0', () => {
    expect(
      Object.is(listingOf({}).price ?? 0, 0) &&
        Object.is(
          (parseFeedLine({ ...ONLINE, price: -0 }) as unknown as { value: { listing: { price: number } } }).value
            .listing.price,
          0,
        ),
    ).toBe(true);
  });

  it('needs source, externalId, observedAt and status', () => {
    expect(pathsOf('{}')).toEqual(['source', 'externalId', 'observedAt', 'status']);
    expect(pathsOf({ ...ONLINE, source: {} })).toEqual(['source.domain', 'source.name']);
    expect(pathsOf({ ...ONLINE, source: { domain: 'a.example', name: null } })).toEqual(['source.name']);
  });

  it('needs transaction and property type of an ONLINE line alone', () => {
    const { transactionType: _deal, propertyType: _type, ...identity } = ONLINE;
    expect(pathsOf(identity)).toEqual(['transactionType', 'propertyType']);
    expect(parseFeedLine({ ...identity, status: 'OFFLINE' })).toMatchObject({
      ok: true,
      value: { status: 'OFFLINE', listing: {} },
    });
  });

  it('reads only the identity of an OFFLINE line, so that mistakes elsewhere do not keep a listing online', () => {
    expect(read({ status: 'OFFLINE', price: -1, title: 'gone', colour: 1, energy: { colour: 2 } })).toMatchObject({
      ok: true,
      value: { listing: {} },
      unknownFields: ['colour', 'energy.colour'],
    });
    expect(pathsOf({ ...ONLINE, status: 'OFFLINE', externalId: '' })).toEqual(['externalId']);
  });

  it('names unknown members with dots and accepts the line; also of a refused line', () => {
    expect(read({ colour: 'red', energy: { colour: 'red', dpe: 'A' }, location: { divisionIds: [1] } })).toMatchObject({
      ok: true,
      unknownFields: ['colour', 'energy.colour', 'location.divisionIds'],
    });
    expect(read({ colour: 'red', price: -1 })).toMatchObject({ ok: false, unknownFields: ['colour'] });
  });

  it.each<[string, object, string]>([
    ['a negative price', { price: -1 }, 'price'],
    ['a negative area', { area: -0.5 }, 'area'],
    ['a negative part of the price', { pricing: { charges: -1 } }, 'pricing.charges'],
    ['a negative part of the area', { areas: { land: -1 } }, 'areas.land'],
    ['a price that no home has', { price: 1.1e15 }, 'price'],
    ['a charge below a millionth', { pricing: { charges: 1e-300 } }, 'pricing.charges'],
    ['an area larger than any country', { area: 1e308 }, 'area'],
    ['an area below a millionth', { areas: { indoor: 5e-324 } }, 'areas.indoor'],
    ['a price in a string', { price: '250000' }, 'price'],
    ['an empty externalId', { externalId: '' }, 'externalId'],
    ['a blank externalId', { externalId: '  ' }, 'externalId'],
    ['an externalId that is a number', { externalId: 12 }, 'externalId'],
    ['an externalId of 201 characters', { externalId: 'x'.repeat(201) }, 'externalId'],
    ['latitude without longitude', { location: { lat: 48 } }, 'location.lng'],
    ['longitude without latitude', { location: { lng: 2, lat: null } }, 'location.lat'],
    ['a latitude beyond the pole', { location: { lat: 90.1, lng: 0 } }, 'location.lat'],
    ['a longitude beyond 180', { location: { lat: 0, lng: -180.1 } }, 'location.lng'],
    ['a currency that is no code', { currency: 'EURO' }, 'currency'],
    ['a currency in lower case', { currency: 'eur' }, 'currency'],
    ['an unknown status', { status: 'PAUSED' }, 'status'],
    ['half a room', { rooms: 2.5 }, 'rooms'],
    ['fewer than no rooms', { rooms: -1 }, 'rooms'],
    ['more rooms than 32 bits hold', { rooms: 2_147_483_648 }, 'rooms'],
    ['an id beyond 2^53', { location: { cityId: 9_007_199_254_740_993 } }, 'location.cityId'],
    ['a flag in a string', { features: { garden: 'true' } }, 'features.garden'],
    ['a group that is a list', { energy: ['A'] }, 'energy'],
    ['a rating outside A to G', { energy: { dpe: 'H' } }, 'energy.dpe'],
    ['a url that is no web address', { url: 'javascript:alert(1)' }, 'url'],
    ['a relative url', { url: '/a-1' }, 'url'],
    ['a url longer than 2,048', { url: `https://a.example/${'x'.repeat(2_048)}` }, 'url'],
    [
      'a picture that is no web address',
      { pictures: ['https://a.example/1', 'https://a.example/2', '', 'https://a.example/4'] },
      'pictures[2]',
    ],
    ['201 pictures', { pictures: Array(201).fill('https://a.example/1') }, 'pictures'],
    ['a title longer than 1,000', { title: 'x'.repeat(1_001) }, 'title'],
    ['a NUL character', { description: 'a\0b' }, 'description'],
    ['half a surrogate pair', { title: 'a\ud800b' }, 'title'],
    ['a domain with a path', { source: { domain: 'a.example/b', name: 'A' } }, 'source.domain'],
    ['a domain longer than 253', { source: { domain: 'a'.repeat(254), name: 'A' } }, 'source.domain'],
    ['a date that does not exist', { observedAt: '2024-02-30T00:00:00Z' }, 'observedAt'],
    ['a date-time without a zone', { publishedAt: '2024-02-01T00:00:00' }, 'publishedAt'],
  ])('refuses %s', (_what, changes, path) => {
    expect(pathsOf(JSON.stringify({ ...ONLINE, ...changes }))).toEqual([path]);
  });

  it('accepts what lies exactly on the bounds', () => {
    const onTheBounds = {
      title: '😀'.repeat(1_000),
      price: 1e15,
      pricing: { charges: 0, agencyFees: 0.000_001 },
      area: 0,
      rooms: 2_147_483_647,
      floor: -2_147_483_648,
      pictures: Array.from({ length: 200 }, (_, n) => `http://a.example/${n}`),
      location: { lat: -90, lng: 180 },
    };
    expect(listingOf({ ...onTheBounds, externalId: 'é'.repeat(200) })).toMatchObject(onTheBounds);
  });

  it.each(['EUR', 'CLF', 'MXV', 'COU', 'UYI', 'VED'])(
    'takes %s, money of a country or a unit of account in which homes are priced',
    (currency) => {
      expect(listingOf({ price: 4_250.5, currency })).toMatchObject({ currency });
    },
  );

  it('counts the characters of a text that is too long as people do', () => {
    expect(read({ title: '😀'.repeat(1_001), externalId: '😀'.repeat(500) })).toMatchObject({
      violations: [
        { propertyPath: 'externalId', message: 'expects at most 200 characters, got 500' },
        { propertyPath: 'title', message: 'expects at most 1000 characters, got 1001' },
      ],
    });
  });

  it('says what it expected', () => {
    expect(read({ rooms: 2.5, price: -3, currency: 'EURO' })).toMatchObject({
      violations: [
        { propertyPath: 'rooms', message: 'expects a whole number, got 2.5' },
        { propertyPath: 'price', message: 'expects a number of at least 0, got -3' },
        { propertyPath: 'currency', message: 'expects an ISO 4217 code such as "EUR"' },
      ],
    });
  });

  it('stops explaining after 50 reasons', () => {
    expect(pathsOf({ ...ONLINE, pictures: Array(200).fill(0) })).toHaveLength(50);
  });

  it('reads a line with a byte order mark and a carriage return', () => {
    expect(parseFeedLine(`\ufeff${JSON.stringify(ONLINE)}\r`).ok).toBe(true);
  });

  it.each(['', 'null', '[]', '1', '"x"', '{', '{"a":}', 'NaN', undefined, null, 7, [ONLINE]])(
    'refuses %p, which is no JSON object',
    (line) => {
      expect(pathsOf(line)).toEqual(['']);
    },
  );

  it('survives a nesting of 50,000 levels and a number of ten million digits', () => {
    const bomb = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(pathsOf(JSON.stringify(ONLINE).replace('"a-1"', bomb))).toEqual(['externalId']);
    expect(parseFeedLine(JSON.stringify(ONLINE).replace('{', `{"bomb":${bomb},`))).toMatchObject({
      ok: true,
      unknownFields: ['bomb'],
    });
    expect(
      pathsOf(JSON.stringify({ ...ONLINE, price: 0 }).replace('"price":0', `"price":${'9'.repeat(10_000_000)}`)),
    ).toEqual(['price']);
    expect(pathsOf(JSON.stringify({ ...ONLINE, price: 0 }).replace('"price":0', '"price":1e999'))).toEqual(['price']);
  });

  it('takes members named like parts of a JavaScript object as unknown ones', () => {
    const line = JSON.stringify(ONLINE).replace(
      '{',
      '{"__proto__":{"price":1},"constructor":2,"toString":3,"features":{"__proto__":true},',
    );
    const result = parseFeedLine(line);
    expect(result).toMatchObject({
      ok: true,
      unknownFields: ['__proto__', 'constructor', 'toString', 'features.__proto__'],
    });
    expect(listingOf({})).toEqual({ transactionType: 'SELL', propertyType: 'FLAT' });
    expect(({} as { price?: number }).price).toBeUndefined();
  });

  it('never throws, whatever stands in a member', () => {
    const members = [
      'source',
      'externalId',
      'observedAt',
      'status',
      'price',
      'rooms',
      'pictures',
      'location',
      'features',
      'url',
      'title',
      'propertyType',
      'publishedAt',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (member, value) => {
        const result = parseFeedLine(JSON.stringify({ ...ONLINE, [member]: value }));
        expect(result.ok || result.violations.length > 0).toBe(true);
        if (result.ok) expect(JSON.stringify(result.value)).not.toContain('null,');
      }),
      { numRuns: 500 },
    );
  });
});

it('takes an address with letters beyond ASCII also in a long feed', () => {
  const line = JSON.stringify({ ...ONLINE, url: 'https://bücher.example/straße' });
  for (let i = 0; i < 20_000; i += 1) if (!parseFeedLine(line).ok) throw new Error(`line ${i} was refused`);
});
