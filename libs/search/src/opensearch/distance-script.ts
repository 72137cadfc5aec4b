import { EARTH_RADIUS_METERS } from '@gable/domain/geo';

/**
 * The haversine formula of the domain, line by line, as statements of a script: `meters` is the distance between a
 * document's `lat` and `lng` and those of the parameters. Of the numbers themselves: a geo_point is stored up to 5.2 mm
 * off, and what OpenSearch reckons with does not tell distances below some 10 cm from 0.
 */
export function distanceScript(path: string): string {
  return `
  double radians = Math.PI / 180;
  double lat = doc['${path}lat'].value;
  double sinLat = Math.sin((lat - params.lat) * radians / 2);
  double sinLng = Math.sin((doc['${path}lng'].value - params.lng) * radians / 2);
  double h = sinLat * sinLat + Math.cos(params.lat * radians) * Math.cos(lat * radians) * sinLng * sinLng;
  double meters = 2 * ${EARTH_RADIUS_METERS} * Math.asin(Math.sqrt(Math.min(1, h)));`;
}
