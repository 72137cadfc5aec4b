import type { Position, Ring } from './geometry.js';
import { edgesOf, endsAbove, isAbove, meet, type Edge } from './ring-edges.js';

/** Why rings do not make an area: which ring, in words, and where. */
export interface RingTrouble {
  /** Place of the ring in the list. */
  readonly ring: number;
  readonly reason: string;
}

/**
 * A ring that crosses or touches itself, or crosses another; undefined where all are simple and apart. Edges are
 * straight in degrees.
 *
 * A sweep from west to east (Shamos and Hoey, 1976) keeps the edges above the place it has come to in their order from
 * south to north. Edges that meet become neighbours in that order before they do, so an edge is compared with its
 * neighbours alone: n positions cost n log n, whatever they draw.
 */
export function crossingOf(rings: readonly Ring[]): RingTrouble | undefined {
  const edges = rings.flatMap(edgesOf);
  const corner = repeatedCorner(edges);
  if (corner !== undefined) return troubleAt(corner, corner);
  const inOrder: Edge[] = [];
  for (const { edge, begins } of eventsOf(edges)) {
    const trouble = begins ? begin(edge, inOrder) : end(edge, inOrder);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

/** Where edges begin and end, from west to east. What ends in a place goes before what begins there. */
function eventsOf(edges: readonly Edge[]): { readonly edge: Edge; readonly begins: boolean; readonly at: Position }[] {
  return edges
    .flatMap((edge) => [
      { edge, begins: true, at: edge.west },
      { edge, begins: false, at: edge.east },
    ])
    .sort((a, b) => compare(a.at, b.at) || Number(a.begins) - Number(b.begins));
}

function begin(edge: Edge, inOrder: Edge[]): RingTrouble | undefined {
  const place = firstAbove(inOrder, (other) => isAbove(edge, other));
  inOrder.splice(place, 0, edge);
  return troubleBetween(inOrder[place - 1], edge) ?? troubleBetween(edge, inOrder[place + 1]);
}

function end(edge: Edge, inOrder: Edge[]): RingTrouble | undefined {
  // Several may end in one place, so its neighbours are looked at too.
  const near = firstAbove(inOrder, (other) => endsAbove(edge, other));
  const found = [near, near - 1, near + 1].find((place) => inOrder[place] === edge);
  const place = found ?? inOrder.indexOf(edge);
  inOrder.splice(place, 1);
  return troubleBetween(inOrder[place - 1], inOrder[place]);
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

/** From west to east, from south to north where that is equal. */
function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** The first place in order whose edge nothing is above. */
function firstAbove(inOrder: readonly Edge[], isAboveOther: (other: Edge) => boolean): number {
  let [from, to] = [0, inOrder.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isAboveOther(inOrder[middle]!)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function troubleBetween(one: Edge | undefined, other: Edge | undefined): RingTrouble | undefined {
  if (one === undefined || other === undefined || !meet(one, other)) return undefined;
  return one.ring > other.ring || (one.ring === other.ring && one.place > other.place)
    ? troubleAt(one, other)
    : troubleAt(other, one);
}

/** A corner that its ring comes to twice: no two edges that meet there are above one place. */
function repeatedCorner(edges: readonly Edge[]): Edge | undefined {
  const byCorner = [...edges].sort((a, b) => compare(a.from, b.from) || a.ring - b.ring);
  return byCorner.find((edge, n) => {
    const before = byCorner[n - 1];
    return before !== undefined && before.ring === edge.ring && compare(before.from, edge.from) === 0;
  });
}

function troubleAt(later: Edge, other: Edge): RingTrouble {
  const [longitude, latitude] = later.from;
  const where = `near longitude ${longitude}, latitude ${latitude}`;
  return {
    ring: later.ring,
    reason: later.ring === other.ring ? `crosses or touches itself ${where}` : `crosses another ring ${where}`,
  };
}
