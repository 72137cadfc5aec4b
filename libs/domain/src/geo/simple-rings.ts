import { pointInArea } from './point-in-area.js';
import type { Position, Ring } from './geometry.js';

/** Why rings do not make an area: which ring, in words, and where. */
export interface RingTrouble {
  /** Place of the ring in the list. */
  readonly ring: number;
  readonly reason: string;
}

interface Edge {
  readonly ring: number;
  /** Place within its ring, and how many edges that has: neighbours share a corner. */
  readonly place: number;
  readonly of: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
}

/**
 * The first ring that crosses or touches itself, or crosses another; undefined where all are simple and apart. Edges
 * are straight in degrees. A sweep from west to east: an edge is compared with those whose span of longitudes
 * overlaps, at worst with all.
 */
export function crossingOf(rings: readonly Ring[]): RingTrouble | undefined {
  const edges = rings.flatMap(edgesOf).sort((a, b) => a.west - b.west);
  for (let i = 0; i < edges.length; i += 1) {
    const edge = edges[i] as Edge;
    for (let j = i + 1; j < edges.length && (edges[j] as Edge).west <= edge.east; j += 1) {
      const other = edges[j] as Edge;
      if (!meet(edge, other)) continue;
      const [longitude, latitude] = other.from;
      const where = `near longitude ${longitude}, latitude ${latitude}`;
      return {
        ring: Math.max(edge.ring, other.ring),
        reason: edge.ring === other.ring ? `crosses or touches itself ${where}` : `crosses another ring ${where}`,
      };
    }
  }
  return undefined;
}

/**
 * Whether `inner` lies inside `outer`, of two rings that do not cross: the middle of an edge decides, since corners
 * may touch.
 */
export function liesInside(inner: Ring, outer: Ring): boolean {
  const [[x1, y1], [x2, y2]] = [inner[0] as Position, inner[1] as Position];
  return pointInArea({ lng: (x1 + x2) / 2, lat: (y1 + y2) / 2 }, { type: 'Polygon', coordinates: [outer] });
}

/** Twice the area within the ring, in square degrees, whichever way it runs (shoelace formula). */
export function doubledArea(ring: Ring): number {
  let sum = 0;
  const [originX, originY] = ring[0] as Position; // near the ring, so that small rings far from zero keep their digits
  for (let i = 1; i < ring.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1] as Position, ring[i] as Position];
    sum += (x1 - originX) * (y2 - originY) - (x2 - originX) * (y1 - originY);
  }
  return Math.abs(sum);
}

function edgesOf(ring: Ring, ringPlace: number): Edge[] {
  const corners = ring.filter(([x, y], i) => i === 0 || x !== ring[i - 1]![0] || y !== ring[i - 1]![1]);
  return corners.slice(1).map((to, place) => {
    const from = corners[place] as Position;
    return {
      ring: ringPlace,
      place,
      of: corners.length - 1,
      from,
      to,
      west: Math.min(from[0], to[0]),
      east: Math.max(from[0], to[0]),
    };
  });
}

/** Edges of one ring may share nothing but the corner of neighbours; edges of two rings may touch in a point. */
function meet(a: Edge, b: Edge): boolean {
  if (
    Math.max(a.from[1], a.to[1]) < Math.min(b.from[1], b.to[1]) ||
    Math.max(b.from[1], b.to[1]) < Math.min(a.from[1], a.to[1])
  )
    return false;
  const sides = [side(a, b.from), side(a, b.to), side(b, a.from), side(b, a.to)] as const;
  if (sides.every((each) => each === 0)) return overlap(a, b) > 0;
  const crosses = sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0;
  if (crosses || a.ring !== b.ring || areNeighbours(a, b)) return crosses;
  return sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0;
}

function areNeighbours(a: Edge, b: Edge): boolean {
  const apart = Math.abs(a.place - b.place);
  return apart === 1 || apart === a.of - 1;
}

/** 1 left of the edge, -1 right of it, 0 on its line. */
function side({ from: [x1, y1], to: [x2, y2] }: Edge, [x, y]: Position): number {
  return Math.sign((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1));
}

/** How far two edges on one line lie on each other, measured along the axis on which they are longer. */
function overlap(a: Edge, b: Edge): number {
  const axis = a.east - a.west >= Math.abs(a.from[1] - a.to[1]) ? 0 : 1;
  const begin = Math.max(Math.min(a.from[axis], a.to[axis]), Math.min(b.from[axis], b.to[axis]));
  const end = Math.min(Math.max(a.from[axis], a.to[axis]), Math.max(b.from[axis], b.to[axis]));
  return end - begin;
}
