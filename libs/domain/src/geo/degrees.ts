/** 0.1 mm on the ground. */
const DUST_DEGREES = 1e-9;

/**
 * A coordinate without what no map can mean: closer to zero than a tenth of a millimetre is zero (and -0 is 0).
 * Otherwise the square of a number such as 1e-320 underflows, which a database takes for an error.
 */
export function withoutDust(degrees: number): number {
  return Math.abs(degrees) < DUST_DEGREES ? 0 : degrees;
}
