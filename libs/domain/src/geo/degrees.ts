/** 0.1 mm on the ground. */
const SMALLEST_DEGREES = 1e-9;

/**
 * A coordinate without what no map can mean: closer to zero than a tenth of a millimetre is zero (and -0 is 0).
 * Otherwise the square of a number such as 1e-320 underflows, which a database takes for an error.
 */
export function snapToZero(degrees: number): number {
  return Math.abs(degrees) < SMALLEST_DEGREES ? 0 : degrees;
}

/** A longitude with one number for the 180th meridian, which is written 180 and -180. */
export function oneMeridian(lng: number): number {
  return lng === 180 ? -180 : lng;
}
