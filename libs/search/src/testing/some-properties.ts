import type { StoredListing, StoredProperty } from './stored-property.js';

/** The moment at which all of them are stored. */
export const NOW = Date.UTC(2026, 10, 21);

/**
 * Properties of one to four listings with many equal keys, missing keys and offline listings; the same for the same
 * arguments.
 */
export function someProperties(count: number, seed = 1): StoredProperty[] {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  return Array.from({ length: count }, (_, n) => {
    const home = { price: 10_000 * (1 + below(40)), area: 20 + 5 * below(30), rooms: 1 + below(6), city: below(5) };
    const createdAt = NOW - 1_000_000 + 1_000 * below(300) + below(3);
    return {
      id: uuid(seed * 100_000 + n, below(0xffff)),
      createdAt,
      updatedAt: createdAt + 1_000 * below(50),
      listings: Array.from({ length: 2 + below(2) * below(3) }, (): StoredListing => ({
        online: random() < 0.93,
        listing: {
          // some listings of a property for sale are for rent: their prices lie far apart
          ...(random() < 0.9 && { price: random() < 0.05 ? home.price / 250 : home.price + 1_000 * below(3) }),
          ...(random() < 0.9 && { area: home.area }),
          ...(random() < 0.8 && { rooms: home.rooms }),
          location: { cityId: home.city, divisionIds: [home.city, 900] },
        },
      })),
    };
  });
}

/** The same with places, types and features; some listings of a property stand elsewhere, some nowhere. */
export function someHomes(count: number): StoredProperty[] {
  const random = seeded(7);
  const below = (n: number): number => Math.floor(random() * n);
  const either = <T>(...values: readonly T[]): T => values[below(values.length)]!;
  return someProperties(count).map((property) => {
    const center = { lat: 45 + below(4) * 0.25 + random() * 0.01, lng: either(4.8, 4.9, 179.99, -179.99) };
    return {
      ...property,
      listings: property.listings.map(({ online, listing }): StoredListing => ({
        online,
        listing: {
          ...listing,
          ...(random() < 0.9 && { transactionType: either('SELL', 'SELL', 'RENT') }),
          ...(random() < 0.9 && { propertyType: either('FLAT', 'HOUSE', 'LAND') }),
          features: { balcony: random() < 0.5, ...(random() < 0.5 && { parking: random() < 0.5 }) },
          location: {
            ...listing.location,
            ...(random() < 0.8 && {
              lat: center.lat + (random() < 0.1 ? 0.1 : 0),
              lng: center.lng + random() * 0.001,
              accuracy: either('PRECISE', 'STREET', 'CITY'),
            }),
          },
        },
      })),
    };
  });
}

export const uuid = (n: number, head = 0): string =>
  `${head.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Mulberry32: small, seeded, good enough to vary test data. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
