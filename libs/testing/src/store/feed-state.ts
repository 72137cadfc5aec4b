const FLAT_FOR_SALE = {
  source: { domain: 'portal.example', name: 'Portal' },
  externalId: 'a',
  observedAt: '2026-01-01T00:00:00Z',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 200_000,
  currency: 'EUR',
};

/** A valid line of a feed before it is written: a flat for sale, of which a spec says what it is about. */
export function feedState<Over extends object>(over: Over): typeof FLAT_FOR_SALE & Over {
  return { ...FLAT_FOR_SALE, ...over };
}

/** By what a second advert of a flat is recognised as one of the same home. */
export const RECOGNISABLE_FLAT = {
  area: 80,
  rooms: 3,
  bedrooms: 2,
  floor: 4,
  bathrooms: 1,
  building: { constructionYear: 1975 },
  features: { elevator: true, balcony: true },
  location: { lat: 45.75, lng: 4.85, accuracy: 'PRECISE', cityName: 'Lyon' },
};
