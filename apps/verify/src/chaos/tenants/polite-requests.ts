import type { SeededRandom } from '@gable/domain/testing';
import type { Ask } from './exchange.js';

/** What a customer knows of the store. */
export interface Known {
  readonly propertyIds: readonly string[];
  readonly alertIds: readonly string[];
}

/** A kind of request that a polite customer makes. */
interface PoliteRequest {
  /** Of all that are made, in hundredths. */
  readonly share: number;
  /** Answers that are right. */
  readonly statuses: readonly number[];
  readonly ask: (random: SeededRandom, known: Known) => Ask;
}

/** Everything that polite customers do through the API, and how often. */
export const POLITE_REQUESTS = {
  search: {
    share: 50,
    statuses: [200],
    ask: (random) => ({ method: 'POST', address: '/properties', body: someSearch(random) }),
  },
  count: {
    share: 10,
    statuses: [200],
    ask: (random) => ({ method: 'POST', address: '/properties/count', body: someFilters(random) }),
  },
  property: {
    share: 20,
    statuses: [200, 301, 404], // it may be one with another by now, or its last listing offline
    ask: (random, { propertyIds }) => ({ method: 'GET', address: `/properties/${random.pick(propertyIds)}` }),
  },
  events: {
    share: 10,
    statuses: [200],
    ask: (random, { alertIds }) => ({ method: 'GET', address: `/alerts/${random.pick(alertIds)}/events` }),
  },
  notifications: {
    share: 10,
    statuses: [200],
    ask: () => ({ method: 'GET', address: '/event-notifications' }),
  },
} satisfies Record<string, PoliteRequest>;

export type PoliteRoute = keyof typeof POLITE_REQUESTS;

/** The next request of a customer. */
export function someRequest(random: SeededRandom, known: Known): { route: PoliteRoute; ask: Ask } {
  const entries = Object.entries(POLITE_REQUESTS) as [PoliteRoute, PoliteRequest][];
  let left = random.next() * entries.reduce((sum, [, { share }]) => sum + share, 0);
  const [route, { ask }] = entries.find(([, { share }]) => (left -= share) < 0) ?? entries[0]!;
  return { route, ask: ask(random, known) };
}

function someSearch(random: SeededRandom): object {
  return { ...someFilters(random), size: random.whole(5, 20), page: random.whole(1, 3) };
}

function someFilters(random: SeededRandom): object {
  const from = 10_000 * random.whole(10, 40);
  return {
    transactionType: 'SELL',
    ...(random.chance(0.5) && { propertyTypes: ['FLAT'] }),
    ...(random.chance(0.5) && { cityIds: [1] }),
    price: { gte: from, lte: 2 * from },
    ...(random.chance(0.5) && { rooms: { gte: random.whole(1, 4) } }),
  };
}
