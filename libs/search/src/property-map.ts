import type { Criteria } from '@gable/domain/criteria';
import { keyOfTile, tilesWithin, type GeoBox, type Point, type Tile } from '@gable/domain/geo';
import type { SearchBackend, Total } from './total.js';

/** Cells that hold no more than this name their properties. */
export const FEW_PROPERTIES = 3;

/** Which properties are counted into which cells of a map. */
export interface MapQuery {
  readonly criteria: Criteria;
  /** Cells are tiles of this zoom (`mapKeyAt`). */
  readonly tileZoom: number;
  /** Only properties that stand in this tile, wherever the listings that match lie; undefined = all. */
  readonly within?: Tile;
  /** What is in view, where the criteria ask for it: most of what is found stands there. It changes no answer. */
  readonly view?: GeoBox;
}

/** The properties of one tile. A property stands at the place of its merged record. */
export interface MapCell {
  /** The tile, as `tileOfKey` reads it. */
  readonly key: number;
  readonly count: number;
  /** The mean of their places, to a centimetre. */
  readonly centroid: Point;
  /** The median of their lowest prices, between the two middle ones where they are even; null where none states one. */
  readonly medianPrice: number | null;
  /** Their ids in order, where there are at most FEW_PROPERTIES; else null. */
  readonly ids: readonly string[] | null;
}

/** Cells by their keys. Matching properties without a place are in none. */
export interface MapResult {
  readonly cells: readonly MapCell[];
  readonly backend: SearchBackend;
}

/** Answers to the questions of a map. */
export interface PropertyMap {
  cells(query: MapQuery): Promise<MapResult>;
  /** How many matching properties have no place, as far as the engine's budget for counts goes. */
  countWithoutPlace(criteria: Criteria): Promise<Total>;
}

/** The map keys of what stands in a tile: from the first to below the second. */
export function keysWithin(tile: Tile): readonly [from: number, below: number] {
  const [place, width] = [keyOfTile(tile), tilesWithin(tile.z)];
  return [place * width, (place + 1) * width];
}

/** What an engine reads of a cell. */
export interface RawCell extends Omit<MapCell, 'centroid'> {
  readonly lat: number;
  readonly lng: number;
}

/** Cells as every engine answers them: sums of floating point numbers in another order differ in their last digits. */
export function mapCells(cells: readonly RawCell[]): MapCell[] {
  return cells
    .map(({ key, count, lat, lng, medianPrice, ids }) => ({
      key,
      count,
      centroid: { lat: toCentimetre(lat), lng: toCentimetre(lng) },
      medianPrice,
      ids: ids === null ? null : [...ids].sort(),
    }))
    .sort((a, b) => a.key - b.key);
}

/** The middle of the two middle values, as PostgreSQL reckons it. */
export function middleOf(lower: number, upper: number): number {
  return lower + (upper - lower) * 0.5;
}

const toCentimetre = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
