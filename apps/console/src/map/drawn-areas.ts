import type { Feature, FeatureCollection, Polygon } from 'geojson';
import type { Schema } from '../client/api.js';
import { statedIn } from '../criteria/stated-conditions.js';
import { listAt, type CriteriaNode } from '../criteria/node-path.js';

const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;
const CORNERS = 72;

export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMeters: number;
}

/** The circle of a node itself, where it has one. */
export function circleOf(criteria: CriteriaNode): Circle | undefined {
  const { centerPoint, radiusMeters } = statedIn(criteria, 'circle') ?? {};
  const { latitude, longitude } = (centerPoint ?? {}) as Partial<Circle>;
  if (![latitude, longitude, radiusMeters].every(Number.isFinite)) return undefined;
  return { latitude, longitude, radiusMeters } as Circle;
}

/** Ids of the drawn areas that a node itself names. */
export function shapeIdsOf(criteria: CriteriaNode): readonly string[] {
  return listAt(statedIn(criteria, 'shapes') ?? {}, 'includedGeoShapeIds');
}

/** What is drawn on the map: areas and a circle. */
export function drawnFeatures(shapes: readonly Schema<'Shape'>[], circle: Circle | undefined): FeatureCollection {
  const features = shapes.map(({ geometry }): Feature => ({
    type: 'Feature',
    properties: {},
    geometry: geometry as Feature['geometry'],
  }));
  if (circle !== undefined) features.push({ type: 'Feature', properties: {}, geometry: ringAround(circle) });
  return { type: 'FeatureCollection', features };
}

/** The circle that terra-draw made as a polygon: its middle, and the way to its border. */
export function circleFrom({ coordinates: [ring = []] }: Polygon): Circle {
  const corners = ring.slice(0, -1);
  const [lngs, lats] = [corners.map(([lng]) => lng!), corners.map(([, lat]) => lat!)];
  const middle = (values: readonly number[]) => round((Math.min(...values) + Math.max(...values)) / 2);
  const center = { latitude: middle(lats), longitude: middle(lngs) };
  const top = { latitude: Math.max(...lats), longitude: center.longitude };
  return { ...center, radiusMeters: Math.max(1, Math.round(distanceMeters(center, top))) };
}

function ringAround({ latitude, longitude, radiusMeters }: Circle): Polygon {
  const reach = radiusMeters / EARTH_RADIUS_METERS;
  const lat = latitude * RADIANS;
  const ring = Array.from({ length: CORNERS }, (_, n): [number, number] => {
    const bearing = (2 * Math.PI * n) / CORNERS;
    const other = Math.asin(Math.sin(lat) * Math.cos(reach) + Math.cos(lat) * Math.sin(reach) * Math.cos(bearing));
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(reach) * Math.cos(lat),
      Math.cos(reach) - Math.sin(lat) * Math.sin(other),
    );
    return [longitude + east / RADIANS, other / RADIANS];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

type Place = Pick<Circle, 'latitude' | 'longitude'>;

function distanceMeters(one: Place, other: Place): number {
  const [lat, otherLat] = [one.latitude * RADIANS, other.latitude * RADIANS];
  const half = Math.sin((otherLat - lat) / 2) ** 2;
  const aside = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(half + Math.cos(lat) * Math.cos(otherLat) * aside));
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
