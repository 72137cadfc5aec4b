import { SeededRandom } from '@gable/domain/testing';
import { distanceMeters, pointInArea, type AreaGeometry, type Point } from '@gable/domain/geo';
import type { Outline } from './box.js';
import { coverOutlines, type Cover } from './cover-outlines.js';
import { LEVELS, partBit, partX, partY, squareKey } from './grid.js';

function reaches({ level, squares }: Cover, { lat, lng }: Point): boolean {
  const [x, y] = [partX(lng), partY(lat)];
  return squares.some(({ key, parts }) => key === squareKey(x, y, level) && (parts & partBit(x, y, level)) !== 0);
}

describe('coverOutlines', () => {
  it('reaches every point of a circle, in few parts', () => {
    const random = new SeededRandom(1);
    let [inside, reached, tried] = [0, 0, 0];
    for (let round = 0; round < 300; round += 1) {
      const center = { lat: -70 + 140 * random.next(), lng: -175 + 350 * random.next() };
      const radiusMeters = 10 ** (1 + 4 * random.next());
      const cover = coverOutlines([{ kind: 'circle', center, radiusMeters }], 64) as Cover;
      const reach = (radiusMeters / 111_000) * 1.5;
      for (let place = 0; place < 60; place += 1) {
        const point = {
          lat: center.lat + reach * (2 * random.next() - 1),
          lng: center.lng + (reach / Math.cos((center.lat * Math.PI) / 180)) * (2 * random.next() - 1),
        };
        const isInside = distanceMeters(center, point) <= radiusMeters;
        const isReached = reaches(cover, point);
        if (isInside) expect(isReached).toBe(true);
        [inside, reached, tried] = [inside + Number(isInside), reached + Number(isReached), tried + 1];
      }
    }
    expect([inside > 4_000, reached / tried < 0.75]).toEqual([true, true]);
  });

  it('reaches every point of an area', () => {
    const random = new SeededRandom(2);
    for (let round = 0; round < 200; round += 1) {
      const [lng, lat, size] = [2 + random.next(), 48 + random.next(), random.pick([0.001, 0.02, 0.4])];
      const ring = Array.from({ length: random.whole(3, 8) }, (_, corner): [number, number] => [
        lng + size * random.next() * Math.cos(corner),
        lat + size * random.next() * Math.sin(corner),
      ]);
      const geometry: AreaGeometry = { type: 'Polygon', coordinates: [[...ring, ring[0] as [number, number]]] };
      const cover = coverOutlines([{ kind: 'area', geometry }], 64) as Cover;
      for (let place = 0; place < 100; place += 1) {
        const point = { lat: lat + size * (2 * random.next() - 1), lng: lng + size * (2 * random.next() - 1) };
        if (pointInArea(point, geometry)) expect(reaches(cover, point)).toBe(true);
      }
    }
  });

  it('takes one level for all outlines, and says when even the coarsest is too fine', () => {
    const small: Outline = { kind: 'circle', center: { lat: 48, lng: 2 }, radiusMeters: 100 };
    const large: Outline = { kind: 'circle', center: { lat: 40, lng: 2 }, radiusMeters: 60_000 };
    const cover = coverOutlines([small, large], 64) as Cover;
    expect([
      cover.level > 3,
      cover.level < LEVELS,
      reaches(cover, { lat: 48, lng: 2 }),
      reaches(cover, { lat: 40.3, lng: 2 }),
    ]).toEqual([true, true, true, true]);
    expect(coverOutlines([{ kind: 'circle', center: { lat: 48, lng: 2 }, radiusMeters: 5_000_000 }], 64)).toBeNull();
    expect(coverOutlines([{ kind: 'circle', center: { lat: 0, lng: 179.99 }, radiusMeters: 5_000 }], 64)).toBeNull();
  });

  it('needs no square for an area without positions', () => {
    expect(coverOutlines([{ kind: 'area', geometry: { type: 'MultiPolygon', coordinates: [] } }], 64)).toEqual({
      level: 0,
      squares: [],
    });
  });
});
