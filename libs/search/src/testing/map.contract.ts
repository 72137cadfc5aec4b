import { matchCriteria, type Condition, type Criteria } from '@gable/domain/criteria';
import { mapKeyAt, mapKeyOf, tileOf, type GeoBox, type Point } from '@gable/domain/geo';
import { FEW_PROPERTIES, middleOf, type MapCell } from '../property-map.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { node, range } from './some-filters.js';
import { placeOf, sortKeysOf, type StoredProperty } from './stored-property.js';

/** What every engine must do behind `PropertyMap`. Expected cells come from the matcher and plain sums. */
export function mapContract(makeEngine: () => Promise<EngineUnderTest>, stored: readonly StoredProperty[]): void {
  describe('on a map', () => {
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
      await under.store(stored);
    }, 120_000);
    afterAll(() => under.close());

    it.each(VIEWS)(
      'shows what meets "$says" in cells of every size, as many as the search counts',
      async ({ criteria }) => {
        const found = stored.filter((property) => meets(property, criteria));
        expect(found.length).toBeGreaterThan(10);
        for (const tileZoom of [0, 3, 8, 12, 16, 24]) {
          const { cells, backend } = await under.engine.map.cells({ criteria, tileZoom });
          expect({ tileZoom, backend, cells }).toEqual({
            tileZoom,
            backend: under.backend,
            cells: expectedCells(found, tileZoom),
          });
          const counted = cells.reduce((sum, { count }) => sum + count, 0);
          expect((await under.engine.count(criteria)).total).toBe(counted);
        }
      },
    );

    it('answers the same whatever is said to be in view', async () => {
      const criteria = node([priceFrom(100_000)]);
      const found = stored.filter((property) => meets(property, criteria) && placeOf(property) !== null);
      for (const view of [
        { north: 45.9, south: 45.6, east: 5, west: 4.7 },
        { north: 46, south: 45, east: -179.9, west: 179.9 },
        { north: 1.01, south: 1, east: 1.01, west: 1 },
      ]) {
        const { cells } = await under.engine.map.cells({ criteria, tileZoom: 12, view });
        expect({ view, cells }).toEqual({ view, cells: expectedCells(found, 12) });
      }
    });

    it('shows each property in one tile, wherever its matching listings lie', async () => {
      const criteria = node([priceFrom(150_000)]);
      const found = stored.filter((property) => meets(property, criteria) && placeOf(property) !== null);
      for (const [z, tileZoom] of [
        [0, 2],
        [7, 9],
        [12, 14],
      ] as const) {
        const tiles = new Map(found.map((property) => [keyAt(property, z), tileOf(placeOf(property)!, z)]));
        for (const [key, within] of tiles) {
          const { cells } = await under.engine.map.cells({ criteria, tileZoom, within });
          const standing = found.filter((property) => keyAt(property, z) === key);
          expect({ within, cells }).toEqual({ within, cells: expectedCells(standing, tileZoom) });
        }
      }
      const within = { z: 7, x: 1, y: 1 };
      expect((await under.engine.map.cells({ criteria, tileZoom: 9, within })).cells).toEqual([]);
    });

    it('counts apart what has no place, and shows it in no cell', async () => {
      const criteria = node([priceFrom(50_000)]);
      const found = stored.filter((property) => meets(property, criteria));
      const placed = found.filter((property) => placeOf(property) !== null);
      expect(placed.length).toBeLessThan(found.length);
      const { cells } = await under.engine.map.cells({ criteria, tileZoom: 5 });
      expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length);
      const without = await under.engine.map.countWithoutPlace(criteria);
      expect(without).toEqual({ total: found.length - placed.length, totalIsExact: true });
    });

    it('has no cells where nothing matches', async () => {
      const criteria = node([box({ north: 1, south: 0, east: 1, west: 0 })]);
      expect((await under.engine.map.cells({ criteria, tileZoom: 5 })).cells).toEqual([]);
    });
  });
}

const priceFrom = (min: number): Condition => range('price', min, null);
const box = (sides: GeoBox): Condition => ({ kind: 'box', ...sides });

const VIEWS: readonly { says: string; criteria: Criteria }[] = [
  { says: 'the whole earth', criteria: node([box({ north: 90, south: -90, east: 180, west: -180 })]) },
  { says: 'both sides of the 180th meridian', criteria: node([box({ north: 46, south: 45, east: -179, west: 179 })]) },
  {
    says: 'a price in a town',
    criteria: node([priceFrom(100_000), box({ north: 45.6, south: 45.2, east: 5, west: 4 })]),
  },
  {
    says: 'one of two towns',
    criteria: node(
      [],
      [
        node([box({ north: 45.1, south: 44.9, east: 4.85, west: 4.7 })]),
        node([priceFrom(200_000), box({ north: 46, south: 45, east: 5, west: 4 })]),
      ],
    ),
  },
];

function meets({ listings }: StoredProperty, criteria: Criteria): boolean {
  return listings.some(({ online, listing }) => online && matchCriteria(criteria, listing));
}

const keyAt = (property: StoredProperty, zoom: number): number => mapKeyAt(mapKeyOf(placeOf(property)!), zoom);

function expectedCells(found: readonly StoredProperty[], tileZoom: number): MapCell[] {
  const tiles = new Map<number, { id: string; place: Point; price: number | null }[]>();
  for (const property of found) {
    const place = placeOf(property)!;
    const key = mapKeyAt(mapKeyOf(place), tileZoom);
    tiles.set(key, [...(tiles.get(key) ?? []), { id: property.id, place, price: sortKeysOf(property).PRICE }]);
  }
  return [...tiles]
    .sort(([one], [other]) => one - other)
    .map(([key, members]) => ({
      key,
      count: members.length,
      centroid: {
        lat: expect.closeTo(mean(members.map(({ place }) => place.lat)), 6) as number,
        lng: expect.closeTo(mean(members.map(({ place }) => place.lng)), 6) as number,
      },
      medianPrice: median(members.flatMap(({ price }) => price ?? [])),
      ids: members.length <= FEW_PROPERTIES ? members.map(({ id }) => id).sort() : null,
    }));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : middleOf(lower, upper);
}
