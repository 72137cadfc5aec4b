export { oneMeridian } from './degrees.js';
export { type BoundingBox, boundingBoxOfArea, boundingBoxOfCircle } from './bounding-box.js';
export { type GeoBox, type LongitudeRange, geoBoxContains, longitudeRanges } from './geo-box.js';
export { EARTH_RADIUS_METERS, distanceMeters } from './distance.js';
export {
  type AreaGeometry,
  type MultiPolygonGeometry,
  type Point,
  type PolygonGeometry,
  type Position,
  type Ring,
  countPositions,
  ringsOf,
} from './geometry.js';
export {
  boxOfTile,
  DEEPEST_TILE_ZOOM,
  keyOfTile,
  mapKeyAt,
  mapKeyOf,
  placeInTile,
  type Tile,
  tileOf,
  tileOfKey,
  tilesOf,
  tilesTouched,
  tilesWithin,
} from './map-tiles.js';
export { MAX_AREA_POSITIONS, parseArea } from './parse-area.js';
export { simplifyArea } from './simplify-area.js';
export { pointInArea } from './point-in-area.js';
