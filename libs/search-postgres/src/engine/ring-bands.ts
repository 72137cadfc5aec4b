import type { Position, Ring } from '@gable/domain/geo';

/** A ring cut into bands of equal width, from south to north or from west to east. */
export interface RingBands {
  /** Positions of each band, longitude and latitude in turns; where nothing of the ring lies there is no position. */
  readonly bands: readonly (readonly number[])[];
  /** What the bands are cut by: 0 longitude, 1 latitude, the place of it in a position. */
  readonly axis: 0 | 1;
  /** Degrees, where the first band begins. */
  readonly from: number;
  /** Degrees of one band. */
  readonly width: number;
}

/** Up to this many positions a ring is tested whole. */
export const WHOLE_UP_TO = 64;
const POSITIONS_PER_BAND = 16;
const MOST_BANDS = 512;
/**
 * Bands reach a millimetre into their neighbours, so that neither rounding of the band's number nor that polygons are
 * moved (`polygonArray`) puts a point on a cut.
 */
const OVERLAP_DEGREES = 1e-8;
/** A ring that is narrower than this is not cut. */
const NARROWEST_DEGREES = 1e-6;

/**
 * Cuts a ring into bands. Each band holds the part of the ring's inside that lies in it, as one polygon; edges along a
 * cut may run to and fro over each other, which neither crossing counts nor winding numbers notice.
 *
 * A cut doubles what it crosses, so a comb is cut along its teeth, and a ring that runs to and fro in both directions
 * into few bands or none: all bands together have at most three times the positions of the ring.
 */
export function bandsOf(ring: Ring): RingBands {
  const [byLongitude, byLatitude] = [extentOf(ring, 0), extentOf(ring, 1)];
  const best = byLongitude.bands > byLatitude.bands ? byLongitude : byLatitude;
  const { axis, from, size, bands } = best;
  if (bands === 1) return { bands: [ring.flat()], axis, from, width: size };
  return { bands: cut(ring, best), axis, from, width: size / bands };
}

interface Extent {
  readonly axis: 0 | 1;
  readonly from: number;
  readonly size: number;
  /** Bands that it is worth to cut the ring into, along this axis. */
  readonly bands: number;
}

function extentOf(ring: Ring, axis: 0 | 1): Extent {
  let [from, to, travelled] = [Infinity, -Infinity, 0];
  let previous = ring.at(-1)![axis];
  for (const position of ring) {
    const here = position[axis];
    from = Math.min(from, here);
    to = Math.max(to, here);
    travelled += Math.abs(here - previous);
    previous = here;
  }
  const size = to - from;
  if (ring.length <= WHOLE_UP_TO || size < NARROWEST_DEGREES) return { axis, from, size, bands: 1 };
  // Each way across the whole ring crosses every cut, and leaves a position on both sides of it.
  const affordable = Math.floor((ring.length * size) / travelled);
  const wanted = Math.min(MOST_BANDS, Math.ceil(ring.length / POSITIONS_PER_BAND));
  return { axis, from, size, bands: Math.max(1, Math.min(wanted, affordable)) };
}

/** Follows the ring once and hands each edge to the bands that it passes. */
function cut(ring: Ring, { axis, from, size, bands: count }: Extent): number[][] {
  const width = size / count;
  const bands: number[][] = Array.from({ length: count }, () => []);
  let previous = ring.at(-1) as Position;
  for (const current of ring) {
    const rises = current[axis] >= previous[axis];
    const [low, high] = rises ? [previous[axis], current[axis]] : [current[axis], previous[axis]];
    const first = Math.max(0, Math.floor((low - OVERLAP_DEGREES - from) / width));
    const last = Math.min(count - 1, Math.floor((high + OVERLAP_DEGREES - from) / width));
    for (let place = first; place <= last; place += 1) {
      const band = rises ? place : first + last - place;
      const [begin, end] = [from + band * width - OVERLAP_DEGREES, from + (band + 1) * width + OVERLAP_DEGREES];
      passBand(bands[band]!, previous, current, axis, begin, end);
    }
    previous = current;
  }
  return bands;
}

/** What an edge leaves in a band: where it comes in, unless it began there, and where it leaves it or ends. */
function passBand(band: number[], a: Position, b: Position, axis: 0 | 1, begin: number, end: number): void {
  const [from, to] = [a[axis], b[axis]];
  if (Math.max(from, to) < begin || Math.min(from, to) > end) return;
  if (from < begin) pushAt(band, a, b, axis, begin);
  else if (from > end) pushAt(band, a, b, axis, end);
  if (to < begin) pushAt(band, a, b, axis, begin);
  else if (to > end) pushAt(band, a, b, axis, end);
  else band.push(b[0], b[1]);
}

/** Where the edge crosses a cut. */
function pushAt(band: number[], a: Position, b: Position, axis: 0 | 1, at: number): void {
  const other = 1 - axis;
  const across = a[other]! + ((b[other]! - a[other]!) * (at - a[axis])) / (b[axis] - a[axis]);
  if (axis === 0) band.push(at, across);
  else band.push(across, at);
}
