import { boundingBoxOfArea, ringsOf, type AreaGeometry, type BoundingBox } from '@gable/domain/geo';
import { polygonArray } from './polygon-array.js';
import { bandsOf, WHOLE_UP_TO, type RingBands } from './ring-bands.js';

/** An area as PostgreSQL tests it: its box, and polygons as values of parameters. */
export interface AreaParts {
  readonly box: BoundingBox;
  /** Rings that a point is tested against one by one, each in bands. */
  readonly rings: readonly RingPart[];
  /** All other rings: small ones, of which there may be hundreds. Null where there are none. */
  readonly crowd: Buffer | null;
}

/** A ring in bands; one band is the whole ring. */
export interface RingPart extends Omit<RingBands, 'bands'> {
  readonly bandCount: number;
  /** The bands as a polygon[]. */
  readonly polygons: Buffer;
}

/** Small rings up to this number stand in the expression one by one: more would make it as deep as they are many. */
const FEW_RINGS = 8;

/** What was worked out stays as long as the geometry does, which is one object for all references of a request. */
const known = new WeakMap<AreaGeometry, AreaParts>();

/** Takes an area apart, once per geometry. Its parts have at most three times the positions of the area. */
export function areaParts(geometry: AreaGeometry): AreaParts {
  let parts = known.get(geometry);
  if (parts === undefined) known.set(geometry, (parts = takeApart(geometry)));
  return parts;
}

function takeApart(geometry: AreaGeometry): AreaParts {
  const rings = ringsOf(geometry).filter((ring) => ring.length > 0);
  const isCrowd = rings.filter((ring) => ring.length <= WHOLE_UP_TO).length > FEW_RINGS;
  const inCrowd = isCrowd ? rings.filter((ring) => ring.length <= WHOLE_UP_TO) : [];
  const single = isCrowd ? rings.filter((ring) => ring.length > WHOLE_UP_TO) : rings;
  return {
    box: boundingBoxOfArea(geometry),
    rings: single.map((ring) => {
      const { bands, ...cuts } = bandsOf(ring);
      return { ...cuts, bandCount: bands.length, polygons: polygonArray(bands) };
    }),
    crowd: inCrowd.length === 0 ? null : polygonArray(inCrowd.map((ring) => ring.flat())),
  };
}
