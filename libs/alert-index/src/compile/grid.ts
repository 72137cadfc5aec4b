import {
  boundingBoxOfArea,
  boundingBoxOfCircle,
  type BoundingBox,
  EARTH_RADIUS_METERS,
  ringsOf,
  type AreaGeometry,
  type Position,
  pointInArea,
} from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import type { Outline } from './box.js';

/**
 * Levels of the grid. Squares of level 0 are 1/32768 of the circle wide and high (0.011°, 1.2 km from south to
 * north), each level doubles them.
 */
export const LEVELS = 9;
/** A square has 8 × 4 parts, a bit each: the parts an outline reaches are told apart without looking at the outline. */
const PARTS_X_SHIFT = 3;
const PARTS_Y_SHIFT = 2;
/** Any part: what is asked of a cell that is no square. */
export const ALL_PARTS = -1;

const PARTS_PER_DEGREE_X = (32_768 << PARTS_X_SHIFT) / 360;
const PARTS_PER_DEGREE_Y = (32_768 << PARTS_Y_SHIFT) / 360;
/** Far outside the earth and far inside 32 bits. */
const CLAMP_DEGREES = 1_000;

/** Number of the part a longitude lies in, counted in parts of level-0 squares; those of level n are 2^n as wide. */
export function partX(lng: number): number {
  return Math.floor((Math.min(CLAMP_DEGREES, Math.max(-CLAMP_DEGREES, lng)) + 180) * PARTS_PER_DEGREE_X);
}

export function partY(lat: number): number {
  return Math.floor((Math.min(CLAMP_DEGREES, Math.max(-CLAMP_DEGREES, lat)) + 90) * PARTS_PER_DEGREE_Y);
}

/**
 * Names the square of a level around a part; squares 65,536 apart share a name, which costs a look and never an
 * answer.
 */
export function squareKey(x: number, y: number, level: number): number {
  return ((x >> (level + PARTS_X_SHIFT)) << 16) | ((y >> (level + PARTS_Y_SHIFT)) & 0xffff);
}

/** The bit of the part within its square of a level. */
export function partBit(x: number, y: number, level: number): number {
  return 1 << ((((y >> level) & 3) << PARTS_X_SHIFT) | ((x >> level) & 7));
}

/** A square that an outline reaches, with the parts it reaches. */
export interface CoveredSquare {
  readonly key: number;
  readonly parts: number;
}

/**
 * Squares of one level that together hold every point of the outlines; null where even the largest squares would be
 * too many.
 */
export interface Cover {
  readonly level: number;
  readonly squares: readonly CoveredSquare[];
}

interface PartRange {
  readonly outline: Outline;
  readonly box: BoundingBox;
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

/**
 * Covers outlines with squares of one level, the finest at which they are at most four for each outline and
 * `maxSquares` in all. One level for all of them, because a point lies in one square of a level: an alert that stands
 * in several is met once.
 */
export function coverOutlines(outlines: readonly Outline[], maxSquares: number): Cover | null {
  const ranges = outlines.flatMap((outline): PartRange[] => {
    const box = boxAround(outline);
    if (box.minLat > box.maxLat || box.minLng > box.maxLng) return []; // nothing lies in it
    return [
      {
        outline,
        box,
        fromX: partX(box.minLng),
        toX: partX(box.maxLng),
        fromY: partY(box.minLat),
        toY: partY(box.maxLat),
      },
    ];
  });
  if (ranges.some(({ fromX, toX, fromY, toY }) => Number.isNaN(fromX + toX + fromY + toY))) return null;
  const most = Math.min(maxSquares, 4 * Math.max(1, ranges.length));
  for (let level = 0; level < LEVELS; level += 1) {
    let count = 0;
    for (const range of ranges)
      count +=
        squaresAcross(range.fromX, range.toX, level + PARTS_X_SHIFT) *
        squaresAcross(range.fromY, range.toY, level + PARTS_Y_SHIFT);
    if (count <= most) return { level, squares: coverAtLevel(ranges, level) };
  }
  return null;
}

function boxAround(outline: Outline): BoundingBox {
  if (outline.kind === 'box') return outline.box;
  return outline.kind === 'circle'
    ? boundingBoxOfCircle(outline.center, outline.radiusMeters)
    : boundingBoxOfArea(outline.geometry);
}

function squaresAcross(from: number, to: number, shift: number): number {
  return (to >> shift) - (from >> shift) + 1;
}

function coverAtLevel(ranges: readonly PartRange[], level: number): readonly CoveredSquare[] {
  const parts = new Map<number, number>();
  for (const range of ranges) {
    const reaches = reachOf(range);
    for (let y = range.fromY >> level; y <= range.toY >> level; y += 1) {
      for (let x = range.fromX >> level; x <= range.toX >> level; x += 1) {
        if (!reaches(x, y, level)) continue;
        const key = squareKey(x << level, y << level, level);
        parts.set(key, (parts.get(key) ?? 0) | partBit(x << level, y << level, level));
      }
    }
  }
  return [...parts].map(([key, bits]) => ({ key, parts: bits }));
}

/** Whether an outline may reach a part of a level; true wherever that is in doubt. */
type Reaches = (x: number, y: number, level: number) => boolean;

function reachOf({ outline }: PartRange): Reaches {
  if (outline.kind === 'box') return () => true;
  if (outline.kind === 'circle') return reachOfCircle(outline);
  return reachOfArea(outline.geometry);
}

/** In degrees, with a margin to spare on each side. */
function partBox(x: number, y: number, level: number): BoundingBox {
  const [width, height] = [2 ** level / PARTS_PER_DEGREE_X, 2 ** level / PARTS_PER_DEGREE_Y];
  return {
    minLng: x * width - 180 - SPARE,
    maxLng: (x + 1) * width - 180 + SPARE,
    minLat: y * height - 90 - SPARE,
    maxLat: (y + 1) * height - 90 + SPARE,
  };
}

const SPARE = 1e-7;
const RADIANS = Math.PI / 180;

/**
 * By the haversine formula from the centre to the nearest meridian and parallel of the part: never more than the true
 * distance.
 */
function reachOfCircle({ center, radiusMeters }: CircleCondition): Reaches {
  const half = Math.sin(Math.min(radiusMeters / (2 * EARTH_RADIUS_METERS), Math.PI / 2)) ** 2 * (1 + 1e-9) + 1e-15;
  const cosCenter = Math.cos(center.lat * RADIANS);
  // Parts are asked row by row: what depends on the row alone is kept.
  let row = NaN;
  let fromLat = 0;
  let cos = 0;
  return (x, y, level) => {
    const { minLat, maxLat, minLng, maxLng } = partBox(x, y, level);
    if (y !== row) {
      row = y;
      fromLat = Math.sin((Math.max(0, minLat - center.lat, center.lat - maxLat) * RADIANS) / 2) ** 2;
      cos = Math.max(0, Math.min(Math.cos(minLat * RADIANS), Math.cos(maxLat * RADIANS)));
    }
    const sinLng = Math.sin((Math.max(0, minLng - center.lng, center.lng - maxLng) * RADIANS) / 2);
    return fromLat + cosCenter * cos * sinLng * sinLng <= half;
  };
}

/** An outline of more corners is not traced: its bounding box stands for it. */
const MAX_TRACED = 200;

function reachOfArea(geometry: AreaGeometry): Reaches {
  const rings = ringsOf(geometry);
  if (rings.reduce((corners, ring) => corners + ring.length, 0) > MAX_TRACED) return () => true;
  return (x, y, level) => {
    const box = partBox(x, y, level);
    if (pointInArea({ lat: (box.minLat + box.maxLat) / 2, lng: (box.minLng + box.maxLng) / 2 }, geometry)) return true;
    for (const ring of rings) {
      let from = ring[ring.length - 1] as Position;
      for (const to of ring) {
        if (edgeMeets(box, from, to)) return true;
        from = to;
      }
    }
    return false;
  };
}

/**
 * Whether an edge may touch the box: their bounds overlap and the box's corners are not all on one side of the line.
 */
function edgeMeets({ minLat, maxLat, minLng, maxLng }: BoundingBox, from: Position, to: Position): boolean {
  const [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]];
  if (
    (x1 < minLng && x2 < minLng) ||
    (x1 > maxLng && x2 > maxLng) ||
    (y1 < minLat && y2 < minLat) ||
    (y1 > maxLat && y2 > maxLat)
  )
    return false;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const [south, north, west, east] = [dx * (minLat - y1), dx * (maxLat - y1), dy * (minLng - x1), dy * (maxLng - x1)];
  const [a, b, c, d] = [south - west, north - west, south - east, north - east];
  return !((a > 0 && b > 0 && c > 0 && d > 0) || (a < 0 && b < 0 && c < 0 && d < 0));
}
