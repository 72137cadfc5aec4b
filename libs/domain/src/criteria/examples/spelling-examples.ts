import type { CriteriaExample } from './criteria-example.js';

export const SPELLING_EXAMPLES: readonly CriteriaExample[] = [
  { says: 'the search form of the specification',
    criteria: {
      operator: 'AND',
      branches: [{ transactionType: { value: 'SELL' }, propertyType: { included: ['FLAT', 'HOUSE'] }, price: { min: 100, max: 200 } }, { rooms: { min: 3 }, location: { included: [{ cityId: 5 }] } }],
    },
    meets: [{ transactionType: 'SELL', propertyType: 'HOUSE', price: 200, rooms: 3, location: { cityId: 5 } }],
    misses: [{ transactionType: 'SELL', propertyType: 'HOUSE', price: 200, rooms: 2, location: { cityId: 5 } }, { transactionType: 'SELL', propertyType: 'SHOP', price: 200, rooms: 3, location: { cityId: 5 } }] },
  { says: 'the alert form of the specification',
    criteria: {
      transactionType: { value: 'RENT' }, propertyType: { included: [0], excluded: [3] }, price: { max: 900 }, rooms: { bedrooms: { min: 1, allowNull: true } },
      location: { includedDivisionIds: [5], centerPoint: '{"latitude": 10, "longitude": 20}', radiusMeters: 5000 }, unit: { balcony: { value: true, allowNull: true }, floor: { max: 3, allowNull: true } },
      children: [{ amenities: { elevator: { value: true } } }, { unit: { floor: { max: 1 } } }], operator: 'OR',
    },
    meets: [
      { transactionType: 'RENT', propertyType: 'FLAT', price: 900, floor: 1, location: { cityId: 5, lat: 10, lng: 20.01 } },
      { transactionType: 'RENT', propertyType: 'FLAT', price: 1, floor: 3, bedrooms: 1, features: { elevator: true }, location: { divisionIds: [1, 5], lat: 10, lng: 20 } },
    ],
    misses: [
      { transactionType: 'RENT', propertyType: 'FLAT', price: 900, floor: 2, location: { cityId: 5, lat: 10, lng: 20 } },
      { transactionType: 'RENT', propertyType: 'FLAT', price: 900, floor: 1, location: { cityId: 5, lat: 11, lng: 20 } },
      { transactionType: 'RENT', propertyType: 'FLAT', price: 900, floor: 1, location: { cityId: 5 } },
      { transactionType: 'RENT', propertyType: 'FLAT', price: 900, floor: 1, features: { balcony: false }, location: { cityId: 5, lat: 10, lng: 20 } },
    ] },
  { says: 'rooms as a range of its own beside bedrooms',
    criteria: { rooms: { min: 2, bedrooms: { min: 1 } } }, meets: [{ rooms: 2, bedrooms: 1 }], misses: [{ rooms: 2 }, { rooms: 1, bedrooms: 1 }, { bedrooms: 1 }] },
  { says: 'unit.bathrooms is rooms.bathrooms', criteria: { unit: { bathrooms: { min: 2 } } }, meets: [{ bathrooms: 2 }], misses: [{ bathrooms: 1 }, {}] },
  { says: 'an empty second spelling does not count as one', criteria: { unit: { bathrooms: { min: 2 } }, rooms: { bathrooms: {}, rooms: {} } }, meets: [{ bathrooms: 2 }], misses: [{ bathrooms: 1 }] },
  { says: 'classic filters are ANDed',
    mode: 'classic', criteria: { transactionType: 'SELL', propertyTypes: ['FLAT', 1], cityIds: [5, 6], price: { gte: 10, lte: 20 }, area: { gte: 30 }, rooms: { gte: 2 }, bedrooms: { lte: 2 } },
    meets: [{ transactionType: 'SELL', propertyType: 'HOUSE', price: 20, area: 30, rooms: 2, bedrooms: 2, location: { cityId: 6 } }],
    misses: [
      { transactionType: 'RENT', propertyType: 'HOUSE', price: 20, area: 30, rooms: 2, bedrooms: 2, location: { cityId: 6 } },
      { transactionType: 'SELL', propertyType: 'HOUSE', price: 20, area: 30, rooms: 2, bedrooms: 3, location: { cityId: 6 } },
      { transactionType: 'SELL', propertyType: 'HOUSE', price: 20, area: 30, rooms: 2, bedrooms: 2, location: { cityId: 7 } },
    ] },
  { says: 'classic transactionType takes a list', mode: 'classic', criteria: { transactionType: ['SELL', 'RENT'] }, meets: [{ transactionType: 'SELL' }, { transactionType: 'RENT' }], misses: [{}] },
  { says: 'classic cities and districts must both hold',
    mode: 'classic', criteria: { cityIds: [5], districtIds: [51, 52], neighborhoodIds: [511] },
    meets: [{ location: { cityId: 5, districtId: 51, neighborhoodId: 511 } }, { location: { divisionIds: [1, 5, 52, 511] } }], misses: [{ location: { cityId: 5, districtId: 51 } }, { location: { cityId: 5, neighborhoodId: 511 } }, { location: { districtId: 51, neighborhoodId: 511 } }] },
  { says: 'classic flags ask for a stated value',
    mode: 'classic', criteria: { hasParking: true, hasBalcony: false, hasGarden: true, hasCellar: true },
    meets: [{ features: { parking: true, balcony: false, garden: true, cellar: true } }], misses: [{ features: { parking: true, garden: true, cellar: true } }, { features: { parking: true, balcony: true, garden: true, cellar: true } }, {}] },
  { says: 'classic ranges take min, max and allowNull too', mode: 'classic', criteria: { price: { min: 5, max: 9, allowNull: true } }, meets: [{}, { price: 5 }], misses: [{ price: 10 }] },
  { says: 'no classic filters are met by every listing', mode: 'classic', criteria: { price: null, cityIds: null, hasParking: null }, meets: [{}, { price: 1 }], misses: [] },
];
