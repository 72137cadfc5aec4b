import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@gable/domain';
import { SeededRandom } from '@gable/domain/testing';

/**
 * The lines of a market of `listings` listings over two and a half years, each with up to six states: every attribute
 * that analytics know, stated by most and silent in some; prices with fees and without; places by id, by point and not
 * at all; states that repeat, come late or repeat an instant. The same for the same seed.
 */
export function generateMarket(seed: number, listings: number): { divisions: string[]; lines: string[] } {
  const random = new SeededRandom(seed);
  const states = Array.from({ length: listings }, (_, n) => lifeOf(random, n)).flat();
  // Most states arrive in the order of their instants; some arrive late and are stale.
  const arrivals = states.map((state, place) => ({
    state,
    at: Date.parse(state.observedAt as string) + (random.chance(0.03) ? 40 * DAY : 0),
    place,
  }));
  arrivals.sort((a, b) => a.at - b.at || a.place - b.place);
  return {
    divisions: DIVISIONS.map((division) => JSON.stringify(division)),
    lines: arrivals.map(({ state }) => JSON.stringify(state)),
  };
}

type State = Record<string, unknown>;

const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);

function lifeOf(random: SeededRandom, n: number): State[] {
  const source = random.pick(SOURCES);
  const head = { source, externalId: `advert-${n}` };
  let content = contentOf(random);
  let at = FIRST + random.whole(0, 700) * DAY + random.pick([0, 1, DAY - 1, random.whole(0, DAY - 1)]);
  let online = true;
  const states: State[] = [];
  for (let left = random.whole(1, 6); left > 0; left -= 1) {
    states.push({
      ...head,
      observedAt: new Date(at).toISOString(),
      status: online ? 'ONLINE' : 'OFFLINE',
      ...(online && content),
    });
    // Sometimes the same instant with other content, which is stale
    at += random.pick([0, 1, DAY, random.whole(1, 60 * DAY)]);
    online = random.chance(online ? 0.75 : 0.5);
    if (random.chance(0.6))
      content = random.chance(0.5) ? contentOf(random) : { ...content, price: random.whole(100, 900_000) };
  }
  return states;
}

function contentOf(random: SeededRandom): State {
  const maybe = (share: number, members: () => State): State => (random.chance(share) ? members() : {});
  return {
    propertyType: random.pick(PROPERTY_TYPES),
    transactionType: random.pick(TRANSACTION_TYPES),
    ...maybe(0.9, () => ({
      price: random.pick([random.whole(100, 900_000), random.whole(10_000, 99_999_999) / 100]),
      currency: random.pick(['EUR', 'EUR', 'PLN', 'CHF']),
    })),
    ...maybe(0.5, () => ({
      pricing: {
        ...maybe(0.7, () => ({ agencyFees: random.whole(0, 20_000) })),
        ...maybe(0.7, () => ({ feesIncluded: random.chance(0.6) })),
      },
    })),
    ...maybe(0.9, () => ({ area: random.pick([0, random.whole(9, 400), random.whole(900, 40_000) / 100]) })),
    ...maybe(0.3, () => ({ areas: { indoor: random.whole(9, 300) } })),
    ...maybe(0.7, () => ({ rooms: random.whole(1, 9) })),
    ...maybe(0.7, () => ({ bedrooms: random.whole(0, 6) })),
    ...maybe(0.6, () => ({ transactionStatus: random.pick(TRANSACTION_STATUSES), saleType: random.pick(SALE_TYPES) })),
    ...maybe(0.6, () => ({ mandateType: random.pick(MANDATE_TYPES), condition: random.pick(CONDITIONS) })),
    ...maybe(0.7, () => ({
      energy: {
        dpe: random.pick(ENERGY_RATINGS),
        ...maybe(0.8, () => ({ ghg: random.pick(ENERGY_RATINGS), heatingSystem: random.pick(HEATING_SYSTEMS) })),
      },
    })),
    ...maybe(0.1, () => ({ energy: { energyCarrier: random.pick(ENERGY_CARRIERS) } })),
    ...maybe(0.7, () => ({ publisher: { type: random.pick(PUBLISHER_TYPES), name: 'Somebody' } })),
    ...maybe(0.9, () => ({ location: locationOf(random) })),
  };
}

/** Points keep away from borders, where either answer would be right. */
function locationOf(random: SeededRandom): State {
  const point = () => ({
    lat: random.whole(0, 3) + random.whole(1, 99) / 100,
    lng: random.whole(0, 3) + random.whole(1, 99) / 100,
    accuracy: random.pick(LOCATION_ACCURACIES),
  });
  return random.pick<() => State>([
    point,
    point,
    point,
    () => ({ cityId: random.pick([1, 2]) }),
    () => ({ ...point(), cityId: 1, districtId: random.pick([11, 12]) }),
    () => ({ districtId: 12 }),
    () => ({ neighborhoodId: 111 }),
    () => ({ cityId: 77 }), // in no file of divisions
    () => ({ accuracy: 'UNKNOWN' }),
  ])();
}

const SOURCES = [
  { domain: 'portal.example', name: 'Portal' },
  { domain: 'agency.example', name: 'Agency' },
  { domain: 'paper.example', name: 'Paper' },
];

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

const DIVISIONS = [
  { id: 1, type: 'CITY', name: 'West', countryCode: 'XX', centroid: { lat: 1, lng: 1 }, geometry: square(0, 0, 2, 2) },
  { id: 2, type: 'CITY', name: 'East', countryCode: 'XX', centroid: { lat: 1, lng: 3 }, geometry: square(2, 0, 4, 2) },
  {
    id: 11,
    type: 'DISTRICT',
    name: 'West, south',
    parentId: 1,
    countryCode: 'XX',
    centroid: { lat: 0.5, lng: 1 },
    geometry: square(0, 0, 2, 1),
  },
  {
    id: 12,
    type: 'DISTRICT',
    name: 'West, north',
    parentId: 1,
    countryCode: 'XX',
    centroid: { lat: 1.5, lng: 1 },
    geometry: square(0, 1, 2, 2),
  },
  {
    id: 111,
    type: 'NEIGHBORHOOD',
    name: 'Corner',
    parentId: 11,
    countryCode: 'XX',
    centroid: { lat: 0.5, lng: 0.5 },
    geometry: square(0, 0, 1, 1),
  },
];
