import { longitudeRanges, type GeoBox } from './geo-box.js';
import type { Point } from './geometry.js';

/** A tile of the usual web map: Web Mercator, x from the west, y from the north, 2^z × 2^z of them (XYZ). */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The deepest zoom of tiles: 2.4 m wide on the equator. */
export const DEEPEST_TILE_ZOOM = 24;

/** What lies further north or south stands in the outermost tiles. */
const MAX_LATITUDE = 85.0511287798066;
const RADIANS = Math.PI / 180;

/**
 * The tile of the deepest zoom that a point lies in, as one number below 2^48: the bits of y and x take turns (Morton
 * code), so that the tile of zoom z around it is the number divided by 4^(24 - z). The database has the same as
 * `gable_map_key`.
 */
export function mapKeyOf(point: Point): number {
  return keyOfTile(tileOf(point, DEEPEST_TILE_ZOOM));
}

/** The tile of a zoom that a point lies in. */
export function tileOf({ lat, lng }: Point, z: number): Tile {
  const tiles = 2 ** z;
  const clamp = (place: number): number => Math.min(tiles - 1, Math.max(0, Math.floor(place)));
  const place = placeOn(tiles, lat, lng);
  return { z, x: clamp(place.x), y: clamp(place.y) };
}

/** A point in tiles from the north-western corner of a map so many tiles wide. */
function placeOn(tiles: number, lat: number, lng: number): { x: number; y: number } {
  const sin = Math.sin(Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * RADIANS);
  return {
    x: ((lng + 180) / 360) * tiles,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * tiles,
  };
}

/** The number of the tile of a zoom, of the number of one within it. */
export function mapKeyAt(mapKey: number, zoom: number): number {
  return Math.floor(mapKey / tilesWithin(zoom));
}

/** How many tiles of the deepest zoom lie in a tile of this one. */
export function tilesWithin(zoom: number): number {
  return 4 ** (DEEPEST_TILE_ZOOM - zoom);
}

/** The tile that a number of `mapKeyAt` stands for. */
export function tileOfKey(key: number, z: number): Tile {
  return { z, x: gather(key), y: gather(Math.floor(key / 2)) };
}

/** The number that a tile has among those of its zoom: what `tileOfKey` reads. */
export function keyOfTile({ x, y }: Tile): number {
  return spread(x) + 2 * spread(y);
}

/** Where a point lies in a tile: 0 to 1 from its west and from its north, beyond that outside of it. */
export function placeInTile({ lat, lng }: Point, { z, x, y }: Tile): { readonly x: number; readonly y: number } {
  const place = placeOn(2 ** z, lat, lng);
  return { x: place.x - x, y: place.y - y };
}

/** The sides of a tile. */
export function boxOfTile({ z, x, y }: Tile): GeoBox {
  const tiles = 2 ** z;
  const latitude = (row: number): number => Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) / RADIANS;
  const longitude = (column: number): number => (column / tiles) * 360 - 180;
  return { north: latitude(y), south: latitude(y + 1), east: longitude(x + 1), west: longitude(x) };
}

/** How many tiles of a zoom a box touches. */
export function tilesTouched(box: GeoBox, z: number): number {
  const blocks = blocksOf(box, z);
  const columns = blocks.reduce((sum, [first, last]) => sum + last.x - first.x + 1, 0);
  const [north, south] = blocks[0]!;
  // Both sides of the 180th meridian may end in one column, where the box goes all the way round.
  return Math.min(columns, 2 ** z) * (south.y - north.y + 1);
}

/** The tiles of a zoom that a box touches, each once: ask `tilesTouched` first how many they are. */
export function tilesOf(box: GeoBox, z: number): Tile[] {
  const tiles = new Map<number, Tile>();
  for (const [first, last] of blocksOf(box, z))
    for (let x = first.x; x <= last.x; x += 1)
      for (let y = first.y; y <= last.y; y += 1) tiles.set(keyOfTile({ z, x, y }), { z, x, y });
  return [...tiles.values()];
}

/** The north-western and south-eastern tiles of a box, for each side of the 180th meridian. */
function blocksOf(box: GeoBox, z: number): (readonly [first: Tile, last: Tile])[] {
  return longitudeRanges(box).map(([west, east]) => [
    tileOf({ lat: box.north, lng: west }, z),
    tileOf({ lat: box.south, lng: east }, z),
  ]);
}

const HALF = 12;
const LOW_BITS = 2 ** HALF - 1;

/** Puts a 0 before each of 24 bits. Numbers of 48 bits are beyond the bitwise operators. */
function spread(value: number): number {
  return spread12(value >>> HALF) * 2 ** (2 * HALF) + spread12(value & LOW_BITS);
}

/** Every other bit of a number below 2^48. */
function gather(value: number): number {
  return gather12(Math.floor(value / 2 ** (2 * HALF))) * 2 ** HALF + gather12(value % 2 ** (2 * HALF));
}

function spread12(value: number): number {
  let bits = (value | (value << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function gather12(value: number): number {
  let bits = value & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0x0000ffff;
}
