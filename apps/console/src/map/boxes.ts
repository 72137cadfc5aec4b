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

/** Where nearly all homes are. Undefined without homes. */
export function boxOfMost(cells: readonly Cell[]): Box | undefined {
  const points = densest(cells).flatMap(({ centroid, properties }) => properties ?? [centroid]);
  if (points.length === 0) return undefined;
  const [lats, lngs] = [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)];
  return { north: Math.max(...lats), south: Math.min(...lats), east: Math.max(...lngs), west: Math.min(...lngs) };
}

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

/** A little more than a box on every side, so that nothing stands at the edge. */
export function withMargin({ north, south, east, west }: Box): Box {
  const [high, wide] = [0.06 * (north - south) + 0.005, 0.06 * (east - west) + 0.005];
  return boxOfView({ north: north + high, south: south - high, east: east + wide, west: west - wide });
}

function longitude(value: number): number {
  return round(((((value + 180) % 360) + 360) % 360) - 180);
}

/** A metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
