import type { CriteriaExample } from './criteria-example.js';

export const RANGE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a listing that hides its price is not "at most 250,000" unless null is allowed',
    criteria: { price: { max: 250_000 } },
    meets: [{ price: 250_000 }, { price: 0 }, { price: 249_999.99 }],
    misses: [{}, { price: 250_000.01 }, { price: 250_001 }],
  },
  {
    says: 'with allowNull a hidden price is fine, a wrong one is not',
    criteria: { price: { max: 250_000, allowNull: true } },
    meets: [{}, { price: 250_000 }],
    misses: [{ price: 250_001 }],
  },
  {
    says: 'both bounds of a range are inclusive',
    criteria: { price: { min: 100, max: 200 } },
    meets: [{ price: 100 }, { price: 150.5 }, { price: 200 }],
    misses: [{ price: 99.99 }, { price: 200.01 }, {}],
  },
  {
    says: 'allowNull false is the default said aloud',
    criteria: { price: { min: 100, allowNull: false } },
    meets: [{ price: 100 }],
    misses: [{}, { price: 99 }],
  },
  {
    says: 'a range from a value to itself asks for that value',
    criteria: { rooms: { rooms: { min: 3, max: 3 } } },
    meets: [{ rooms: 3 }],
    misses: [{ rooms: 2 }, { rooms: 4 }, {}],
  },
  {
    says: 'a lower bound of 0 still asks for a stated value',
    criteria: { price: { min: 0 } },
    meets: [{ price: 0 }, { price: 1 }],
    misses: [{}],
  },
  { says: '-0 is 0', criteria: { price: { min: -0, max: -0 } }, meets: [{ price: 0 }], misses: [{ price: 1 }, {}] },
  {
    says: 'fractions are compared exactly as doubles',
    criteria: { area: { min: 0.1, max: 0.3 } },
    meets: [{ area: 0.1 }, { area: 0.2 }, { area: 0.3 }],
    misses: [{ area: 0.30000000000000004 }, { area: 0.09999999999999999 }],
  },
  {
    says: 'a null bound is no bound',
    criteria: { price: { min: null, max: 200 } },
    meets: [{ price: 1 }, { price: 200 }],
    misses: [{ price: 201 }, {}],
  },
  {
    says: 'a range of nulls is no condition',
    criteria: { price: { min: null, max: null } },
    meets: [{}, { price: 1 }],
    misses: [],
  },
  {
    says: 'an empty range is no condition',
    criteria: { price: {}, rooms: { bedrooms: {} }, areas: {} },
    meets: [{}, { price: 1, bedrooms: 2 }],
    misses: [],
  },
  {
    says: 'a range with only allowNull is no condition',
    criteria: { price: { allowNull: false }, area: { allowNull: true } },
    meets: [{}, { price: 1 }, { area: 9 }],
    misses: [],
  },
  {
    says: 'gte and lte are min and max',
    criteria: { price: { gte: 100, lte: 200 } },
    meets: [{ price: 100 }, { price: 200 }],
    misses: [{ price: 99 }, { price: 201 }, {}],
  },
  {
    says: 'the largest exact whole number is a price like any other',
    criteria: { price: { min: 9_007_199_254_740_991 } },
    meets: [{ price: 9_007_199_254_740_991 }],
    misses: [{ price: 9_007_199_254_740_990 }],
  },
  {
    says: 'a bound of a whole number may have a fraction',
    criteria: { rooms: { min: 2.5 }, unit: { floor: { min: -1.5, max: 0.5, allowNull: true } } },
    meets: [{ rooms: 3 }, { rooms: 4, floor: -1 }, { rooms: 3, floor: 0 }],
    misses: [{ rooms: 2 }, { rooms: 3, floor: 1 }, { rooms: 3, floor: -2 }, {}],
  },
  {
    says: 'between two neighbouring whole numbers there is none',
    criteria: { rooms: { bedrooms: { min: 2.25, max: 2.75 } } },
    meets: [],
    misses: [{ bedrooms: 2 }, { bedrooms: 3 }, {}],
  },
  {
    says: 'a whole number may be bounded beyond what any listing can state',
    criteria: { rooms: { rooms: { min: -1e300, max: 2_147_483_648 }, bedrooms: { max: 1e300, allowNull: true } } },
    meets: [{ rooms: 0 }, { rooms: 2_147_483_647, bedrooms: 3 }],
    misses: [{}, { bedrooms: 3 }],
  },
  {
    says: 'a lower bound beyond every whole number leaves only what is not stated',
    criteria: { unit: { floor: { min: 9_007_199_254_740_993, allowNull: true } } },
    meets: [{}],
    misses: [{ floor: 2_147_483_647 }, { floor: 0 }],
  },
  {
    says: 'the largest and the smallest number are bounds like any other',
    criteria: { price: { max: 1.7976931348623157e308 }, area: { min: 5e-324, allowNull: true } },
    meets: [{ price: 0 }, { price: 9_007_199_254_740_991, area: 1 }],
    misses: [{}, { price: 1, area: 0 }],
  },
  {
    says: 'price compares the displayed number, whatever the currency',
    criteria: { price: { max: 1000 } },
    meets: [
      { price: 900, currency: 'PLN' },
      { price: 900, currency: 'EUR' },
    ],
    misses: [{ price: 1001, currency: 'PLN' }],
  },
  {
    says: 'area reads the displayed area',
    criteria: { area: { min: 50 } },
    meets: [{ area: 50 }],
    misses: [{ area: 49.9 }, { areas: { indoor: 60 } }, {}],
  },
  {
    says: 'areas.indoor falls back to the displayed area when the advert does not state it',
    criteria: { areas: { indoor: { min: 50, max: 60 } } },
    meets: [
      { area: 55 },
      { areas: { indoor: 55 } },
      { area: 99, areas: { indoor: 55 } },
      { area: 55, areas: { land: 500 } },
    ],
    misses: [{ area: 55, areas: { indoor: 40 } }, { area: 61 }, {}],
  },
  {
    says: 'areas.indoor is absent only when neither area is stated',
    criteria: { areas: { indoor: { min: 50, allowNull: true } } },
    meets: [{}, { areas: { land: 10 } }, { area: 50 }],
    misses: [{ area: 49 }, { areas: { indoor: 49 } }],
  },
  {
    says: 'the other areas have no fall-back',
    criteria: { areas: { outdoor: { min: 5 }, land: { max: 900 } } },
    meets: [{ areas: { outdoor: 5, land: 900 } }],
    misses: [{ area: 100 }, { areas: { outdoor: 5 } }, { areas: { land: 900 } }, { areas: { outdoor: 4, land: 900 } }],
  },
  {
    says: 'balcony, terrace and garden have areas of their own',
    criteria: {
      areas: { balcony: { min: 4 }, terrace: { min: 10, allowNull: true }, garden: { max: 100, allowNull: true } },
    },
    meets: [{ areas: { balcony: 4 } }, { areas: { balcony: 4, terrace: 10, garden: 100 } }],
    misses: [
      { areas: { terrace: 10, garden: 100 } },
      { areas: { balcony: 4, terrace: 9 } },
      { areas: { balcony: 4, garden: 101 } },
      { features: { balcony: true } },
    ],
  },
  {
    says: 'rooms, bedrooms and bathrooms are three numbers',
    criteria: { rooms: { rooms: { min: 4 }, bedrooms: { min: 2 }, bathrooms: { max: 2 } } },
    meets: [{ rooms: 4, bedrooms: 2, bathrooms: 2 }],
    misses: [
      { rooms: 4, bedrooms: 2 },
      { rooms: 4, bedrooms: 1, bathrooms: 2 },
      { rooms: 3, bedrooms: 2, bathrooms: 1 },
      { rooms: 4, bedrooms: 2, bathrooms: 3 },
    ],
  },
  {
    says: 'floors go below the ground',
    criteria: { unit: { floor: { min: -1, max: 0 } } },
    meets: [{ floor: -1 }, { floor: 0 }],
    misses: [{ floor: -2 }, { floor: 1 }, {}],
  },
  {
    says: 'the building has years and lots',
    criteria: {
      building: { constructionYear: { min: 1990 }, renovationYear: { min: 2010, allowNull: true }, lots: { max: 20 } },
    },
    meets: [
      { building: { constructionYear: 1990, lots: 20 } },
      { building: { constructionYear: 2000, renovationYear: 2010, lots: 1 } },
    ],
    misses: [
      {},
      { building: { constructionYear: 1990 } },
      { building: { constructionYear: 1989, lots: 5 } },
      { building: { constructionYear: 1990, renovationYear: 2009, lots: 5 } },
      { building: { constructionYear: 1990, lots: 21 } },
    ],
  },
  {
    says: 'pricing has charges, agency fees and a deposit',
    criteria: {
      pricing: {
        charges: { max: 150 },
        agencyFees: { max: 0, allowNull: true },
        securityDeposit: { min: 500, max: 1000 },
      },
    },
    meets: [
      { pricing: { charges: 150, securityDeposit: 500 } },
      { pricing: { charges: 0, agencyFees: 0, securityDeposit: 1000 } },
    ],
    misses: [
      {},
      { pricing: { charges: 150 } },
      { pricing: { charges: 151, securityDeposit: 500 } },
      { pricing: { charges: 1, agencyFees: 0.01, securityDeposit: 500 } },
    ],
  },
];
