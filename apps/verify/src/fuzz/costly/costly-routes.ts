import { comb, fan, star, type SeededRandom } from '@gable/domain/testing';

/** A route whose bodies, or query strings, are grown. */
export interface CostlyRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Where the grown JSON goes: into the body, or as a list of pairs into the query string. */
  readonly carries: 'body' | 'query';
  readonly mostBytes: number;
  /** Where growing begins: what is known to be dear, near the limits of what is accepted. */
  readonly seeds: readonly unknown[];
}

/** What bodies may name. */
export interface CostlyPlaces {
  readonly shapes: readonly string[];
  readonly divisions: readonly number[];
  readonly properties: readonly string[];
  readonly alertId: string;
}

/** Geometries of 5,000 positions, as hostile as they come. */
export const HOSTILE_AREAS: readonly object[] = [
  polygon(comb(4_999, false)),
  polygon(comb(4_999, true)),
  polygon(fan(4_999)),
  polygon(star(5_000)),
  squares(1_000, false),
  squares(990, true),
  rungs(1_000),
];

const BODY_BYTES = 64 * 1_024;
const EARTH = { north: 90, south: -90, east: 180, west: -180 };
const SHAPE_BYTES = 512 * 1_024;
/** What Node takes of a request's head, less its other headers. */
const QUERY_BYTES = 15 * 1_024;

export function costlyRoutes(places: CostlyPlaces): CostlyRoute[] {
  const trees = treesOver(places);
  const route = (method: string, path: string, seeds: readonly unknown[], mostBytes = BODY_BYTES): CostlyRoute => ({
    name: `${method} ${path.replace(places.alertId, '{uuid}')}`,
    method,
    path,
    carries: 'body',
    mostBytes,
    seeds,
  });
  const query = (path: string, seeds: readonly unknown[]): CostlyRoute => ({
    ...route('GET', path, seeds, QUERY_BYTES),
    carries: 'query',
  });
  const advanced = trees.map((criteria) => ({ searchMode: 'advanced', criteria }));
  return [
    route('POST', '/properties', [
      ...advanced.map((body) => ({ ...body, paginationType: 'cursor', size: 100 })),
      { searchMode: 'classic', cityIds: many(1_000, (n) => places.divisions[n % places.divisions.length]) },
    ]),
    route('POST', '/properties/count', advanced),
    route(
      'POST',
      '/properties/map',
      advanced.map((body) => ({ ...body, zoom: 5, boundingBox: EARTH })),
    ),
    route('POST', '/properties/facets', advanced),
    route('POST', '/properties/tiles', advanced),
    route('POST', '/alerts/preview', alertsOf(trees)),
    route('POST', '/alerts', alertsOf(trees)),
    route('PUT', `/alerts/${places.alertId}`, alertsOf(trees)),
    route(
      'POST',
      '/geo/shapes',
      [...HOSTILE_AREAS, { type: 'Polygon', coordinates: [many(40_000, () => [1, 1])] }, many(100_000, () => 1)],
      SHAPE_BYTES,
    ),
    route('POST', '/grouping-decisions/preview', [{ kind: 'MERGE', propertyIds: places.properties.slice(0, 10) }]),
    route('POST', '/favorite-properties', [{ propertyId: places.properties[0] }, { propertyId: 'x'.repeat(60_000) }]),
    route(
      'POST',
      '/analytics/listings',
      trees.map((criteria) => ({ criteria })),
    ),
    query('/analytics/listings', [
      [
        ['metrics', 'count,percentile:price:50,percentile:area:99'],
        ['group_by', 'city_id,event_month,property_type'],
      ],
      [['metrics', many(1_000, (n) => `percentile:price:${n % 100}`).join(',')]],
      [['city_id', many(2_000, (n) => n).join(',')]],
      many(700, (n) => ['city_id[]', String(n)]),
    ]),
    query('/geo/autocomplete', [
      [['q', 'saint etienne de la ville neuve sur mer '.repeat(2)]],
      [['q', 'e'.repeat(100)]],
    ]),
    query('/properties/search-by-url', [[['url', `https://example.com/${'a/../'.repeat(2_500)}`]]]),
    query('/alerts', [[['page', '1']]]),
  ];
}

function alertsOf(trees: readonly unknown[]): object[] {
  return [
    ...trees.map((criteria) => ({ name: 'Costly', criteria })),
    { name: 'n'.repeat(60_000), criteria: {} },
    { name: 'Costly', criteria: {}, destinationWebhookUrl: `https://example.com/${'%41'.repeat(20_000)}` },
    { name: 'Costly', criteria: {}, destinationEmail: `${'a.'.repeat(30_000)}@example.com` },
    {
      name: 'Costly',
      criteria: {},
      notificationConfig: { rules: many(1_000, () => ({ eventType: 'PRICE_CHANGED' })) },
    },
    { name: 'Costly', searchMode: 'classic', propertyTypes: many(1_000, (n) => n % 9) },
    Object.fromEntries(many(5_000, (n) => [`unknown${n}`, n])),
  ];
}

/** Trees of every costly sort: many nodes, deep ones, long sets, circles, hostile shapes, misspelt keys. */
function treesOver({ shapes, divisions }: CostlyPlaces): unknown[] {
  const inShape = (...ids: (string | undefined)[]) => ({ location: { includedGeoShapeIds: ids } });
  const deep = (levels: number): object =>
    levels === 0 ? { price: { min: 1 } } : { operator: 'OR', children: [{ area: { min: levels } }, deep(levels - 1)] };
  return [
    ...shapes.map((id) => inShape(id)),
    { operator: 'OR', children: shapes.slice(0, 4).map((id) => inShape(id)) },
    { operator: 'OR', children: many(4, () => inShape(shapes[2])) },
    { operator: 'OR', children: many(900, (n) => inShape(shapes[n % shapes.length])) },
    { ...inShape(shapes[0]), operator: 'AND', children: [{ operator: 'OR', children: many(64, () => everything) }] },
    { operator: 'OR', children: many(999, () => ({ price: { min: 1 } })) },
    { operator: 'OR', children: many(300, () => everything) },
    deep(30),
    { children: many(30, () => deep(15)) },
    { location: { includedDivisionIds: many(1_000, (n) => divisions[n % divisions.length]) } },
    {
      location: { included: many(300, (n) => ({ cityId: divisions[0], districtId: divisions[n % divisions.length] })) },
    },
    { operator: 'OR', children: many(500, (n) => ({ location: circle(n) })) },
    { children: many(900, () => ({ propertyTipe: 1 })) },
    Object.fromEntries(many(3_000, (n) => [`pricee${n}`, n])),
  ];
}

const everything = {
  price: { min: 1, max: 9e9, allowNull: true },
  rooms: { rooms: { min: 1 }, bedrooms: { min: 0, allowNull: true } },
  unit: { floor: { min: -9, allowNull: true }, balcony: { value: true, allowNull: true } },
};

/** Near to the largest that a body can ask for. */
export const LARGE_ALERT = { name: 'Large', criteria: { operator: 'OR', children: many(300, () => everything) } };

const circle = (n: number) => ({ centerPoint: { lat: 48 + n / 1_000, lng: 2 }, radiusMeters: 1_000 + n });

function polygon(ring: readonly (readonly [number, number])[]): object {
  return { type: 'Polygon', coordinates: [ring] };
}

/** Small squares beside each other, as parts; or as holes in a large one. */
function squares(count: number, areHoles: boolean): object {
  const rings = many(count, (n) => square(2 + (n % 32) / 100, 48 + Math.floor(n / 32) / 100, 0.008));
  return areHoles
    ? { type: 'Polygon', coordinates: [square(1, 47, 3), ...rings] }
    : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) };
}

/** Frames in frames: every part lies in all before it. */
function rungs(count: number): object {
  const frame = (n: number) => square(2 + n / 10_000, 48 + n / 10_000, 1 - n / 5_000);
  return { type: 'MultiPolygon', coordinates: many(count / 2, (n) => [frame(2 * n), frame(2 * n + 1)]) };
}

function square(west: number, south: number, size: number): [number, number][] {
  return [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
}

export function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** One of the seeds of a route. */
export function someSeed(route: CostlyRoute, random: SeededRandom): unknown {
  return random.pick(route.seeds);
}
