import type { Schema } from '../client/api.js';

/** Degrees; `west > east` crosses the 180th meridian. */
export type Box = Schema<'MapBox'>;
type Cell = Schema<'MapCell'>;

/** As far as Web Mercator shows. */
const MAX_LATITUDE = 85;
export const WORLD: Box = { north: MAX_LATITUDE, south: -MAX_LATITUDE, east: 180, west: -180 };

/** The box of a window on the map, whose longitudes may run on beyond 180. */
export function boxOfView(view: { north: number; south: number; east: number; west: number }): Box {
  const latitude = (value: number) => round(Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, value)));
  const isWhole = view.east - view.west >= 360;
  return {
    north: latitude(view.north),
    south: latitude(view.south),
    east: isWhole ? 180 : longitude(view.east),
    west: isWhole ? -180 : longitude(view.west),
  };
}

/** The same with an east that is never west of its west, as MapLibre takes it: [[west, south], [east, north]]. */
export function boundsOf({ north, south, east, west }: Box): [[number, number], [number, number]] {
  return [
    [west, south],
    [west > east ? east + 360 : east, north],
  ];
}

/** The middle of a box. */
export function middleOf(box: Box): { latitude: number; longitude: number } {
  const [[west], [east]] = boundsOf(box);
  return { latitude: round((box.north + box.south) / 2), longitude: longitude((west + east) / 2) };
}

/** Where nearly all homes are; those on another continent stay out of it. Undefined without homes. */
export function boxOfMost(cells: readonly Cell[]): Box | undefined {
  const places = densest(cells).flatMap(({ centroid, properties, count }) =>
    properties === null
      ? [{ ...centroid, homes: count }]
      : properties.map(({ latitude, longitude }) => ({ latitude, longitude, homes: 1 })),
  );
  if (places.length === 0) return undefined;
  const [whole, core] = [boxWithin(places, 0), boxWithin(places, TAIL)];
  return sizeOf(core) * FAR_LARGER < sizeOf(whole) ? core : whole;
}
/** Of the homes, at either end of each direction. */
const TAIL = 0.05;
const FAR_LARGER = 16;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly homes: number;
}

/** Without a share of the homes at either end. */
function boxWithin(places: readonly Place[], tail: number): Box {
  const [south, north] = endsOf(places, 'latitude', tail);
  const [west, east] = endsOf(places, 'longitude', tail);
  return { north, south, east, west };
}

function endsOf(places: readonly Place[], side: 'latitude' | 'longitude', tail: number): [number, number] {
  const inOrder = [...places].sort((one, other) => one[side] - other[side]);
  const total = inOrder.reduce((sum, { homes }) => sum + homes, 0);
  const end = (from: readonly Place[]): number => {
    let passed = 0;
    return from.find(({ homes }) => (passed += homes) > tail * total)![side];
  };
  return [end(inOrder), end(inOrder.reverse())];
}

/** Square degrees, of a point a few metres. */
const sizeOf = ({ north, south, east, west }: Box): number => (north - south + 1e-4) * (east - west + 1e-4);

/** The cells themselves that hold nearly all homes. Undefined without homes. */
export function boxAround(cells: readonly Cell[]): Box | undefined {
  const boxes = densest(cells).map(({ boundingBox }) => boundingBox);
  if (boxes.length === 0) return undefined;
  return {
    north: Math.max(...boxes.map(({ north }) => north)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    west: Math.min(...boxes.map(({ west }) => west)),
  };
}

/** Cells side by side in a box that is looked at closely: enough to see where in it the homes are. */
const CELLS_ACROSS = 64;
const CLOSEST_ZOOM = 15;

/** The zoom at which a box has so many cells side by side; a cell is a tile two zooms deeper. */
export function zoomWithin({ east, west }: Box): number {
  return Math.max(0, Math.min(CLOSEST_ZOOM, Math.floor(Math.log2((CELLS_ACROSS * 360) / (east - west))) - 2));
}

/** The densest cells, until nine of ten homes lie in them. */
function densest(cells: readonly Cell[]): readonly Cell[] {
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  const dense: Cell[] = [];
  let held = 0;
  for (const cell of [...cells].sort((one, other) => other.count - one.count)) {
    if (held >= 0.9 * total) break;
    dense.push(cell);
    held += cell.count;
  }
  return dense;
}

/** A little more than a box on every side, so that nothing stands at the edge or under the tools above. */
export function withMargin({ north, south, east, west }: Box): Box {
  const [high, wide] = [0.06 * (north - south) + 0.005, 0.06 * (east - west) + 0.005];
  return boxOfView({ north: north + 2.5 * high, south: south - high, east: east + wide, west: west - wide });
}

function longitude(value: number): number {
  return round(((((value + 180) % 360) + 360) % 360) - 180);
}

/** A metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
