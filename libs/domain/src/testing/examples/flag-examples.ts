import type { CriteriaExample } from './criteria-example.js';

export const FLAG_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a flag asks for a stated yes',
    criteria: { amenities: { parking: { value: true } } },
    meets: [{ features: { parking: true } }],
    misses: [{ features: { parking: false } }, { features: {} }, {}],
  },
  {
    says: 'a flag can ask for a stated no: not stated is not no',
    criteria: { unit: { furnished: { value: false } } },
    meets: [{ features: { furnished: false } }],
    misses: [{ features: { furnished: true } }, {}],
  },
  {
    says: 'with allowNull a flag is content with silence',
    criteria: { unit: { furnished: { value: false, allowNull: true } } },
    meets: [{ features: { furnished: false } }, {}, { features: { gym: true } }],
    misses: [{ features: { furnished: true } }],
  },
  {
    says: 'an empty flag, a null value and a lone allowNull are no conditions',
    criteria: { unit: { furnished: {}, garden: { value: null }, cellar: { allowNull: false } } },
    meets: [{}, { features: { furnished: true, garden: false, cellar: false } }],
    misses: [],
  },
  {
    says: 'all flags of a unit hold together',
    criteria: {
      unit: { disabledAccess: { value: true }, equippedKitchen: { value: true }, lastFloor: { value: false } },
    },
    meets: [{ features: { disabledAccess: true, equippedKitchen: true, lastFloor: false } }],
    misses: [
      { features: { disabledAccess: true, equippedKitchen: true } },
      { features: { disabledAccess: true, equippedKitchen: true, lastFloor: true } },
      { features: { equippedKitchen: true, lastFloor: false } },
    ],
  },
  {
    says: 'balcony, terrace, garden and cellar are flags of the unit',
    criteria: {
      unit: {
        balcony: { value: true },
        terrace: { value: true, allowNull: true },
        garden: { value: false, allowNull: true },
        cellar: { value: true },
      },
    },
    meets: [
      { features: { balcony: true, cellar: true } },
      { features: { balcony: true, terrace: true, garden: false, cellar: true } },
    ],
    misses: [
      { features: { balcony: true } },
      { features: { balcony: true, cellar: true, garden: true } },
      { areas: { balcony: 5 }, features: { cellar: true } },
    ],
  },
  {
    says: 'amenities of the building',
    criteria: {
      amenities: {
        elevator: { value: true },
        intercom: { value: true },
        gym: { value: false, allowNull: true },
        swimmingPool: { value: true },
      },
    },
    meets: [
      { features: { elevator: true, intercom: true, swimmingPool: true } },
      { features: { elevator: true, intercom: true, gym: false, swimmingPool: true } },
    ],
    misses: [
      { features: { elevator: true, intercom: true, gym: true, swimmingPool: true } },
      { features: { elevator: true, swimmingPool: true } },
      {},
    ],
  },
  {
    says: 'charges and fees may be included in the price',
    criteria: { pricing: { chargesIncluded: { value: true }, feesIncluded: { value: false, allowNull: true } } },
    meets: [{ pricing: { chargesIncluded: true } }, { pricing: { chargesIncluded: true, feesIncluded: false } }],
    misses: [{ pricing: { chargesIncluded: true, feesIncluded: true } }, { pricing: { feesIncluded: false } }, {}],
  },
];

export const TYPE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'transactionType asks for sale or rent',
    criteria: { transactionType: { value: 'SELL' } },
    meets: [{ transactionType: 'SELL' }],
    misses: [{ transactionType: 'RENT' }, {}],
  },
  {
    says: 'both transaction types still ask for a stated one',
    criteria: { transactionType: { included: ['RENT', 'SELL', 'RENT'] } },
    meets: [{ transactionType: 'SELL' }, { transactionType: 'RENT' }],
    misses: [{}],
  },
  {
    says: 'an empty transactionType is no condition',
    criteria: { transactionType: {}, propertyType: { included: null } },
    meets: [{}, { transactionType: 'RENT' }],
    misses: [],
  },
  {
    says: 'property types by integer, by name and by alias are the same types',
    criteria: { propertyType: { included: [1, 'APARTMENT', 'FLAT'] } },
    meets: [{ propertyType: 'FLAT' }, { propertyType: 'HOUSE' }],
    misses: [{ propertyType: 'OFFICE' }, {}],
  },
  {
    says: 'an excluded type lets an unknown type through',
    criteria: { propertyType: { excluded: ['PARKING', 4] } },
    meets: [{ propertyType: 'FLAT' }, {}],
    misses: [{ propertyType: 'PARKING' }, { propertyType: 'OFFICE' }],
  },
  {
    says: 'included and excluded types both hold',
    criteria: { propertyType: { included: [0, 1], excluded: [1] } },
    meets: [{ propertyType: 'FLAT' }],
    misses: [{ propertyType: 'HOUSE' }, { propertyType: 'LAND' }, {}],
  },
  {
    says: 'what is included and excluded at once meets nothing',
    criteria: { propertyType: { included: [1], excluded: [1] } },
    meets: [],
    misses: [{ propertyType: 'HOUSE' }, { propertyType: 'FLAT' }, {}],
  },
  {
    says: 'every type has its integer',
    criteria: { propertyType: { included: [2, 3, 5, 6, 7, 8] } },
    meets: [
      { propertyType: 'BUILDING' },
      { propertyType: 'PARKING' },
      { propertyType: 'LAND' },
      { propertyType: 'SHOP' },
      { propertyType: 'COMMERCIAL_PREMISES' },
      { propertyType: 'OTHER' },
    ],
    misses: [{ propertyType: 'FLAT' }, { propertyType: 'HOUSE' }, { propertyType: 'OFFICE' }],
  },
];
