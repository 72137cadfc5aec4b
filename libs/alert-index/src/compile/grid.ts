import type { BoundingBox } from '@gable/domain/geo';

/**
 * Levels of the grid. Squares of level 0 are 1/32768 of the circle wide and high (0.011°, 1.2 km from south to
 * north), each level doubles them.
 */
export const LEVELS = 9;
/** A square has 8 × 4 parts, a bit each: the parts an outline reaches are told apart without looking at the outline. */
export const PARTS_X_SHIFT = 3;
export const PARTS_Y_SHIFT = 2;
/** Any part: what is asked of a cell that is no square. */
export const ALL_PARTS = -1;

const PARTS_PER_DEGREE_X = (32_768 << PARTS_X_SHIFT) / 360;
const PARTS_PER_DEGREE_Y = (32_768 << PARTS_Y_SHIFT) / 360;
/** Degrees: far above rounding. */
export const SPARE = 1e-7;
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

/** In degrees, with a margin to spare on each side. */
export function partBox(x: number, y: number, level: number): BoundingBox {
  const [width, height] = [2 ** level / PARTS_PER_DEGREE_X, 2 ** level / PARTS_PER_DEGREE_Y];
  return {
    minLng: x * width - 180 - SPARE,
    maxLng: (x + 1) * width - 180 + SPARE,
    minLat: y * height - 90 - SPARE,
    maxLat: (y + 1) * height - 90 + SPARE,
  };
}
