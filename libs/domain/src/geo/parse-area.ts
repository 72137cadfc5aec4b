import { at } from '../parsing/json.js';
import type { Parsed } from '../parsing/violations.js';
import { snapToZero } from './degrees.js';
import type { AreaGeometry, Position, Ring } from './geometry.js';
import { RingNesting } from './ring-nesting.js';
import { crossingOf, doubledArea } from './simple-rings.js';

/** Positions of a drawn area, over all of its rings. */
export const MAX_AREA_POSITIONS = 5_000;

/**
 * Reads a GeoJSON Polygon or MultiPolygon (RFC 7946): longitude before latitude, rings closed and simple, holes
 * inside, parts apart, at most MAX_AREA_POSITIONS positions. Altitudes are dropped. Never throws; reports the first
 * thing that is wrong, at a path such as `geometry.coordinates[0][3]`, since the rest follows from it.
 */
export function parseArea(input: unknown, path = 'geometry'): Parsed<AreaGeometry> {
  try {
    return { ok: true, value: readArea(input, path) };
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, violations: [{ propertyPath: error.path, message: error.message }] };
    throw error;
  }
}

/** Carries the first violation out of nested lists. */
class Refusal extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

const MEMBERS = new Set(['type', 'coordinates', 'bbox']);

function readArea(input: unknown, path: string): AreaGeometry {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Refusal(path, 'expects a GeoJSON Polygon or MultiPolygon');
  const { type, coordinates, bbox } = input as Record<string, unknown>;
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    throw new Refusal(at(path, 'type'), 'expects "Polygon" or "MultiPolygon"');
  const stranger = Object.keys(input).find((key) => !MEMBERS.has(key));
  if (stranger !== undefined)
    throw new Refusal(
      at(path, stranger.slice(0, 40)),
      'is no member of a GeoJSON geometry; known here: type, coordinates, bbox',
    );
  if (bbox !== undefined && !(Array.isArray(bbox) && bbox.every(Number.isFinite)))
    throw new Refusal(at(path, 'bbox'), 'expects a list of numbers, or nothing: the positions say where the area is');
  const list = at(path, 'coordinates');
  const budget = { positions: MAX_AREA_POSITIONS };
  if (type === 'Polygon') return { type, coordinates: readPolygon(coordinates, list, budget) };
  const parts = listOf(coordinates, list, 'polygons').map((part, i) => readPolygon(part, `${list}[${i}]`, budget));
  refuseOverlap(parts, list);
  return { type, coordinates: parts };
}

const ENCLOSES_NOTHING =
  'encloses nothing: a ring has at least three corners that are not on one line, and the first again';

type Budget = { positions: number };

function readPolygon(input: unknown, path: string, budget: Budget): Ring[] {
  const rings = listOf(input, path, 'rings').map((ring, i) => readRing(ring, `${path}[${i}]`, budget));
  const crossing = crossingOf(rings);
  if (crossing !== undefined) throw new Refusal(`${path}[${crossing.ring}]`, crossing.reason);
  rings.forEach((ring, i) => {
    if (doubledArea(ring) === 0) throw new Refusal(`${path}[${i}]`, ENCLOSES_NOTHING);
  });
  const nesting = new RingNesting(rings);
  for (let hole = 1; hole < rings.length; hole += 1) {
    const around = nesting.around(hole);
    if (!around.includes(0)) throw new Refusal(`${path}[${hole}]`, 'is a hole outside of the first ring');
    if (around.length > 1) throw new Refusal(`${path}[${hole}]`, 'is a hole inside another hole');
  }
  return rings;
}

function readRing(input: unknown, path: string, budget: Budget): Ring {
  const positions = listOf(input, path, 'positions');
  budget.positions -= positions.length;
  if (budget.positions < 0)
    throw new Refusal(path, `is more than fits: an area has at most ${MAX_AREA_POSITIONS} positions`);
  const ring = positions.map((position, i) => readPosition(position, `${path}[${i}]`));
  const [first, last] = [ring[0] as Position, ring[ring.length - 1] as Position];
  if (first[0] !== last[0] || first[1] !== last[1])
    throw new Refusal(path, 'is not closed: the last position has to be the first again');
  if (ring.length < 4) throw new Refusal(path, ENCLOSES_NOTHING);
  return ring;
}

function readPosition(input: unknown, path: string): Position {
  if (
    !Array.isArray(input) ||
    input.length < 2 ||
    input.length > 3 ||
    !input.every((degrees) => typeof degrees === 'number')
  ) {
    throw new Refusal(path, 'expects [longitude, latitude] in degrees');
  }
  const [lng, lat] = input as [number, number];
  if (!(Math.abs(lng) <= 180)) throw new Refusal(`${path}[0]`, `expects a longitude from -180 to 180, got ${lng}`);
  if (!(Math.abs(lat) <= 90))
    throw new Refusal(`${path}[1]`, `expects a latitude from -90 to 90, got ${lat}; longitude comes first`);
  return [snapToZero(lng), snapToZero(lat)];
}

/**
 * Parts that overlap would leave out what lies in two of them (even-odd rule). A part in the hole of another is apart
 * from it.
 */
function refuseOverlap(parts: readonly (readonly Ring[])[], path: string): void {
  const rings = parts.flat();
  const partOf = parts.flatMap((part, i) => part.map(() => i));
  const crossing = crossingOf(rings);
  if (crossing !== undefined)
    throw new Refusal(`${path}[${partOf[crossing.ring]!}]`, `overlaps another part: ${crossing.reason}`);
  const nesting = new RingNesting(rings);
  parts.forEach((_, part) => {
    const around = nesting.around(partOf.indexOf(part)).filter((ring) => partOf[ring] !== part);
    if (around.length % 2 === 1) throw new Refusal(`${path}[${part}]`, 'lies inside another part');
  });
}

function listOf(input: unknown, path: string, what: string): readonly unknown[] {
  if (!Array.isArray(input) || input.length === 0) throw new Refusal(path, `expects a list of ${what}`);
  return input as readonly unknown[];
}
