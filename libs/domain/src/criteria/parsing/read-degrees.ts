import { snapToZero } from '../../geo/degrees.js';
import { show } from '../../parsing/json.js';
import type { ViolationList } from '../../parsing/violations.js';

/** Reads degrees from -`most` to `most`. */
export function readDegrees(value: unknown, path: string, most: number, violations: ViolationList): number | undefined {
  if (typeof value === 'number' && Math.abs(value) <= most) return snapToZero(value);
  return violations.add(path, `expects degrees from -${most} to ${most}, got ${show(value)}`);
}
