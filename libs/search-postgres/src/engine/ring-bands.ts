import type { Position, Ring } from '@gable/domain/geo';

/** A ring cut into bands of equal height, from south to north. */
export interface RingBands {
  readonly bands: readonly (readonly Position[])[];
  /** Degrees of latitude. */
  readonly bottom: number;
  readonly height: number;
}

/** Below this many positions a ring is tested whole. */
const WHOLE_UP_TO = 64;
const POSITIONS_PER_BAND = 16;
const MOST_BANDS = 512;
/**
 * Bands reach a tenth of a millimetre into their neighbours, so that rounding of the band's number never puts a point
 * on a cut.
 */
const OVERLAP_DEGREES = 1e-9;
/** Stands for "nothing of the ring lies here"; no place has this longitude. */
const NOWHERE: readonly Position[] = [[999, 0]];

/**
 * Cuts a ring into bands of latitude. Each band holds the part of the ring's inside that lies in it, as one polygon;
 * edges along a cut may run to and fro over each other, which neither crossing counts nor winding numbers notice.
 */
export function bandsOf(ring: Ring): RingBands {
  const lats = ring.map(([, lat]) => lat);
  const bottom = lats.reduce((a, b) => Math.min(a, b));
  const top = lats.reduce((a, b) => Math.max(a, b));
  if (ring.length <= WHOLE_UP_TO || top - bottom < 1e-6) return { bands: [ring], bottom, height: top - bottom };
  const count = Math.min(MOST_BANDS, Math.ceil(ring.length / POSITIONS_PER_BAND));
  const height = (top - bottom) / count;
  const bands: (readonly Position[])[] = [];
  let rest: readonly Position[] = ring;
  for (let band = 0; band < count; band += 1) {
    const from = bottom + band * height - OVERLAP_DEGREES;
    const to = bottom + (band + 1) * height + OVERLAP_DEGREES;
    rest = clip(rest, from, 1); // what lies south of this band is not needed any more
    const cut = clip(rest, to, -1);
    bands.push(cut.length === 0 ? NOWHERE : cut);
  }
  // The northernmost position itself falls into the band after the last.
  bands.push(bands[count - 1]!);
  return { bands, bottom, height };
}

/**
 * Keeps what lies north of the latitude (`side` 1) or south of it (-1): one side of Sutherland and Hodgman's polygon
 * clipping (1974).
 */
function clip(ring: readonly Position[], lat: number, side: 1 | -1): Position[] {
  const kept: Position[] = [];
  let previous = ring[ring.length - 1];
  for (const current of ring) {
    const [x1, y1] = previous as Position;
    const [x2, y2] = current;
    const isIn = (y2 - lat) * side >= 0;
    if (isIn !== (y1 - lat) * side >= 0) kept.push([x1 + ((x2 - x1) * (lat - y1)) / (y2 - y1), lat]);
    if (isIn) kept.push(current);
    previous = current;
  }
  return kept;
}
