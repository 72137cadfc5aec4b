import { pointInArea, ringsOf, type AreaGeometry } from '@gable/domain/geo';
import { partBox, partX, SPARE } from './grid.js';

/** An outline of more corners is not traced: its bounding box stands for it. */
const MAX_TRACED = 200;
/** Whether an outline may reach a part of a level; true wherever that is in doubt. */
export type Reaches = (x: number, y: number, level: number) => boolean;

/**
 * Whether an area may reach a part. Parts are asked row by row, from west to east: the edges that cross a row are
 * looked for once, and between two of them one point answers for all parts.
 */
export function reachOfArea(geometry: AreaGeometry): Reaches {
  const edges = edgesOf(geometry);
  if (edges.length > 4 * MAX_TRACED) return () => true;
  let row = NaN;
  let touched: readonly number[] = [];
  /** The last part that no edge touches, and whether it lies inside. */
  let known = NaN;
  let inside = false;
  return (x, y, level) => {
    if (y !== row) {
      const { minLat, maxLat } = partBox(x, y, level);
      touched = touchedBetween(edges, minLat, maxLat, level);
      row = y;
      known = NaN;
    }
    for (let at = 0; at < touched.length; at += 2)
      if (x >= (touched[at] as number) && x <= (touched[at + 1] as number)) return true;
    if (known !== x - 1) {
      const { minLat, maxLat, minLng, maxLng } = partBox(x, y, level);
      inside = pointInArea({ lat: (minLat + maxLat) / 2, lng: (minLng + maxLng) / 2 }, geometry);
    }
    known = x;
    return inside;
  };
}

/** Longitude and latitude of both ends of each edge, one edge after the other. */
function edgesOf(geometry: AreaGeometry): readonly number[] {
  const edges: number[] = [];
  for (const ring of ringsOf(geometry)) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from !== undefined) edges.push(from[0], from[1], to[0], to[1]);
      from = to;
    }
  }
  return edges;
}

/** The first and the last part that each edge touches between two parallels. */
function touchedBetween(edges: readonly number[], minLat: number, maxLat: number, level: number): number[] {
  const touched: number[] = [];
  for (let edge = 0; edge < edges.length; edge += 4) {
    const isNorthward = (edges[edge + 1] as number) <= (edges[edge + 3] as number);
    const [south, north] = isNorthward ? [edge, edge + 2] : [edge + 2, edge];
    const [x1, y1] = [edges[south] as number, edges[south + 1] as number];
    const [x2, y2] = [edges[north] as number, edges[north + 1] as number];
    if (y2 < minLat || y1 > maxLat) continue;
    // y2 > y1 wherever one of the parallels lies between them.
    const from = y1 < minLat ? x1 + ((x2 - x1) * (minLat - y1)) / (y2 - y1) : x1;
    const to = y2 > maxLat ? x1 + ((x2 - x1) * (maxLat - y1)) / (y2 - y1) : x2;
    touched.push(partX(Math.min(from, to) - SPARE) >> level, partX(Math.max(from, to) + SPARE) >> level);
  }
  return touched;
}
