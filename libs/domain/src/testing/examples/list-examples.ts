import type { CriteriaExample } from './criteria-example.js';

const SOURCE = '019aa000-0000-7000-8000-000000000301';
const OTHER_SOURCE = '019aa000-0000-7000-8000-000000000302';

/** Lists of words, codes and ids. */
export const LIST_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'energy ratings from the best to a worst one',
    criteria: { energy: { dpe: { max: 'C' } } },
    meets: [{ energy: { dpe: 'A' } }, { energy: { dpe: 'C' } }],
    misses: [{ energy: { dpe: 'D' } }, { energy: { ghg: 'A' } }, {}],
  },
  {
    says: 'a rating that is not stated passes with allowNull',
    criteria: { energy: { ghg: { max: 'B', allowNull: true } } },
    meets: [{ energy: { ghg: 'B' } }, {}, { energy: {} }],
    misses: [{ energy: { ghg: 'C' } }],
  },
  {
    says: 'not a life annuity, whatever is stated or not',
    criteria: { saleType: { excluded: ['LIFE_ANNUITY'] } },
    meets: [{ saleType: 'STANDARD' }, {}],
    misses: [{ saleType: 'LIFE_ANNUITY' }],
  },
  {
    says: 'excluded is met by absent values also where allowNull is false',
    criteria: { condition: { excluded: ['TO_RENOVATE'], allowNull: false } },
    meets: [{ condition: 'NEW' }, {}],
    misses: [{ condition: 'TO_RENOVATE' }],
  },
  {
    says: 'included asks for a stated value beside excluded',
    criteria: { transactionStatus: { included: ['AVAILABLE', 'SOLD'], excluded: ['SOLD'] } },
    meets: [{ transactionStatus: 'AVAILABLE' }],
    misses: [{ transactionStatus: 'SOLD' }, { transactionStatus: 'RENTED' }, {}],
  },
  {
    says: 'from private sellers',
    criteria: { publisher: { type: { included: ['PRIVATE_INDIVIDUAL'] } } },
    meets: [{ publisher: { type: 'PRIVATE_INDIVIDUAL' } }],
    misses: [{ publisher: { type: 'MANDATED_AGENT' } }, { publisher: { name: 'A' } }, {}],
  },
  {
    says: 'heated by a heat pump or with wood',
    criteria: {
      operator: 'OR',
      children: [
        { energy: { heatingSystem: { included: ['HEAT_PUMP'] } } },
        { energy: { energyCarrier: { included: ['WOOD'] } } },
      ],
    },
    meets: [{ energy: { heatingSystem: 'HEAT_PUMP' } }, { energy: { energyCarrier: 'WOOD' } }],
    misses: [{ energy: { heatingSystem: 'BOILER', energyCarrier: 'GAS' } }, {}],
  },
  {
    says: 'exclusive mandates, or none stated',
    criteria: { mandateType: { included: ['EXCLUSIVE'], allowNull: true } },
    meets: [{ mandateType: 'EXCLUSIVE' }, {}],
    misses: [{ mandateType: 'NON_EXCLUSIVE' }],
  },
  {
    says: 'priced in one of several currencies',
    criteria: { currency: { included: ['EUR', 'CHF'] } },
    meets: [{ currency: 'CHF' }, { currency: 'EUR' }],
    misses: [{ currency: 'PLN' }, {}],
  },
  {
    says: 'shown to the street or better',
    criteria: { location: { accuracy: { included: ['PRECISE', 'STREET'] } } },
    meets: [{ location: { accuracy: 'STREET' } }],
    misses: [{ location: { accuracy: 'CITY' } }, { location: {} }, {}],
  },
  {
    says: 'postal codes and their beginnings',
    criteria: { location: { postalCodes: { included: ['75*', '69001'], excluded: ['75116'] } } },
    meets: [
      { location: { postalCode: '75011' } },
      { location: { postalCode: '75' } },
      { location: { postalCode: '69001' } },
    ],
    misses: [{ location: { postalCode: '75116' } }, { location: { postalCode: '690012' } }, { location: {} }, {}],
  },
  {
    says: 'a postal code is compared as it is written',
    criteria: { location: { postalCodes: { included: ['1a *', '%_'], allowNull: true } } },
    meets: [{ location: { postalCode: '1a 2b' } }, { location: { postalCode: '%_' } }, {}],
    misses: [{ location: { postalCode: '1A 2B' } }, { location: { postalCode: '75' } }],
  },
  {
    says: 'listings of one source',
    criteria: { source: { included: [SOURCE.toUpperCase()] } },
    meets: [{ sourceId: SOURCE }],
    misses: [{ sourceId: OTHER_SOURCE }, {}],
  },
  {
    says: 'a source by its domain',
    criteria: { source: { excluded: ['Portal.example'] } },
    places: {
      knowsDivision: () => true,
      shape: () => undefined,
      source: (name) => (name === 'portal.example' || name === SOURCE ? SOURCE : undefined),
    },
    meets: [{ sourceId: OTHER_SOURCE }, {}],
    misses: [{ sourceId: SOURCE }],
  },
  {
    says: 'empty lists of what is out, and a list with only allowNull, are no condition',
    criteria: { saleType: { excluded: [] }, condition: { allowNull: true }, energy: { dpe: {} } },
    meets: [{}, { saleType: 'LIFE_ANNUITY' }],
    misses: [],
  },
];
