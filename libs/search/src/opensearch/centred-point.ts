import type { Point } from '@gable/domain/geo';

/** A place as a geo_point takes it. */
export interface CentredPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Lucene keeps 32 bits of each coordinate (GeoEncodingUtils of Lucene 10). */
const STEP_LAT = 180 / 2 ** 32;
const STEP_LON = 360 / 2 ** 32;

/**
 * A place moved north and east by half of the steps that OpenSearch stores places in. It rounds down to a step, so the
 * point it then compares lies at most 5.2 mm from the true place, where it would else be up to 10.4 mm off; within a
 * centimetre of a border either answer is right.
 */
export function centredPoint({ lat, lng }: Point): CentredPoint {
  return { lat: Math.min(90, lat + STEP_LAT / 2), lon: Math.min(180, lng + STEP_LON / 2) };
}
