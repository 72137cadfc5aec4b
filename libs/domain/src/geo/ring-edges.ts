import type { Position, Ring } from './geometry.js';

/** An edge of a ring. */
export interface Edge {
  readonly ring: number;
  /** Place within its ring, and how many edges that has: neighbours share a corner. */
  readonly place: number;
  readonly of: number;
  readonly from: Position;
  readonly to: Position;
  /** Its western end, of an upright edge the southern one, and the other. */
  readonly west: Position;
  readonly east: Position;
}

/** The edges of a ring in their order; a corner that repeats the one before makes none. */
export function edgesOf(ring: Ring, ringPlace: number): Edge[] {
  const corners = ring.filter(([x, y], i) => i === 0 || x !== ring[i - 1]![0] || y !== ring[i - 1]![1]);
  return corners.slice(1).map((to, place) => {
    const from = corners[place] as Position;
    const runsEast = from[0] < to[0] || (from[0] === to[0] && from[1] < to[1]);
    const [west, east] = runsEast ? [from, to] : [to, from];
    return { ring: ringPlace, place, of: corners.length - 1, from, to, west, east };
  });
}

/** Whether an edge that begins further east than another does so north of it; on it, its end decides. */
export function isAbove({ west, east }: Edge, other: Edge): boolean {
  return (side(other.west, other.east, west) || side(other.west, other.east, east)) > 0;
}

/** Whether an edge ends north of another that has begun and not ended. */
export function endsAbove({ east }: Edge, other: Edge): boolean {
  return side(other.west, other.east, east) > 0;
}

/** Edges of one ring may share nothing but the corner of neighbours; edges of two rings may touch in a point. */
export function meet(a: Edge, b: Edge): boolean {
  if (
    Math.max(a.from[1], a.to[1]) < Math.min(b.from[1], b.to[1]) ||
    Math.max(b.from[1], b.to[1]) < Math.min(a.from[1], a.to[1])
  )
    return false;
  const sides = [
    side(a.from, a.to, b.from),
    side(a.from, a.to, b.to),
    side(b.from, b.to, a.from),
    side(b.from, b.to, a.to),
  ] as const;
  if (sides.every((each) => each === 0)) return overlap(a, b) > 0;
  const crosses = sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0;
  if (crosses || a.ring !== b.ring || areNeighbours(a, b)) return crosses;
  return sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0;
}

function areNeighbours(a: Edge, b: Edge): boolean {
  const apart = Math.abs(a.place - b.place);
  return apart === 1 || apart === a.of - 1;
}

/** 1 left of the way from one place to another, -1 right of it, 0 on its line. */
function side([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position): number {
  return Math.sign((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1));
}

/** How far two edges on one line lie on each other, measured along the axis on which they are longer. */
function overlap(a: Edge, b: Edge): number {
  const axis = a.east[0] - a.west[0] >= Math.abs(a.from[1] - a.to[1]) ? 0 : 1;
  const begin = Math.max(Math.min(a.from[axis], a.to[axis]), Math.min(b.from[axis], b.to[axis]));
  const end = Math.min(Math.max(a.from[axis], a.to[axis]), Math.max(b.from[axis], b.to[axis]));
  return end - begin;
}
