import { withoutDust } from '../../geo/degrees.js';
import type { Point } from '../../geo/geometry.js';
import type { CircleCondition } from '../criteria.js';
import { at, isJsonObject, member, refuseUnknownKeys, type JsonObject } from './json.js';
import type { Problems } from './problems.js';
import { show } from './show.js';

const LATITUDE_KEYS = ['latitude', 'lat'] as const;
const LONGITUDE_KEYS = ['longitude', 'lng', 'lon'] as const;
const POINT_KEYS: ReadonlySet<string> = new Set([...LATITUDE_KEYS, ...LONGITUDE_KEYS]);

/** Longest `centerPoint` string that is parsed: a pair at full precision needs about 80 characters. */
const LONGEST_POINT = 1_000;

/** Reads `centerPoint` and `radiusMeters`; one without the other is a violation. */
export function readCircle(location: JsonObject, path: string, problems: Problems): CircleCondition | undefined {
  const centerPath = at(path, 'centerPoint');
  const radiusPath = at(path, 'radiusMeters');
  const given = member(location, 'centerPoint');
  const radius = member(location, 'radiusMeters');
  if (given !== undefined && radius === undefined) problems.add(radiusPath, 'is missing: centerPoint needs it');
  if (given === undefined && radius !== undefined) problems.add(centerPath, 'is missing: radiusMeters needs it');
  const center = given === undefined ? undefined : readPoint(given, centerPath, problems);
  const radiusMeters = radius === undefined ? undefined : readRadius(radius, radiusPath, problems);
  return center === undefined || radiusMeters === undefined ? undefined : { kind: 'circle', center, radiusMeters };
}

function readPoint(given: unknown, path: string, problems: Problems): Point | undefined {
  const pair = typeof given === 'string' ? parsePair(given) : given;
  if (!isJsonObject(pair)) {
    return problems.add(
      path,
      `expects a pair such as {"latitude": 48.8566, "longitude": 2.3522}, as an object or as JSON in a string, got ${show(given)}`,
    );
  }
  refuseUnknownKeys(pair, POINT_KEYS, path, problems);
  const lat = readDegrees(pair, LATITUDE_KEYS, 90, path, problems);
  const lng = readDegrees(pair, LONGITUDE_KEYS, 180, path, problems);
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function parsePair(text: string): unknown {
  if (text.length > LONGEST_POINT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readDegrees(
  pair: JsonObject,
  keys: readonly string[],
  most: number,
  path: string,
  problems: Problems,
): number | undefined {
  const [key, other] = keys.filter((name) => member(pair, name) !== undefined);
  if (key === undefined) return problems.add(path, `has no ${keys[0]}`);
  if (other !== undefined) return problems.add(at(path, other), `says the same as ${key}; give only one of them`);
  const value = member(pair, key);
  if (typeof value !== 'number' || !(Math.abs(value) <= most))
    return problems.add(at(path, key), `expects degrees from -${most} to ${most}, got ${show(value)}`);
  return withoutDust(value);
}

function readRadius(value: unknown, path: string, problems: Problems): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= Number.MAX_SAFE_INTEGER)
    return value;
  return problems.add(path, `expects a number of metres above 0, got ${show(value)}`);
}
