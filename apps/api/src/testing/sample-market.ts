/** Divisions that the listings of the market name: two cities, with a district and a neighbourhood. */
export const MARKET_DIVISIONS = [
  { id: 75_056, type: 'CITY', name: 'Paris', countryCode: 'FR' },
  { id: 69_123, type: 'CITY', name: 'Lyon', countryCode: 'FR' },
  { id: 910_000_011, type: 'DISTRICT', name: 'Paris 11e', countryCode: 'FR', parentId: 75_056 },
  { id: 950_000_001, type: 'NEIGHBORHOOD', name: 'Oberkampf', countryCode: 'FR', parentId: 910_000_011 },
];

const PORTAL = { domain: 'portal.example', name: 'Portal' };
const AGENCY = { domain: 'agency.example', name: 'Agency' };

const flat = {
  source: PORTAL,
  externalId: 'flat',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 200_000,
  currency: 'EUR',
  pricing: { agencyFees: 8_000, feesIncluded: true },
  area: 50,
  areas: { indoor: 48 },
  rooms: 2,
  bedrooms: 1,
  transactionStatus: 'AVAILABLE',
  saleType: 'STANDARD',
  mandateType: 'EXCLUSIVE',
  condition: 'GOOD',
  energy: { dpe: 'C', ghg: 'D', heatingSystem: 'HEAT_PUMP', energyCarrier: 'ELECTRICITY' },
  publisher: { type: 'REAL_ESTATE_AGENCY' },
  location: {
    lat: 48.86,
    lng: 2.37,
    accuracy: 'STREET',
    cityId: 75_056,
    districtId: 910_000_011,
    neighborhoodId: 950_000_001,
  },
};

/**
 * A market of seven events, few enough to reckon by hand: a flat in Paris that is created, changed, expires and comes
 * back, a house for rent in Lyon, land without a price, and a shop that says neither where it is nor how large.
 */
export const MARKET = [
  { ...flat, observedAt: '2026-03-02T10:00:00.000Z' },
  { ...flat, observedAt: '2026-03-12T22:00:00.000Z', price: 190_000, areas: { indoor: 46 } },
  { ...flat, observedAt: '2026-04-01T10:00:00.000Z', status: 'OFFLINE', price: undefined },
  {
    ...flat,
    observedAt: '2026-07-01T10:00:00.000Z',
    price: 180_000,
    area: 60,
    areas: { indoor: 46 },
    rooms: 3,
    bedrooms: 2,
    transactionStatus: 'UNDER_OFFER',
    condition: 'TO_RENOVATE',
  },
  {
    source: AGENCY,
    externalId: 'house',
    observedAt: '2026-03-08T23:59:59.999Z',
    status: 'ONLINE',
    transactionType: 'RENT',
    propertyType: 'HOUSE',
    price: 1_500,
    currency: 'EUR',
    pricing: { agencyFees: 300, feesIncluded: false },
    area: 100,
    rooms: 5,
    bedrooms: 3,
    energy: { dpe: 'F', ghg: 'G', heatingSystem: 'BOILER', energyCarrier: 'GAS' },
    publisher: { type: 'PRIVATE_INDIVIDUAL' },
    mandateType: 'NON_EXCLUSIVE',
    saleType: 'LIFE_ANNUITY',
    location: { lat: 45.76, lng: 4.84, accuracy: 'PRECISE', cityId: 69_123 },
  },
  {
    source: AGENCY,
    externalId: 'land',
    observedAt: '2025-12-31T23:00:00.000Z',
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'LAND',
    area: 800,
    location: { lat: 45.8, lng: -1.1, accuracy: 'CITY' },
  },
  {
    source: AGENCY,
    externalId: 'shop',
    observedAt: '2026-03-09T00:00:00.000Z',
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'SHOP',
    price: 300_000,
    currency: 'CHF',
    rooms: 4,
    condition: 'NEW',
    publisher: { type: 'COMMERCIAL_AGENT' },
  },
];
