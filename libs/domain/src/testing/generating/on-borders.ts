import { EARTH_RADIUS_METERS } from '../../geo/distance.js';
import type { Point, Position, Ring } from '../../geo/geometry.js';
import { parseArea } from '../../geo/parse-area.js';
import type { SeededRandom } from './seeded-random.js';

/** West, south, east, north. */
export function rectangle(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** A ring of corners as people draw and programs write them: digits of a metre, of a centimetre, all of them. */
export function someOutline(random: SeededRandom, corners: number, degrees: number): Ring {
  for (;;) {
    const ring = Array.from({ length: corners }, (_, n): Position => {
      const angle = (2 * Math.PI * n) / corners;
      const radius = degrees * (0.6 + 0.4 * random.next());
      const steps = 10 ** random.pick([5, 7, 12]);
      return [
        Math.round((2 + radius * Math.cos(angle)) * steps) / steps,
        Math.round((48 + radius * Math.sin(angle)) * steps) / steps,
      ];
    });
    const closed = [...ring, ring[0]!];
    if (parseArea({ type: 'Polygon', coordinates: [closed] }).ok) return closed;
  }
}

/**
 * Its corners, and of edges along a parallel or a meridian the middles: no rounding puts them beside the border. None
 * of edges that are nearly a parallel, on which PostgreSQL may say either.
 */
export function pointsOn(ring: Ring): Point[] {
  const edges = ring.slice(1).map((to, n) => [ring[n]!, to] as const);
  return edges.flatMap(([from, to], n) => {
    const next = edges[(n + 1) % edges.length]!;
    if (isNearlyParallel(from, to) || isNearlyParallel(...next)) return [];
    const corner = { lng: to[0], lat: to[1] };
    const isStraight = from[0] === to[0] || from[1] === to[1];
    return isStraight ? [corner, { lng: (from[0] + to[0]) / 2, lat: (from[1] + to[1]) / 2 }] : [corner];
  });
}

function isNearlyParallel(from: Position, to: Position): boolean {
  const [east, north] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  return north > 0 && north < east / 2_000;
}

/** The middle of each edge, and what lies from the last digit of a number to five centimetres beside it. */
export function pointsBeside(ring: Ring, random: SeededRandom): Point[] {
  const step = Math.ceil(ring.length / 40);
  return ring.slice(1).flatMap(([lng, lat], n) => {
    if (n % step > 0) return [];
    const [x, y] = ring[n]!;
    return around({ lng: (lng + x) / 2, lat: (lat + y) / 2 }, random);
  });
}

/** A point and some beside it, on the earth. */
export function around(point: Point, random: SeededRandom): Point[] {
  const moved = (degrees: number) => random.pick(MOVES)(degrees);
  const beside = Array.from({ length: 4 }, () => ({ lat: moved(point.lat), lng: moved(point.lng) }));
  return [point, ...beside].filter(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);
}

const MOVES: readonly ((degrees: number) => number)[] = [
  (degrees) => degrees,
  (degrees) => nextNumber(degrees, 1n),
  (degrees) => nextNumber(degrees, -1n),
  ...[3e-8, -3e-8, 2e-7, -2e-7, 4.5e-7, -4.5e-7].map((by) => (degrees: number) => degrees + by),
];

/** The number after or before another; after 0 comes what degrees are not snapped to it (`snapToZero`). */
function nextNumber(value: number, by: bigint): number {
  if (value === 0) return Number(by) * 2e-9;
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0] = bits[0]! + (value > 0 ? by : -by);
  return new Float64Array(bits.buffer)[0]!;
}

/** The place in a direction from a centre (radians from north), so many metres away. */
export function placeAway({ lat, lng }: Point, meters: number, direction: number): Point {
  const [angle, latitude] = [Math.max(0, meters) / EARTH_RADIUS_METERS, lat * (Math.PI / 180)];
  const sin = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(direction);
  const turned = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sin,
  );
  const away = lng + turned * (180 / Math.PI);
  const wrapped = away > 180 ? away - 360 : away < -180 ? away + 360 : away;
  return { lat: Math.asin(Math.max(-1, Math.min(1, sin))) * (180 / Math.PI), lng: wrapped };
}
