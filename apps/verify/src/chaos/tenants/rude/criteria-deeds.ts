import type { Ask } from '../exchange.js';
import type { Deed } from './deed.js';
import type { RudeTenant } from './rude-tenant.js';

/** Positions of the comb, all that a body of 64 kB carries. */
const TEETH = 4_000;
/** How often one request names it: as often as the budget lets through, and far beyond. */
const MENTIONS = [5, 40] as const;
/** How often an alert names it, and how many such alerts an account tries to store. */
const [ALERT_MENTIONS, HUGE_ALERTS] = [700, 6] as const;

/** Rude through criteria: what a small body makes the service compile, send and store. */
export const CRITERIA_DEEDS: Readonly<Record<string, Deed>> = {
  shapeSearches: {
    says: 'searches that name a comb-shaped area many times',
    clients: 2,
    pauseMs: 100,
    act: (tenant, n) => withShape(tenant, n, (criteria) => post('/properties', { searchMode: 'advanced', criteria })),
  },
  shapeCounts: {
    says: 'counts of the same',
    clients: 1,
    pauseMs: 100,
    act: (tenant, n) =>
      withShape(tenant, n, (criteria) => post('/properties/count', { searchMode: 'advanced', criteria })),
  },
  shapePreviews: {
    says: 'previews of alerts on the same',
    clients: 1,
    pauseMs: 100,
    act: (tenant, n) => withShape(tenant, n, (criteria) => post('/alerts/preview', { criteria })),
  },
  shapeAlerts: {
    says: 'alerts that name it hundreds of times',
    clients: 1,
    pauseMs: 2_000,
    act: async (tenant, n) => {
      const id = await comb(tenant);
      if (id === undefined) return;
      await tenant.oneOf('huge alerts', HUGE_ALERTS, n, (place) =>
        post('/alerts', { name: `Huge ${place}`, criteria: naming(id, ALERT_MENTIONS) }),
      );
    },
  },
  bushes: {
    says: 'searches with as many nodes as a body holds, counted exactly',
    clients: 2,
    pauseMs: 100,
    act: (tenant) => tenant.ask(post('/properties', BUSH)),
  },
};

const post = (address: string, body: object | Buffer): Ask => ({ method: 'POST', address, body });

async function withShape(tenant: RudeTenant, n: number, make: (criteria: object) => Ask): Promise<void> {
  const id = await comb(tenant);
  if (id !== undefined) await tenant.ask(make(naming(id, MENTIONS[n % MENTIONS.length]!)));
}

const comb = (tenant: RudeTenant): Promise<string | undefined> =>
  tenant.oneOf('combs', 1, 0, () => post('/geo/shapes', COMB));

function naming(id: string, times: number): object {
  return {
    operator: 'OR',
    children: Array.from({ length: times }, () => ({ location: { includedGeoShapeIds: [id] } })),
  };
}

/** Teeth over the whole town, as bytes: it is sent more often than it is made. */
const COMB = Buffer.from(
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [5, 45],
        [5.1, 45],
        ...Array.from({ length: TEETH }, (_, tooth) => [
          Number((5.1 - (0.1 * tooth) / TEETH).toFixed(6)),
          tooth % 2 === 0 ? 45.1 : 45.01,
        ]),
        [5, 45],
      ],
    ],
  }),
);

const BUSH = Buffer.from(
  JSON.stringify({
    searchMode: 'advanced',
    paginationType: 'cursor',
    size: 100,
    sort: { field: 'PRICE_PER_AREA' },
    criteria: {
      operator: 'OR',
      children: Array.from({ length: 800 }, (_, place) => ({
        price: { min: 100_000 + place, max: 900_000 - place },
        area: { min: place % 90 },
      })),
    },
  }),
);
