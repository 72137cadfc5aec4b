import { boundingBoxOfArea, boundingBoxOfCircle, EARTH_RADIUS_METERS, type BoundingBox } from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import { reachOfArea, type Reaches } from './area-reach.js';
import type { Outline } from './box.js';
import { LEVELS, partBit, partBox, partX, partY, PARTS_X_SHIFT, PARTS_Y_SHIFT, squareKey } from './grid.js';

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
    const toX = range.toX >> level;
    for (let y = range.fromY >> level; y <= range.toY >> level; y += 1) {
      for (let x = range.fromX >> level; x <= toX;) {
        const key = squareKey(x << level, y << level, level);
        let bits = 0;
        for (const end = Math.min(toX, x | LAST_PART_X); x <= end; x += 1)
          if (reaches(x, y, level)) bits |= partBit(x << level, y << level, level);
        if (bits !== 0) parts.set(key, (parts.get(key) ?? 0) | bits);
      }
    }
  }
  return [...parts].map(([key, bits]) => ({ key, parts: bits }));
}

/** Of the parts of a square beside each other, the number of the last one ends in these bits. */
const LAST_PART_X = (1 << PARTS_X_SHIFT) - 1;

function reachOf({ outline }: PartRange): Reaches {
  if (outline.kind === 'box') return () => true;
  if (outline.kind === 'circle') return reachOfCircle(outline);
  return reachOfArea(outline.geometry);
}

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
