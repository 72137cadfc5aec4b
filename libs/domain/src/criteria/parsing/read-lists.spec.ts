import { parseCriteria } from './parse-criteria.js';

const parse = (input: unknown) => parseCriteria(input);
const conditionsOf = (input: unknown) => {
  const parsed = parse(input);
  return parsed.ok ? parsed.value.conditions : parsed.violations;
};
const violationsOf = (input: unknown): readonly string[] => {
  const parsed = parse(input);
  return parsed.ok ? [] : parsed.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
};

describe('a list of words', () => {
  it('is read in the order of its vocabulary, each word once', () => {
    expect(conditionsOf({ energy: { dpe: { included: ['C', 'A', 'C'], allowNull: true } } })).toEqual([
      { kind: 'list', field: 'dpe', included: ['A', 'C'], excluded: null, allowNull: true },
    ]);
  });

  it('of ratings may say the worst that is in', () => {
    expect(conditionsOf({ energy: { ghg: { max: 'C', excluded: ['B'] } } })).toEqual([
      { kind: 'list', field: 'ghg', included: ['A', 'B', 'C'], excluded: ['B'], allowNull: false },
    ]);
  });

  it('takes beginnings of postal codes', () => {
    expect(conditionsOf({ location: { postalCodes: { included: ['92100', '75*'] } } })).toEqual([
      { kind: 'list', field: 'postalCode', included: ['75*', '92100'], excluded: null, allowNull: false },
    ]);
  });

  it('takes currencies as feeds do, units of account too', () => {
    expect(conditionsOf({ currency: { included: ['CLF', 'EUR'] } })).toEqual([
      { kind: 'list', field: 'currency', included: ['CLF', 'EUR'], excluded: null, allowNull: false },
    ]);
  });

  it.each<[list: object]>([[{}], [{ excluded: [] }], [{ allowNull: true }]])(
    'is no condition where it says nothing: %j',
    (list) => {
      expect(conditionsOf({ condition: list })).toEqual([]);
    },
  );

  it.each<[says: string, input: unknown, expected: string]>([
    [
      'an empty included',
      { currency: { included: [] } },
      'criteria.currency.included: expects at least one entry; leave it out where anything goes',
    ],
    [
      'a word of another list, with the nearest',
      { energy: { dpe: { included: ['H'] } } },
      'criteria.energy.dpe.included[0]: expects one of A, B, C, D, E, F, G, got "H"',
    ],
    [
      'both ways to say the same',
      { energy: { dpe: { included: ['A'], max: 'B' } } },
      'criteria.energy.dpe.max: says what included says; give only one of them',
    ],
    [
      'a worst word where words have no order',
      { currency: { max: 'EUR' } },
      'criteria.currency.max: is unknown here; known are included, excluded, allowNull',
    ],
    [
      'a currency that is none',
      { currency: { included: ['EURO'] } },
      'criteria.currency.included[0]: expects an ISO 4217 code such as "EUR", got "EURO"',
    ],
    [
      'a star inside a postal code',
      { location: { postalCodes: { included: ['7*5'] } } },
      'criteria.location.postalCodes.included[0]: expects a postal code such as "75011" or the beginning of some ' +
        'such as "75*", got "7*5"',
    ],
    [
      'a source by a number',
      { source: { included: [5] } },
      'criteria.source.included[0]: expects the domain or the id of a source, got 5',
    ],
    ['what is no object', { saleType: 'x' }, 'criteria.saleType: expects an object such as'],
  ])('refuses %s', (_says, input, expected) => {
    const [first, ...others] = violationsOf(input);
    expect(first).toContain(expected);
    expect(others).toEqual([]);
  });
});
