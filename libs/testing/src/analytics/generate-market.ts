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
import { Dice } from '@gable/domain/testing';

/**
 * The lines of a market of `listings` adverts over two and a half years, each with up to six states: every attribute that analytics know, stated by
 * most and silent in some; prices with fees and without; places by id, by point and not at all; states that repeat, come late or repeat an instant. The
 * same for the same seed.
 */
export function generateMarket(seed: number, listings: number): { divisions: string[]; lines: string[] } {
  const dice = new Dice(seed);
  const states = Array.from({ length: listings }, (_, n) => lifeOf(dice, n)).flat();
  // Most states arrive in the order of their instants; some arrive late and are stale.
  const arrivals = states.map((state, place) => ({
    state,
    at: Date.parse(state.observedAt as string) + (dice.chance(0.03) ? 40 * DAY : 0),
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

function lifeOf(dice: Dice, n: number): State[] {
  const source = dice.pick(SOURCES);
  const head = { source, externalId: `advert-${n}` };
  let content = contentOf(dice);
  let at = FIRST + dice.whole(0, 700) * DAY + dice.pick([0, 1, DAY - 1, dice.whole(0, DAY - 1)]);
  let online = true;
  const states: State[] = [];
  for (let left = dice.whole(1, 6); left > 0; left -= 1) {
    states.push({
      ...head,
      observedAt: new Date(at).toISOString(),
      status: online ? 'ONLINE' : 'OFFLINE',
      ...(online && content),
    });
    at += dice.pick([0, 1, DAY, dice.whole(1, 60 * DAY)]); // sometimes the same instant with other content, which is stale
    online = dice.chance(online ? 0.75 : 0.5);
    if (dice.chance(0.6))
      content = dice.chance(0.5) ? contentOf(dice) : { ...content, price: dice.whole(100, 900_000) };
  }
  return states;
}

function contentOf(dice: Dice): State {
  const maybe = (share: number, members: () => State): State => (dice.chance(share) ? members() : {});
  return {
    propertyType: dice.pick(PROPERTY_TYPES),
    transactionType: dice.pick(TRANSACTION_TYPES),
    ...maybe(0.9, () => ({
      price: dice.pick([dice.whole(100, 900_000), dice.whole(10_000, 99_999_999) / 100]),
      currency: dice.pick(['EUR', 'EUR', 'PLN', 'CHF']),
    })),
    ...maybe(0.5, () => ({
      pricing: {
        ...maybe(0.7, () => ({ agencyFees: dice.whole(0, 20_000) })),
        ...maybe(0.7, () => ({ feesIncluded: dice.chance(0.6) })),
      },
    })),
    ...maybe(0.9, () => ({ area: dice.pick([0, dice.whole(9, 400), dice.whole(900, 40_000) / 100]) })),
    ...maybe(0.3, () => ({ areas: { indoor: dice.whole(9, 300) } })),
    ...maybe(0.7, () => ({ rooms: dice.whole(1, 9) })),
    ...maybe(0.7, () => ({ bedrooms: dice.whole(0, 6) })),
    ...maybe(0.6, () => ({ transactionStatus: dice.pick(TRANSACTION_STATUSES), saleType: dice.pick(SALE_TYPES) })),
    ...maybe(0.6, () => ({ mandateType: dice.pick(MANDATE_TYPES), condition: dice.pick(CONDITIONS) })),
    ...maybe(0.7, () => ({
      energy: {
        dpe: dice.pick(ENERGY_RATINGS),
        ...maybe(0.8, () => ({ ghg: dice.pick(ENERGY_RATINGS), heatingSystem: dice.pick(HEATING_SYSTEMS) })),
      },
    })),
    ...maybe(0.1, () => ({ energy: { energyCarrier: dice.pick(ENERGY_CARRIERS) } })),
    ...maybe(0.7, () => ({ publisher: { type: dice.pick(PUBLISHER_TYPES), name: 'Somebody' } })),
    ...maybe(0.9, () => ({ location: locationOf(dice) })),
  };
}

/** Points keep away from borders, where either answer would be right. */
function locationOf(dice: Dice): State {
  const point = () => ({
    lat: dice.whole(0, 3) + dice.whole(1, 99) / 100,
    lng: dice.whole(0, 3) + dice.whole(1, 99) / 100,
    accuracy: dice.pick(LOCATION_ACCURACIES),
  });
  return dice.pick<() => State>([
    point,
    point,
    point,
    () => ({ cityId: dice.pick([1, 2]) }),
    () => ({ ...point(), cityId: 1, districtId: dice.pick([11, 12]) }),
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
