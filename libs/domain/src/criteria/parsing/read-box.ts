import type { GeoBox } from '../../geo/geo-box.js';
import { at, member, readObject, refuseUnknownKeys } from '../../parsing/json.js';
import { didYouMean } from '../../parsing/suggest.js';
import { type Parsed, ViolationList } from '../../parsing/violations.js';
import type { BoxCondition } from '../criteria.js';
import { DEFAULT_CRITERIA_LIMITS } from './parsing-context.js';
import { readDegrees } from './read-degrees.js';

const SIDES: readonly (readonly [side: keyof GeoBox, most: number])[] = [
  ['north', 90],
  ['south', 90],
  ['east', 180],
  ['west', 180],
];
const KEYS: ReadonlySet<string> = new Set(SIDES.map(([side]) => side));
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({ top: 'north', bottom: 'south', right: 'east', left: 'west' }).map(([key, side]) => [
    key,
    didYouMean(side),
  ]),
);
const FORM = '{"north": 48.9, "south": 48.8, "east": 2.4, "west": 2.3}';

/** Reads a box: all four sides, the south not above the north. West of its east or across the 180th meridian. */
export function readBox(given: unknown, path: string, violations: ViolationList): BoxCondition | undefined {
  const box = readObject(given, path, FORM, violations);
  if (box === undefined) return undefined;
  refuseUnknownKeys(box, KEYS, path, violations, ELSEWHERE);
  const [north, south, east, west] = SIDES.map(([side, most]) => {
    const degrees = member(box, side);
    if (degrees === undefined)
      return violations.add(at(path, side), `is missing: a box has four sides, such as ${FORM}`);
    return readDegrees(degrees, at(path, side), most, violations);
  });
  if (north === undefined || south === undefined || east === undefined || west === undefined) return undefined;
  if (south > north) return violations.add(at(path, 'south'), `is north of north (${south} > ${north})`);
  return { kind: 'box', north, south, east, west };
}

/** Reads a box that has to be there. Never throws. */
export function parseBox(given: unknown, path: string): Parsed<BoxCondition> {
  const violations = new ViolationList(DEFAULT_CRITERIA_LIMITS.maxViolations);
  if (given === undefined || given === null)
    violations.add(path, `is missing; it says what is in view, such as ${FORM}`);
  const value = readBox(given, path, violations);
  return value === undefined || !violations.isEmpty ? { ok: false, violations: violations.list } : { ok: true, value };
}
