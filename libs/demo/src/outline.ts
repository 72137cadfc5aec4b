import type { Point, PolygonGeometry, Position } from '@gable/domain/geo';

export interface Disc extends Point {
  radiusKm: number;
}

const KM_PER_DEGREE = 111.195;

/** The point that lies `eastKm` and `northKm` from another; flat, good for distances of a department. */
export function offset(from: Point, eastKm: number, northKm: number): Point {
  const lat = from.lat + northKm / KM_PER_DEGREE;
  return {
    lat: round(lat, 6),
    lng: round(from.lng + eastKm / (KM_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)), 6),
  };
}

export function distanceKm(one: Point, other: Point): number {
  const north = (one.lat - other.lat) * KM_PER_DEGREE;
  const east = (one.lng - other.lng) * KM_PER_DEGREE * Math.cos((((one.lat + other.lat) / 2) * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** Places things evenly around a centre, the first ones nearest to it: the seeds of a sunflower. */
export function sunflower(center: Point, radiusKm: number, place: number, places: number): Point {
  const angle = place * Math.PI * (3 - Math.sqrt(5));
  const distance = radiusKm * Math.sqrt(place / places);
  return offset(center, distance * Math.cos(angle), distance * Math.sin(angle));
}

/** Shrinks discs that overlap until they only touch, each by its share. */
export function separate(discs: readonly Disc[]): Disc[] {
  const byLatitude = [...discs.keys()].sort((one, other) => (discs[one] as Disc).lat - (discs[other] as Disc).lat);
  const widest = Math.max(...discs.map((disc) => disc.radiusKm));
  const radii = discs.map((disc) => disc.radiusKm);
  byLatitude.forEach((at, place) => {
    const disc = discs[at] as Disc;
    for (let next = place + 1; next < byLatitude.length; next++) {
      const other = discs[byLatitude[next] as number] as Disc;
      if ((other.lat - disc.lat) * KM_PER_DEGREE > 2 * widest) break;
      const share = distanceKm(disc, other) / (disc.radiusKm + other.radiusKm);
      if (share >= 1) continue;
      radii[at] = Math.min(radii[at] as number, disc.radiusKm * share);
      radii[byLatitude[next] as number] = Math.min(radii[byLatitude[next] as number] as number, other.radiusKm * share);
    }
  });
  return discs.map((disc, at) => ({ ...disc, radiusKm: radii[at] as number }));
}

/** A hexagon whose corners lie on the disc's edge. */
export function hexagon(disc: Disc): PolygonGeometry {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (corner * Math.PI) / 3;
    return position(offset(disc, disc.radiusKm * Math.cos(angle), disc.radiusKm * Math.sin(angle)));
  });
  return ring(corners);
}

/** The smallest convex outline around others: a town's, made of its arrondissements (Andrew's monotone chain). */
export function hull(outlines: readonly PolygonGeometry[]): PolygonGeometry {
  const points = outlines
    .flatMap((outline) => outline.coordinates[0] ?? [])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return ring([...halfHull(points), ...halfHull(points.toReversed())]);
}

function halfHull(points: readonly Position[]): Position[] {
  const chain: Position[] = [];
  for (const point of points) {
    while (chain.length > 1 && turn(chain.at(-2) as Position, chain.at(-1) as Position, point) <= 0) chain.pop();
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** Above 0 for a turn to the left. */
function turn(from: Position, by: Position, to: Position): number {
  return (by[0] - from[0]) * (to[1] - from[1]) - (by[1] - from[1]) * (to[0] - from[0]);
}

function ring(corners: readonly Position[]): PolygonGeometry {
  return { type: 'Polygon', coordinates: [[...corners, corners[0] as Position]] };
}

function position(point: Point): Position {
  return [point.lng, point.lat];
}

export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
