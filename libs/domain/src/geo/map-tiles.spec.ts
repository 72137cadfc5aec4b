import { SeededRandom } from '../testing/generating/seeded-random.js';
import { geoBoxContains } from './geo-box.js';
import {
  boxOfTile,
  DEEPEST_TILE_ZOOM,
  keyOfTile,
  mapKeyAt,
  mapKeyOf,
  placeInTile,
  tileOf,
  tileOfKey,
  tilesOf,
  tilesTouched,
} from './map-tiles.js';

describe('tiles of the map', () => {
  it('are those of the usual web map', () => {
    expect(tileOf({ lat: 51.5074, lng: -0.1278 }, 10)).toEqual({ z: 10, x: 511, y: 340 });
    expect(tileOf({ lat: 0, lng: 0 }, 1)).toEqual({ z: 1, x: 1, y: 1 });
  });

  it('take the poles and the 180th meridian into the outermost ones', () => {
    expect(tileOf({ lat: 90, lng: 180 }, 3)).toEqual({ z: 3, x: 7, y: 0 });
    expect(tileOf({ lat: -90, lng: -180 }, 3)).toEqual({ z: 3, x: 0, y: 7 });
  });

  it('are named by one number that names those around them, at every zoom', () => {
    const random = new SeededRandom(20261123);
    for (let n = 0; n < 2_000; n += 1) {
      const point = { lat: 170 * random.next() - 85, lng: 360 * random.next() - 180 };
      const key = mapKeyOf(point);
      expect(key).toBeLessThan(2 ** 48);
      for (let zoom = 0; zoom <= DEEPEST_TILE_ZOOM; zoom += 3)
        expect([tileOfKey(mapKeyAt(key, zoom), zoom), mapKeyAt(key, zoom)]).toEqual([
          tileOf(point, zoom),
          keyOfTile(tileOf(point, zoom)),
        ]);
      expect(geoBoxContains(boxOfTile(tileOf(point, 18)), point)).toBe(true);
    }
  });

  it('have their own measure, from their north-western corner', () => {
    const tile = { z: 9, x: 259, y: 183 };
    const { north, south, east, west } = boxOfTile(tile);
    const place = (lat: number, lng: number) => placeInTile({ lat, lng }, tile);
    expect(place(north, west)).toEqual({ x: expect.closeTo(0, 9) as number, y: expect.closeTo(0, 9) as number });
    expect(place(south, east)).toEqual({ x: expect.closeTo(1, 9) as number, y: expect.closeTo(1, 9) as number });
    expect(place(north, east + (east - west)).x).toBeCloseTo(2, 9);
  });

  it('that a box touches are counted, on both sides of the 180th meridian', () => {
    expect(tilesTouched({ north: 85, south: -85, east: 180, west: -180 }, 2)).toBe(16);
    expect(tilesTouched({ north: 1, south: -1, east: 1, west: -1 }, 5)).toBe(4);
    expect(tilesTouched({ north: 1, south: 0.5, east: -179, west: 179 }, 5)).toBe(2);
    expect(tilesTouched({ north: 1, south: 0.5, east: 5, west: 10 }, 5)).toBe(32); // both sides end in one tile
    expect(tilesOf({ north: 1, south: -1, east: -179, west: 179 }, 5)).toEqual(
      [
        [31, 15],
        [31, 16],
        [0, 15],
        [0, 16],
      ].map(([x, y]) => ({ z: 5, x, y })),
    );
  });
});
