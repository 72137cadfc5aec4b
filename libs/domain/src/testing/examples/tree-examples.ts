import type { CriteriaExample } from './criteria-example.js';

const CHEAP = { price: { max: 100 } };
const LARGE = { area: { min: 80 } };

export const TREE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'an empty tree is met by every listing',
    criteria: {},
    meets: [{}, { price: 1, transactionType: 'SELL' }],
    misses: [],
  },
  {
    says: 'conditions of one node are ANDed',
    criteria: { ...CHEAP, ...LARGE },
    meets: [{ price: 100, area: 80 }],
    misses: [{ price: 100 }, { area: 80 }, { price: 101, area: 80 }, {}],
  },
  {
    says: 'OR needs one branch',
    criteria: { operator: 'OR', branches: [CHEAP, LARGE] },
    meets: [{ price: 100 }, { area: 80 }, { price: 100, area: 80 }, { price: 100, area: 1 }],
    misses: [{ price: 101, area: 79 }, {}],
  },
  {
    says: 'AND needs every branch',
    criteria: { operator: 'AND', branches: [CHEAP, LARGE] },
    meets: [{ price: 100, area: 80 }],
    misses: [{ price: 100 }, { area: 80 }, {}],
  },
  {
    says: 'children without an operator are ANDed',
    criteria: { children: [CHEAP, LARGE] },
    meets: [{ price: 100, area: 80 }],
    misses: [{ price: 100, area: 79 }, {}],
  },
  {
    says: 'children of the alert form and branches of the search form mix in one tree',
    criteria: { operator: 'OR', children: [{ operator: 'AND', branches: [CHEAP, LARGE] }, { rooms: { min: 9 } }] },
    meets: [{ price: 100, area: 80 }, { rooms: 9 }],
    misses: [{ price: 100 }, { rooms: 8 }, {}],
  },
  {
    says: "a node's own conditions hold beside the operator over its children",
    criteria: { transactionType: { value: 'RENT' }, operator: 'OR', children: [CHEAP, LARGE] },
    meets: [
      { transactionType: 'RENT', price: 1 },
      { transactionType: 'RENT', area: 80 },
    ],
    misses: [{ transactionType: 'SELL', price: 1 }, { price: 1 }, { transactionType: 'RENT' }],
  },
  {
    says: 'OR of one branch is that branch',
    criteria: { operator: 'OR', branches: [CHEAP] },
    meets: [{ price: 100 }],
    misses: [{ price: 101 }, {}],
  },
  {
    says: 'an empty branch of an OR lets everything through',
    criteria: { operator: 'OR', branches: [CHEAP, {}] },
    meets: [{}, { price: 101 }],
    misses: [],
  },
  {
    says: 'an empty branch of an AND adds nothing',
    criteria: { operator: 'AND', branches: [CHEAP, {}] },
    meets: [{ price: 100 }],
    misses: [{ price: 101 }, {}],
  },
  {
    says: 'an OR of branches that cannot hold meets nothing',
    criteria: {
      operator: 'OR',
      branches: [
        { propertyType: { included: [0], excluded: [0] } },
        { propertyType: { included: [1], excluded: [1] } },
      ],
    },
    meets: [],
    misses: [{}, { propertyType: 'FLAT' }, { propertyType: 'HOUSE' }],
  },
  {
    says: 'two branches may bound the same field',
    criteria: {
      operator: 'AND',
      branches: [{ price: { min: 50 } }, { price: { max: 60 } }, { price: { min: 55, allowNull: true } }],
    },
    meets: [{ price: 55 }, { price: 60 }],
    misses: [{ price: 54 }, { price: 61 }, {}],
  },
  {
    says: 'allowNull counts only for its own condition',
    criteria: { operator: 'AND', branches: [{ price: { min: 50, allowNull: true } }, { price: { max: 60 } }] },
    meets: [{ price: 55 }],
    misses: [{}, { price: 49 }],
  },
  {
    says: 'alternatives of prices with a gap between',
    criteria: { operator: 'OR', branches: [{ price: { max: 10 } }, { price: { min: 20 } }] },
    meets: [{ price: 10 }, { price: 20 }],
    misses: [{ price: 15 }, {}],
  },
  {
    says: 'exclusions at several levels all remove',
    criteria: {
      propertyType: { excluded: [3] },
      operator: 'AND',
      children: [
        {
          location: { excludedDivisionIds: [1] },
          operator: 'OR',
          children: [{ propertyType: { excluded: [0] } }, CHEAP],
        },
      ],
    },
    meets: [{}, { propertyType: 'HOUSE', price: 999 }, { propertyType: 'FLAT', price: 1 }],
    misses: [
      { propertyType: 'PARKING' },
      { location: { cityId: 1 } },
      { propertyType: 'FLAT', price: 101 },
      { propertyType: 'FLAT' },
    ],
  },
  {
    says: 'an OR of exclusions removes only what all of them remove',
    criteria: {
      operator: 'OR',
      branches: [{ propertyType: { excluded: [0] } }, { location: { excludedDivisionIds: [1] } }],
    },
    meets: [{ propertyType: 'FLAT' }, { location: { cityId: 1 } }, {}],
    misses: [{ propertyType: 'FLAT', location: { cityId: 1 } }],
  },
  {
    says: 'OR in AND in OR in AND',
    criteria: {
      operator: 'AND',
      children: [
        {
          operator: 'OR',
          children: [
            {
              operator: 'AND',
              children: [CHEAP, { operator: 'OR', children: [LARGE, { rooms: { rooms: { min: 4 } } }] }],
            },
            { transactionType: { value: 'RENT' } },
          ],
        },
      ],
    },
    meets: [{ price: 1, area: 80 }, { price: 1, rooms: 4 }, { transactionType: 'RENT' }],
    misses: [{ price: 1, rooms: 3 }, { area: 80, rooms: 4 }, { transactionType: 'SELL' }, {}],
  },
  {
    says: 'the deepest tree allowed says what its only leaf says',
    criteria: nested(32),
    meets: [{ price: 100 }],
    misses: [{ price: 101 }, {}],
  },
  {
    says: 'a wide OR of exact values',
    criteria: {
      operator: 'OR',
      children: Array.from({ length: 200 }, (_, place) => ({ price: { min: place * 2, max: place * 2 } })),
    },
    meets: [{ price: 0 }, { price: 398 }],
    misses: [{ price: 1 }, { price: 400 }, {}],
  },
  {
    says: 'empty children are no condition, whatever the operator',
    criteria: { ...CHEAP, operator: 'OR', children: [], branches: [] },
    meets: [{ price: 100 }],
    misses: [{ price: 101 }, {}],
  },
  {
    says: 'an operator without children joins nothing',
    criteria: {
      operator: 'OR',
      branches: [
        { ...CHEAP, operator: 'OR' },
        { ...LARGE, operator: 'AND', children: null },
      ],
    },
    meets: [{ price: 100 }, { area: 80 }],
    misses: [{ price: 101, area: 79 }, {}],
  },
  {
    says: 'a node of which only empty lists are left lets everything through',
    criteria: { operator: 'OR', children: [{ operator: 'OR', children: [], propertyType: { excluded: [] } }, CHEAP] },
    meets: [{}, { price: 101 }],
    misses: [],
  },
  {
    says: 'null members are absent, at every level',
    criteria: {
      price: null,
      operator: null,
      children: null,
      branches: null,
      unit: { balcony: null },
      location: null,
      rooms: { min: 2, rooms: null, bedrooms: null },
    },
    meets: [{ rooms: 2 }],
    misses: [{ rooms: 1 }, {}],
  },
];

function nested(levels: number): unknown {
  let tree: unknown = CHEAP;
  for (let level = 1; level < levels; level += 1) tree = { operator: level % 2 === 0 ? 'AND' : 'OR', children: [tree] };
  return tree;
}
