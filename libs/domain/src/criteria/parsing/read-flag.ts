import type { FlagCondition, FlagField } from '../criteria.js';
import { at, member, readBoolean, readObject, refuseUnknownKeys } from './json.js';
import type { Problems } from './problems.js';

const FLAG_KEYS: ReadonlySet<string> = new Set(['value', 'allowNull']);

/** Reads a flag `{value, allowNull}`. No value is no condition. */
export function readFlag(
  field: FlagField,
  given: unknown,
  path: string,
  problems: Problems,
): FlagCondition | undefined {
  const object = readObject(given, path, '{"value": true}', problems);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, FLAG_KEYS, path, problems);
  const value = readBoolean(member(object, 'value'), at(path, 'value'), problems);
  const allowNull = readBoolean(member(object, 'allowNull'), at(path, 'allowNull'), problems) ?? false;
  return value === undefined ? undefined : { kind: 'flag', field, value, allowNull };
}
