import { WHOLE_NUMBER_FIELDS, type RangeCondition, type RangeField } from '../criteria.js';
import { at, member, readBoolean, readObject, refuseUnknownKeys, type JsonObject } from './json.js';
import type { Problems } from './problems.js';
import { show } from './show.js';

/** Keys of a range, both spellings of its bounds. */
export const RANGE_KEYS: ReadonlySet<string> = new Set(['min', 'max', 'gte', 'lte', 'allowNull']);

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

/** Reads a range whose keys are all its own. No bound is no condition. */
export function readRange(
  field: RangeField,
  value: unknown,
  path: string,
  problems: Problems,
  elsewhere?: ReadonlyMap<string, string>,
): RangeCondition | undefined {
  const object = readObject(value, path, '{"min": 1, "max": 2}', problems);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, RANGE_KEYS, path, problems, elsewhere);
  return readBounds(field, object, path, problems);
}

/** Reads the bounds of a range from an object that may hold other things as well. */
export function readBounds(
  field: RangeField,
  object: JsonObject,
  path: string,
  problems: Problems,
): RangeCondition | undefined {
  const mixed =
    ['min', 'max'].some((key) => member(object, key) !== undefined) &&
    ['gte', 'lte'].find((key) => member(object, key) !== undefined);
  if (mixed) problems.add(at(path, mixed), 'is another spelling of min and max; use either min and max or gte and lte');
  const [lower, upper] =
    member(object, 'gte') === undefined && member(object, 'lte') === undefined ? ['min', 'max'] : ['gte', 'lte'];
  const min = readBound(field, member(object, lower), at(path, lower), problems);
  const max = readBound(field, member(object, upper), at(path, upper), problems);
  const allowNull = readBoolean(member(object, 'allowNull'), at(path, 'allowNull'), problems) ?? false;
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max)
    return problems.add(at(path, lower), `must not be above ${upper}, got ${min} and ${max}`);
  return { kind: 'range', field, min: min ?? null, max: max ?? null, allowNull };
}

function readBound(field: RangeField, value: unknown, path: string, problems: Problems): number | undefined {
  if (value === undefined) return undefined;
  const whole = WHOLE_NUMBER_FIELDS.has(field);
  if (typeof value !== 'number')
    return problems.add(path, `expects a ${whole ? 'whole number' : 'number'}, got ${show(value)}`);
  if (!Number.isFinite(value)) return problems.add(path, `expects a finite number, got ${show(value)}`);
  if (whole && !Number.isInteger(value)) return problems.add(path, `expects a whole number, got ${value}`);
  if (whole && (value < INT32_MIN || value > INT32_MAX))
    return problems.add(path, `expects a whole number from ${INT32_MIN} to ${INT32_MAX}, got ${value}`);
  // Beyond 2^53 JSON numbers are silently rounded: what arrives may not be what was sent.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return problems.add(path, `expects a number of at most ${Number.MAX_SAFE_INTEGER} either way, got ${value}`);
  return value === 0 ? 0 : value; // -0 is 0
}
