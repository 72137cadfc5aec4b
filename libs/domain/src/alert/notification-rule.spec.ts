import { notifiedEvents, warnOfRules, type NotificationRule, type PriceMove } from './notification-rule.js';

const BOTH = ['PRICE_CHANGED', 'ANY_ATTRIBUTE_CHANGED'] as const;
const tells = (rule: Partial<NotificationRule>, move: PriceMove): boolean =>
  notifiedEvents({ rules: [{ eventType: 'PRICE_CHANGED', enabled: true, ...rule }] }, ['PRICE_CHANGED'], move)
    .length === 1;

describe('which events are told', () => {
  const move = { old: 100, new: 90 };

  it('without rules only new matches', () => {
    expect(notifiedEvents(null, ['NEW_MATCH'], move)).toEqual(['NEW_MATCH']);
    expect(notifiedEvents(null, BOTH, move)).toEqual([]);
    expect(notifiedEvents({ rules: [] }, ['NEW_MATCH'], move)).toEqual([]);
  });

  it('one without a rule, or with one switched off, is not', () => {
    const rules: NotificationRule[] = [
      { eventType: 'OUT_OF_CRITERIA', enabled: false },
      { eventType: 'LISTING_EXPIRED', enabled: true },
    ];
    expect(
      ['OUT_OF_CRITERIA', 'LISTING_EXPIRED', 'NEW_MATCH'].map(
        (type) => notifiedEvents({ rules }, [type as 'NEW_MATCH'], move).length,
      ),
    ).toEqual([0, 1, 0]);
  });

  it('a changed price is told once, as a price where that rule wants it', () => {
    const rules: NotificationRule[] = [
      { eventType: 'ANY_ATTRIBUTE_CHANGED', enabled: true },
      { eventType: 'PRICE_CHANGED', enabled: true, thresholdPercentage: 10 },
    ];
    expect(notifiedEvents({ rules }, BOTH, { old: 100, new: 90 })).toEqual(['PRICE_CHANGED']);
    expect(notifiedEvents({ rules }, BOTH, { old: 100, new: 95 })).toEqual(['ANY_ATTRIBUTE_CHANGED']);
  });
});

describe('a threshold of another type', () => {
  const rule: NotificationRule = {
    eventType: 'NEW_MATCH',
    enabled: true,
    thresholdPercentage: 0,
    thresholdMaxPercentage: 5,
    thresholdDirection: 'INCREASE',
  };

  it('bears on nothing', () => {
    for (const move of [
      { old: 100, new: 50 },
      { old: null, new: null },
    ])
      expect(notifiedEvents({ rules: [rule] }, ['NEW_MATCH'], move)).toEqual(['NEW_MATCH']);
  });

  it('is named, unless it is 0 or stands at PRICE_CHANGED', () => {
    expect(warnOfRules({ rules: [{ ...rule, eventType: 'PRICE_CHANGED' }, rule] })).toEqual([
      {
        path: 'rules[1].thresholdMaxPercentage',
        message: 'has no effect on NEW_MATCH; thresholds bear on PRICE_CHANGED alone',
      },
      {
        path: 'rules[1].thresholdDirection',
        message: 'has no effect on NEW_MATCH; thresholds bear on PRICE_CHANGED alone',
      },
    ]);
  });

  it.each<[Partial<NotificationRule>, string[]]>([
    [
      { thresholdPercentage: 20, thresholdMaxPercentage: 5 },
      ['rules[0].thresholdPercentage: is above thresholdMaxPercentage, so that no move is notified'],
    ],
    [
      { thresholdPercentage: 200, thresholdDirection: 'DECREASE' },
      ['rules[0].thresholdPercentage: is above 100, and no price falls by more: no move is notified'],
    ],
    [
      { thresholdMinPercentage: 101, thresholdDirection: 'DECREASE' },
      ['rules[0].thresholdMinPercentage: is above 100, and no price falls by more: no move is notified'],
    ],
    [{ thresholdPercentage: 5, thresholdMaxPercentage: 5 }, []],
    [{ thresholdPercentage: 20, thresholdMaxPercentage: 0 }, []],
    [{ thresholdPercentage: 100, thresholdDirection: 'DECREASE' }, []],
    [{ thresholdPercentage: 200, thresholdDirection: 'INCREASE' }, []],
  ])('are warned of where no move can reach them: %j', (thresholds, warnings) => {
    const rules: NotificationRule[] = [{ eventType: 'PRICE_CHANGED', enabled: true, ...thresholds }];
    expect(warnOfRules({ rules }).map(({ path, message }) => `${path}: ${message}`)).toEqual(warnings);
  });
});

describe('a threshold', () => {
  it('of 0, and a band of 0 to 0, is none', () => {
    const none = { thresholdPercentage: 0, thresholdMinPercentage: 0, thresholdMaxPercentage: 0 };
    for (const move of [
      { old: 100, new: 50 },
      { old: null, new: 1 },
    ])
      expect(tells(none, move)).toBe(true);
    expect(tells({ thresholdMinPercentage: 0, thresholdMaxPercentage: 5 }, { old: 100, new: 94 })).toBe(false);
    expect(tells({ ...none, thresholdDirection: 'DECREASE' }, { old: 100, new: 101 })).toBe(false);
  });

  it.each([
    [94, true],
    [96, false],
    [92, false],
  ])('and a band both hold: 100 to %p is %p', (now, told) => {
    const rule = { thresholdPercentage: 5, thresholdMinPercentage: 2, thresholdMaxPercentage: 7 };
    expect(tells(rule, { old: 100, new: now })).toBe(told);
  });

  it.each([
    [93, 7, true],
    [107, 7, true],
    [94, 7, false],
    [100.5, 0.5, true],
    [100.07, 0.07, true],
    [100.0699, 0.07, false],
  ])('a move from 100 to %p reaches %p percent: %p', (now, thresholdPercentage, told) => {
    expect(tells({ thresholdPercentage }, { old: 100, new: now })).toBe(told);
  });

  it.each([
    [95, true],
    [93, true],
    [92.9, false],
    [95.1, false],
  ])('a band of 5 to 7 percent includes its ends: 100 to %p is %p', (now, told) => {
    expect(tells({ thresholdMinPercentage: 5, thresholdMaxPercentage: 7 }, { old: 100, new: now })).toBe(told);
  });

  it('includes its ends also where doubles miss them', () => {
    expect(tells({ thresholdPercentage: 5 }, { old: 9_976, new: 9_477.2 })).toBe(true);
    expect(tells({ thresholdMinPercentage: 5, thresholdMaxPercentage: 10 }, { old: 10_424.92, new: 9_382.428 })).toBe(
      true,
    );
  });

  it('looks one way where a direction is named', () => {
    expect([
      tells({ thresholdDirection: 'DECREASE' }, { old: 100, new: 99 }),
      tells({ thresholdDirection: 'DECREASE' }, { old: 100, new: 101 }),
    ]).toEqual([true, false]);
    expect([
      tells({ thresholdDirection: 'INCREASE' }, { old: 100, new: 99 }),
      tells({ thresholdDirection: 'INCREASE' }, { old: 100, new: 101 }),
    ]).toEqual([false, true]);
  });

  it.each<[string, PriceMove]>([
    ['no old price', { old: null, new: 1 }],
    ['an old price of 0', { old: 0, new: 1 }],
    ['no new price', { old: 1, new: null }],
  ])('is not reached with %s', (_, move) => {
    expect([
      tells({ thresholdPercentage: 0.1 }, move),
      tells({ thresholdDirection: 'INCREASE' }, move),
      tells({}, move),
    ]).toEqual([false, false, true]);
  });
});
