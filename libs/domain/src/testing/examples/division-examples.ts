import type { CriteriaExample } from './criteria-example.js';

/** Paris, its 1st and 2nd district, a neighbourhood of the 1st, the region around, and Lyon. */
const PARIS = 75056;
const FIRST = 75101;
const SECOND = 75102;
const HALLES = 7_510_102;
const REGION = 11;
const LYON = 69123;

export const DIVISION_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: "one of the divisions has to be the home's",
    criteria: { location: { includedDivisionIds: [PARIS, LYON] } },
    meets: [{ location: { cityId: PARIS } }, { location: { cityId: LYON } }],
    misses: [{ location: { cityId: 13055 } }, { location: { lat: 48.8, lng: 2.3 } }, { location: {} }, {}],
  },
  {
    says: 'any ancestor counts: who asks for the region gets its districts',
    criteria: { location: { includedDivisionIds: [REGION] } },
    meets: [
      { location: { cityId: PARIS, divisionIds: [REGION, PARIS, FIRST] } },
      { location: { divisionIds: [REGION] } },
    ],
    misses: [{ location: { cityId: PARIS } }, { location: { cityId: LYON, divisionIds: [84, LYON] } }],
  },
  {
    says: 'before a listing is placed its own three ids stand for its divisions',
    criteria: { location: { includedDivisionIds: [FIRST, HALLES] } },
    meets: [{ location: { districtId: FIRST } }, { location: { cityId: PARIS, neighborhoodId: HALLES } }],
    misses: [{ location: { cityId: PARIS } }, { location: { districtId: SECOND } }],
  },
  {
    says: 'once a listing is placed only its placed divisions count',
    criteria: { location: { includedDivisionIds: [LYON] } },
    meets: [{ location: { divisionIds: [LYON] } }],
    misses: [
      { location: { cityId: LYON, divisionIds: [REGION, PARIS] } },
      { location: { cityId: LYON, divisionIds: [] } },
    ],
  },
  {
    says: 'an excluded division removes what lies in it, not what lies nowhere',
    criteria: { location: { excludedDivisionIds: [FIRST] } },
    meets: [
      {},
      { location: {} },
      { location: { cityId: PARIS } },
      { location: { divisionIds: [REGION, PARIS, SECOND] } },
    ],
    misses: [{ location: { districtId: FIRST } }, { location: { divisionIds: [REGION, PARIS, FIRST] } }],
  },
  {
    says: 'the city without one of its districts',
    criteria: { location: { includedDivisionIds: [PARIS], excludedDivisionIds: [FIRST] } },
    meets: [{ location: { divisionIds: [PARIS] } }, { location: { cityId: PARIS, districtId: SECOND } }],
    misses: [{ location: { divisionIds: [PARIS, FIRST] } }, { location: { cityId: LYON } }, {}],
  },
  {
    says: 'entries of included are ORed',
    criteria: { location: { included: [{ cityId: LYON }, { districtId: FIRST }] } },
    meets: [{ location: { cityId: LYON } }, { location: { divisionIds: [PARIS, FIRST] } }],
    misses: [{ location: { cityId: PARIS } }, {}],
  },
  {
    says: 'ids inside one entry are ANDed',
    criteria: { location: { included: [{ cityId: PARIS, districtId: FIRST }] } },
    meets: [{ location: { cityId: PARIS, districtId: FIRST } }],
    misses: [
      { location: { cityId: PARIS } },
      { location: { districtId: FIRST } },
      { location: { cityId: PARIS, districtId: SECOND } },
      {},
    ],
  },
  {
    says: "an entry of two ids is one alternative among others, beside an OR of the node's own",
    criteria: {
      location: { included: [{ cityId: PARIS, districtId: FIRST }, { cityId: LYON }] },
      operator: 'OR',
      children: [{ price: { max: 10 } }, { rooms: { min: 5 } }],
    },
    meets: [
      { price: 10, location: { cityId: PARIS, districtId: FIRST } },
      { rooms: 5, location: { cityId: LYON } },
    ],
    misses: [
      { price: 10, location: { cityId: PARIS } },
      { price: 11, rooms: 4, location: { cityId: LYON } },
      { price: 10 },
    ],
  },
  {
    says: 'an excluded entry of two ids removes only what lies in both',
    criteria: { location: { excluded: [{ cityId: PARIS, districtId: FIRST }, { cityId: LYON }] } },
    meets: [
      { location: { cityId: PARIS } },
      { location: { cityId: PARIS, districtId: SECOND } },
      { location: { districtId: FIRST } },
      {},
    ],
    misses: [{ location: { cityId: PARIS, districtId: FIRST } }, { location: { cityId: LYON } }],
  },
  {
    says: 'the same id twice is the same id',
    criteria: { location: { includedDivisionIds: [LYON, LYON] } },
    meets: [{ location: { cityId: LYON } }],
    misses: [{ location: { cityId: PARIS } }],
  },
  {
    says: 'a long list of divisions works like a short one',
    criteria: { location: { includedDivisionIds: Array.from({ length: 1000 }, (_, place) => 1000 + place) } },
    meets: [{ location: { cityId: 1000 } }, { location: { divisionIds: [5, 1999] } }],
    misses: [{ location: { cityId: 999 } }, { location: { cityId: 2000 } }, {}],
  },
  {
    says: 'an empty location is no condition',
    criteria: { location: { included: null } },
    meets: [{}, { location: { cityId: PARIS } }],
    misses: [],
  },
];
