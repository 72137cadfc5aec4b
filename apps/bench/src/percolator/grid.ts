import type { BoundingBox, Point } from '@gable/domain/geo';

/** Nine grids over the earth, from squares of eight degrees to squares of two kilometres. */
const SIZES_DEGREES = Array.from({ length: 9 }, (_, level) => 8 / 2 ** level);
const MOST_SQUARES = 4;

/** The squares of the finest grid of which at most four cover the box; undefined where even the coarsest needs more. */
export function squaresCovering({ minLat, maxLat, minLng, maxLng }: BoundingBox): readonly string[] | undefined {
  for (let level = SIZES_DEGREES.length - 1; level >= 0; level--) {
    const size = SIZES_DEGREES[level]!;
    const [south, north, west, east] = [minLat, maxLat, minLng, maxLng].map((degrees) =>
      Math.floor(degrees / size),
    ) as [number, number, number, number];
    if ((north - south + 1) * (east - west + 1) > MOST_SQUARES) continue;
    const squares: string[] = [];
    for (let row = south; row <= north; row++)
      for (let column = west; column <= east; column++) squares.push(square(level, row, column));
    return squares;
  }
  return undefined;
}

/** The square of each grid the point lies in. */
export function squaresOf({ lat, lng }: Point): readonly string[] {
  return SIZES_DEGREES.map((size, level) => square(level, Math.floor(lat / size), Math.floor(lng / size)));
}

const square = (level: number, row: number, column: number): string => `g${level}/${row}/${column}`;
