import type { Condition, Criteria } from '../criteria.js';
import { at, member, readObject, refuseUnknownKeys, type JsonObject } from './json.js';
import type { ParsingContext } from './parsing-context.js';
import { readCircle } from './read-circle.js';
import { divisionCriteria, readDivisionEntries, readDivisionIds, type DivisionSets } from './read-divisions.js';
import { readShapes } from './read-shapes.js';
import { didYouMean } from './suggest.js';

/** Keys of `location`, both spellings of divisions. */
export const LOCATION_KEYS: ReadonlySet<string> = new Set([
  'included',
  'excluded',
  'includedDivisionIds',
  'excludedDivisionIds',
  'centerPoint',
  'radiusMeters',
  'includedGeoShapeIds',
  'excludedGeoShapeIds',
]);

const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['cityId', 'districtId', 'neighborhoodId'].map((key): [string, string] => [
    key.toLowerCase(),
    didYouMean(`included: [{"${key}": …}]`),
  ]),
  ...['cityIds', 'districtIds', 'neighborhoodIds', 'divisionIds'].map((key): [string, string] => [
    key.toLowerCase(),
    didYouMean('includedDivisionIds'),
  ]),
]);

/** Reads `location`: its conditions, and the nodes that must hold beside them. */
export function readLocation(
  given: unknown,
  path: string,
  context: ParsingContext,
): { conditions: readonly Condition[]; also: readonly Criteria[] } {
  const location = readObject(given, path, '{"includedDivisionIds": [1]}', context.problems);
  if (location === undefined) return { conditions: [], also: [] };
  refuseUnknownKeys(location, LOCATION_KEYS, path, context.problems, ELSEWHERE);
  const { condition, also } = divisionCriteria(
    readSide(location, 'included', path, context),
    readSide(location, 'excluded', path, context),
  );
  const conditions = [condition, readCircle(location, path, context.problems), readShapes(location, path, context)];
  return { conditions: conditions.filter((one) => one !== undefined), also };
}

function readSide(
  location: JsonObject,
  side: 'included' | 'excluded',
  path: string,
  context: ParsingContext,
): DivisionSets | undefined {
  const idsKey = `${side}DivisionIds`;
  const entries = member(location, side);
  const ids = member(location, idsKey);
  if (entries !== undefined && ids !== undefined)
    context.problems.add(at(path, side), `says the same as ${idsKey}; give only one of them`);
  const fromEntries = readDivisionEntries(entries, at(path, side), context);
  return readDivisionIds(ids, at(path, idsKey), context) ?? fromEntries;
}
