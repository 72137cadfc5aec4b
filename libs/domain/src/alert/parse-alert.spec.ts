import fc from 'fast-check';
import { ANY_LISTING } from '../criteria/criteria-node.js';
import { formatCriteria } from '../criteria/format-criteria.js';
import type { AlertContext, AlertDraft } from './alert-draft.js';
import { parseAlert } from './parse-alert.js';

let made = 0;
const context: AlertContext = {
  places: { knowsDivision: (id) => id < 1_000, shape: () => undefined },
  allowedNetworks: [],
  newSigningKey: () => `whsec_made-${(made += 1)}`,
};
const HOOK = { channel: 'WEBHOOK', address: 'https://example.com/hook' } as const;
const MAIL = { channel: 'EMAIL', address: 'a@example.com' } as const;

function draft(body: object, current: AlertDraft | null = null): AlertDraft {
  const parsed = parseAlert(body, context, current);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}

function wrong(body: unknown, current: AlertDraft | null = null): string[] {
  const parsed = parseAlert(body, context, current);
  return parsed.ok ? [] : parsed.violations.map(({ propertyPath, message }) => `${propertyPath} ${message}`);
}

const advanced = draft({ name: 'Advanced', criteria: { price: { max: 9 } }, destinationWebhookUrl: HOOK.address });
const classic = draft({
  name: 'Classic',
  searchMode: 'classic',
  price: { lte: 9 },
  hasGarden: true,
  active: false,
  destinationEmail: MAIL.address,
});

it('makes a whole draft of the least that can be said', () => {
  expect(draft({ name: 'x', criteria: {} })).toEqual({
    name: 'x',
    active: true,
    searchMode: 'advanced',
    classicFilters: null,
    criteria: { conditions: [], operator: 'AND', children: [] },
    notificationConfig: null,
    destination: null,
    signingKey: `whsec_made-${made}`,
  });
  expect(draft({ name: 'x', searchMode: 'classic' })).toMatchObject({
    searchMode: 'classic',
    classicFilters: {},
    criteria: { conditions: [] },
  });
});

it('takes a name of up to 200 characters, whatever they are', () => {
  expect(draft({ name: '🏠'.repeat(200), criteria: {} }).name).toHaveLength(400);
  expect(wrong({ name: '🏠'.repeat(201), criteria: {} })).toEqual(['name has 201 characters; at most 200 are allowed']);
  for (const name of ['a\u0000', 'a\nb', 'a\u2028b', '\ud800'])
    expect(wrong({ name, criteria: {} })).toEqual(['name may not contain line ends or other control characters']);
});

it('never repeats a signing key in a message, and knows its spelling', () => {
  const [violation] = wrong({ name: 'x', criteria: {}, signingKey: 'whsec_c2VjcmV0' });
  expect(violation).toBe(
    'signingKey expects whsec_ followed by 24 to 64 bytes in base64, or 16 to 128 printable characters that do not begin ' +
      'with whsec_; leave it out and one is made for you',
  );
  for (const bytes of [23, 24, 25, 26, 63, 64, 65]) {
    expect({
      bytes,
      refused: wrong({ name: 'x', criteria: {}, signingKey: `whsec_${Buffer.alloc(bytes, 7).toString('base64')}` })
        .length,
    }).toEqual({ bytes, refused: bytes < 24 || bytes > 64 ? 1 : 0 });
  }
  for (const text of [
    `whsec_${'A'.repeat(36)}=`,
    `whsec_${'A'.repeat(35)}`,
    `whsec_${'A'.repeat(34)}=A`,
    `WHSEC_${'A'.repeat(36)}`,
    ` whsec_${'A'.repeat(36)}`,
  ])
    expect(wrong({ name: 'x', criteria: {}, signingKey: text })).toHaveLength(1);
});

it('takes any printable text of 16 to 128 characters as a key', () => {
  const taken = (signingKey: string) => draft({ name: 'x', criteria: {}, signingKey }).signingKey;
  for (const key of ['a'.repeat(16), 'clé 🔑 '.repeat(21), 'A'.repeat(128)]) expect(taken(key)).toBe(key);
  for (const key of ['a'.repeat(15), 'A'.repeat(129), `${'a'.repeat(20)}\n`, `${'a'.repeat(20)}\u200b`])
    expect(wrong({ name: 'x', criteria: {}, signingKey: key })).toHaveLength(1);
});

describe('a change', () => {
  it('of nothing changes nothing', () => {
    expect(draft({}, advanced)).toEqual(advanced);
    expect(draft({}, classic)).toEqual(classic);
    expect(Object.keys(draft({}, Object.assign({ id: 'more than a draft' }, classic)))).not.toContain('id');
  });

  it('moves the destination between the channels', () => {
    expect(draft({ destinationEmail: MAIL.address }, advanced).destination).toEqual(MAIL);
    expect(draft({ destinationEmail: MAIL.address, destinationWebhookUrl: null }, advanced).destination).toEqual(MAIL);
    expect(draft({ destinationEmail: null }, advanced).destination).toEqual(HOOK);
    expect(draft({ destinationWebhookUrl: null }, advanced).destination).toBeNull();
    expect(draft({ destinationWebhookUrl: null, destinationEmail: null }, classic).destination).toBeNull();
  });

  it('makes a new signing key where the old one is cleared', () => {
    expect(draft({ signingKey: null }, advanced).signingKey).toBe(`whsec_made-${made}`);
    expect(made > 0 && draft({ name: 'x' }, advanced).signingKey).toBe(advanced.signingKey);
  });

  it('merges classic filters and parses what comes out', () => {
    expect(
      draft({ searchMode: 'classic', price: { gte: 3 }, hasGarden: null, rooms: { gte: 1 } }, classic),
    ).toMatchObject({ classicFilters: { price: { gte: 3 }, rooms: { gte: 1 } }, active: false });
    expect(wrong({ searchMode: 'classic', price: { gte: 10, lte: 9 } }, classic)).toEqual([
      'price.gte must not be above lte, got 10 and 9',
    ]);
  });

  it('never makes of an advanced alert a classic one that everything meets', () => {
    expect(wrong({ searchMode: 'classic', price: null }, advanced)).toEqual([
      'searchMode turns this alert from advanced to classic, which takes at least one filter',
    ]);
  });
});

describe('messages', () => {
  it.each<[object, string]>([
    [{ nam: 'y' }, 'nam is unknown here; did you mean name?'],
    [{ destinationMail: 'y' }, 'destinationMail is unknown here; did you mean destinationEmail?'],
    [{ location: {} }, 'location is unknown here; conditions stand inside criteria'],
    [{ children: [] }, 'children is unknown here; conditions stand inside criteria'],
    [{ price: {} }, 'price is a filter of searchMode "classic"; in advanced mode conditions stand inside criteria'],
    [
      { ['x'.repeat(90)]: 1 },
      `${'x'.repeat(40)}… is unknown here; known are name, active, searchMode, criteria, notificationConfig, ` +
        'signingKey, destinationWebhookUrl, destinationEmail, id, eventDestinationId, destinationStatus, ' +
        'createdAt, updatedAt',
    ],
    [
      { searchMode: 'classic', location: {} },
      'location is unknown here; did you mean cityIds, districtIds or neighborhoodIds?',
    ],
    [{ searchMode: 'classic', cityId: 1 }, 'cityId is unknown here; did you mean cityIds?'],
    [{ notificationConfig: { rule: [] } }, 'notificationConfig.rule is unknown here; did you mean rules?'],
  ])('%j: %s', (body, message) => expect(wrong({ name: 'x', criteria: {}, ...body })).toContain(message));

  it('hint at the mode where filters come without it', () => {
    expect(wrong({ name: 'x', price: { lte: 1 } })).toEqual([
      'price is a filter of classic mode; add searchMode "classic" to the body',
    ]);
    expect(wrong({ name: 'x' })).toEqual(['criteria is missing; an alert needs it, and {} is met by every listing']);
  });

  it('say that a new classic alert would keep nothing of a tree that is its only wish', () => {
    const lost =
      'criteria is read-only in classic mode, where nothing would be left of it; give classic filters, or ' +
      'searchMode "advanced"';
    for (const criteria of [{ price: { max: 9 } }, { nonsense: true }, 5])
      expect(wrong({ name: 'x', searchMode: 'classic', criteria })).toEqual([lost]);
    for (const criteria of [{}, null, formatCriteria(ANY_LISTING)])
      expect(wrong({ name: 'x', searchMode: 'classic', criteria })).toEqual([]);
    expect(wrong({ name: 'x', searchMode: 'classic', price: { lte: 9 }, criteria: { price: { max: 9 } } })).toEqual([]);
  });

  it('come fifty at most', () => {
    const rules = Array.from({ length: 90 }, () => ({}));
    expect(wrong({ name: 'x', criteria: {}, notificationConfig: { rules } })).toHaveLength(50);
    expect(
      wrong({ name: 'x', criteria: { children: rules.map(() => ({ pric: 1 })) }, notificationConfig: { rules } }),
    ).toHaveLength(50);
  });
});

describe('rules', () => {
  const config = (...rules: unknown[]) => ({ name: 'x', criteria: {}, notificationConfig: { rules } });

  it('are kept in their order, switched on unless they say otherwise', () => {
    expect(
      draft(
        config(
          { eventType: 'NEW_MATCH' },
          {
            eventType: 'PRICE_CHANGED',
            enabled: false,
            thresholdMinPercentage: 0,
            thresholdMaxPercentage: null,
            thresholdDirection: 'INCREASE',
          },
        ),
      ).notificationConfig,
    ).toEqual({
      rules: [
        { eventType: 'NEW_MATCH', enabled: true },
        { eventType: 'PRICE_CHANGED', enabled: false, thresholdMinPercentage: 0, thresholdDirection: 'INCREASE' },
      ],
    });
    expect(draft(config()).notificationConfig).toEqual({ rules: [] });
  });

  it('keep thresholds on every type, filled with zeros or beside each other', () => {
    const rules = [
      {
        eventType: 'NEW_MATCH',
        thresholdPercentage: 0,
        thresholdMinPercentage: 0,
        thresholdMaxPercentage: 0,
        thresholdDirection: 'INCREASE',
        enabled: true,
      },
      {
        eventType: 'PRICE_CHANGED',
        thresholdPercentage: 3,
        thresholdMinPercentage: 7,
        thresholdMaxPercentage: 7,
        enabled: true,
      },
    ];
    expect(draft(config(...rules)).notificationConfig).toEqual({ rules });
  });

  it('say where and why they are refused', () => {
    expect(
      wrong(
        config(
          { eventType: 'NEW_MATCH' },
          { eventType: 'PRICE_CHANGED', thresholdMinPercentage: 7, thresholdMaxPercentage: 5 },
        ),
      ),
    ).toEqual([
      'notificationConfig.rules[1].thresholdMaxPercentage must not be below thresholdMinPercentage, got 7 and 5',
    ]);
    expect(
      wrong(
        config(
          'NEW_MATCH',
          null,
          { eventType: 3 },
          { eventType: 'PRICE_CHANGED', thresholdPercentage: '3', thresholdDirection: 1, enabled: 'no' },
        ),
      ),
    ).toEqual([
      'notificationConfig.rules[0] expects an object such as {"eventType": "NEW_MATCH"}, got "NEW_MATCH"',
      'notificationConfig.rules[1] expects an object such as {"eventType": "NEW_MATCH"}, got null',
      'notificationConfig.rules[2].eventType expects one of NEW_MATCH, ADDITIONAL_LISTING, BACK_IN_CRITERIA, ' +
        'LISTING_REACTIVATED, PRICE_CHANGED, ANY_ATTRIBUTE_CHANGED, OUT_OF_CRITERIA, LISTING_EXPIRED, got 3',
      'notificationConfig.rules[3].enabled expects true or false, got "no"',
      'notificationConfig.rules[3].thresholdPercentage expects a number, got "3"',
      'notificationConfig.rules[3].thresholdDirection expects one of INCREASE, DECREASE, got 1',
    ]);
  });
});

it('reads any value at all without throwing', () => {
  const word = fc.constantFrom(
    'name',
    'criteria',
    'searchMode',
    'notificationConfig',
    'rules',
    'eventType',
    'signingKey',
    'destinationEmail',
    'destinationWebhookUrl',
    'price',
    '__proto__',
    'constructor',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(
        'classic',
        'advanced',
        'NEW_MATCH',
        NaN,
        Infinity,
        undefined,
        'a@b.example',
        'https://a.example',
      ),
      fc.dictionary(word, tie('any')),
      fc.array(tie('any')),
    ),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom(null, advanced, classic), (body, current) => {
      const parsed = parseAlert(body, context, current);
      if (!parsed.ok) expect(parsed.violations.length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});

it('gives the same draft when its own form is sent back', () => {
  const form = ({ classicFilters, criteria, destination, ...rest }: AlertDraft) => ({
    ...rest,
    ...classicFilters,
    criteria: formatCriteria(criteria),
    destinationEmail: destination?.channel === 'EMAIL' ? destination.address : null,
    destinationWebhookUrl: destination?.channel === 'WEBHOOK' ? destination.address : null,
  });
  for (const [one, other] of [
    [advanced, classic],
    [classic, advanced],
    [advanced, null],
    [classic, null],
    [classic, classic],
    [advanced, advanced],
  ] as const) {
    const keyed = { ...one, signingKey: `whsec_${'A'.repeat(32)}` };
    expect(draft(form(keyed), other)).toEqual(keyed);
  }
});
