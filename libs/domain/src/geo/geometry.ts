/** A point on the earth in degrees, WGS 84. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** GeoJSON position: [longitude, latitude] in degrees (RFC 7946). */
export type Position = readonly [number, number];

/** GeoJSON Polygon (RFC 7946): the outer ring, then holes; each ring is closed. */
export interface PolygonGeometry {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly Position[])[];
}

/** GeoJSON MultiPolygon (RFC 7946). */
export interface MultiPolygonGeometry {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly Position[])[])[];
}

/** A drawn area as GeoJSON. */
export type AreaGeometry = PolygonGeometry | MultiPolygonGeometry;

/** A closed line of positions: the border of an area or of a hole in it. */
export type Ring = readonly Position[];

/** Positions of an area over all of its rings, the closing ones counted. */
export function countPositions(geometry: AreaGeometry): number {
  return ringsOf(geometry).reduce((positions, ring) => positions + ring.length, 0);
}

/** All rings of an area, outer rings and holes alike. */
export function ringsOf(geometry: AreaGeometry): readonly Ring[] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}
