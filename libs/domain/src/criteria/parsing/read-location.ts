import { countPositions, type Point } from '../../geo/geometry.js';
import {
  at,
  filledMember,
  isJsonObject,
  type JsonObject,
  member,
  readList,
  readObject,
  refuseUnknownKeys,
  show,
} from '../../parsing/json.js';
import { isUuid } from '../../values/uuid.js';
import { didYouMean } from '../../parsing/suggest.js';
import type { ViolationList } from '../../parsing/violations.js';
import type { CircleCondition, Condition, Criteria, Shape, ShapeCondition } from '../criteria.js';
import { LOCATION_KEYS } from './known-names.js';
import type { ParsingContext } from './parsing-context.js';
import { readBox } from './read-box.js';
import { readDegrees } from './read-degrees.js';
import { divisionCriteria, type DivisionSets, readDivisionEntries, readDivisionIds } from './read-divisions.js';

const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['cityId', 'districtId', 'neighborhoodId'].map((key): [string, string] => [
    key.toLowerCase(),
    didYouMean(`included: [{"${key}": …}]`),
  ]),
  ...['cityIds', 'districtIds', 'neighborhoodIds', 'divisionIds'].map((key): [string, string] => [
    key.toLowerCase(),
    didYouMean('includedDivisionIds'),
  ]),
  ...['bbox', 'bounds', 'box'].map((key): [string, string] => [key, didYouMean('boundingBox')]),
  ['center', didYouMean('centerPoint')],
  ['radius', didYouMean('radiusMeters')],
]);

/** Reads `location`: its conditions, and the nodes that must hold beside them. */
export function readLocation(
  given: unknown,
  path: string,
  context: ParsingContext,
): { conditions: readonly Condition[]; also: readonly Criteria[] } {
  const location = readObject(given, path, '{"includedDivisionIds": [1]}', context.violations);
  if (location === undefined) return { conditions: [], also: [] };
  refuseUnknownKeys(location, LOCATION_KEYS, path, context.violations, ELSEWHERE);
  const { condition, also } = divisionCriteria(
    readSide(location, 'included', path, context),
    readSide(location, 'excluded', path, context),
  );
  const conditions = [
    condition,
    readCircle(location, path, context.violations),
    readBox(member(location, 'boundingBox'), at(path, 'boundingBox'), context.violations),
    readShapes(location, path, context),
  ];
  return { conditions: conditions.filter((one) => one !== undefined), also };
}

function readSide(
  location: JsonObject,
  side: 'included' | 'excluded',
  path: string,
  context: ParsingContext,
): DivisionSets | undefined {
  const idsKey = `${side}DivisionIds`;
  const stated = side === 'excluded' ? filledMember : member;
  const entries = stated(location, side);
  const ids = stated(location, idsKey);
  if (entries !== undefined && ids !== undefined)
    context.violations.add(at(path, side), `says the same as ${idsKey}; give only one of them`);
  const fromEntries = readDivisionEntries(entries, at(path, side), context);
  return readDivisionIds(ids, at(path, idsKey), context) ?? fromEntries;
}

const LATITUDE_KEYS = ['latitude', 'lat'] as const;
const LONGITUDE_KEYS = ['longitude', 'lng', 'lon'] as const;
const POINT_KEYS: ReadonlySet<string> = new Set([...LATITUDE_KEYS, ...LONGITUDE_KEYS]);

/** Longest `centerPoint` string that is parsed: a pair at full precision needs about 80 characters. */
const LONGEST_POINT = 1_000;

/** Reads `centerPoint` and `radiusMeters`; one without the other is a violation. */
export function readCircle(location: JsonObject, path: string, violations: ViolationList): CircleCondition | undefined {
  const centerPath = at(path, 'centerPoint');
  const radiusPath = at(path, 'radiusMeters');
  const given = member(location, 'centerPoint');
  const radius = member(location, 'radiusMeters');
  if (given !== undefined && radius === undefined) violations.add(radiusPath, 'is missing: centerPoint needs it');
  if (given === undefined && radius !== undefined) violations.add(centerPath, 'is missing: radiusMeters needs it');
  const center = given === undefined ? undefined : readPoint(given, centerPath, violations);
  const radiusMeters = radius === undefined ? undefined : readRadius(radius, radiusPath, violations);
  return center === undefined || radiusMeters === undefined ? undefined : { kind: 'circle', center, radiusMeters };
}

/** Reads a pair of degrees in any of its spellings. */
export function readPoint(given: unknown, path: string, violations: ViolationList): Point | undefined {
  const pair = typeof given === 'string' ? parsePair(given) : given;
  if (Array.isArray(pair) && pair.length === 2) {
    const lat = readDegrees(pair[0], `${path}[0]`, 90, violations);
    const lng = readDegrees(pair[1], `${path}[1]`, 180, violations);
    return lat === undefined || lng === undefined ? undefined : { lat, lng };
  }
  if (!isJsonObject(pair)) {
    return violations.add(
      path,
      'expects a pair such as {"latitude": 48.8566, "longitude": 2.3522} or [48.8566, 2.3522], latitude first, as ' +
        `such or as JSON in a string, got ${show(given)}`,
    );
  }
  refuseUnknownKeys(pair, POINT_KEYS, path, violations);
  const lat = readNamedDegrees(pair, LATITUDE_KEYS, 90, path, violations);
  const lng = readNamedDegrees(pair, LONGITUDE_KEYS, 180, path, violations);
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

function readNamedDegrees(
  pair: JsonObject,
  keys: readonly string[],
  most: number,
  path: string,
  violations: ViolationList,
): number | undefined {
  const [key, other] = keys.filter((name) => member(pair, name) !== undefined);
  if (key === undefined) return violations.add(path, `has no ${keys[0]}`);
  if (other !== undefined) return violations.add(at(path, other), `says the same as ${key}; give only one of them`);
  return readDegrees(member(pair, key), at(path, key), most, violations);
}

function readRadius(value: unknown, path: string, violations: ViolationList): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= Number.MAX_SAFE_INTEGER)
    return value;
  const most = typeof value === 'number' && value > 0 ? ` and at most ${Number.MAX_SAFE_INTEGER}` : '';
  return violations.add(path, `expects a number of metres above 0${most}, got ${show(value)}`);
}

/** The id of a shape in the one spelling it is stored under; undefined for what is no UUID. */
export function shapeIdOf(given: unknown): string | undefined {
  return typeof given === 'string' && isUuid(given) ? given.toLowerCase() : undefined;
}

/** Reads `includedGeoShapeIds` and `excludedGeoShapeIds` and puts the geometries in. */
export function readShapes(location: JsonObject, path: string, context: ParsingContext): ShapeCondition | undefined {
  const included = readShapeList(member(location, 'includedGeoShapeIds'), at(path, 'includedGeoShapeIds'), context);
  const excluded = readShapeList(
    filledMember(location, 'excludedGeoShapeIds'),
    at(path, 'excludedGeoShapeIds'),
    context,
  );
  return included === null && excluded === null ? undefined : { kind: 'shape', included, excluded };
}

function readShapeList(given: unknown, path: string, context: ParsingContext): readonly Shape[] | null {
  const list = readList(given, path, context.limits.maxSetSize, context.violations);
  const shapes = new Map<string, Shape>();
  list?.forEach((entry, place) => {
    const shape = readShape(entry, `${path}[${place}]`, context);
    if (shape !== undefined) shapes.set(shape.id, shape);
  });
  return shapes.size === 0 ? null : [...shapes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readShape(given: unknown, path: string, context: ParsingContext): Shape | undefined {
  const { places, violations } = context;
  const id = shapeIdOf(given);
  if (id === undefined) return violations.add(path, `expects the id of a stored shape, a UUID, got ${show(given)}`);
  const geometry = places.shape?.(id);
  const positions = places.positionsOfShape?.(id) ?? (geometry && countPositions(geometry));
  if (positions === undefined) return violations.add(path, `unknown shape ${id}`);
  if (!takePositions(positions, path, context)) return undefined;
  if (geometry !== undefined) return { id, geometry };
  context.budget.unloaded ??= path;
  return undefined;
}

/** Whether the tree may name a shape of so many positions. Only the reference that crosses the limit is a violation. */
function takePositions(positions: number, path: string, { budget, limits, violations }: ParsingContext): boolean {
  if (budget.positions < 0) return false;
  budget.positions -= positions;
  if (budget.positions >= 0) return true;
  violations.add(
    path,
    `takes the shapes of these criteria beyond ${limits.maxPositions} positions, each counted as often as it is ` +
      'named; name fewer or simpler shapes',
  );
  return false;
}
