import type { Parsed, Violation } from '@gable/domain/criteria';
import type { Band } from '@gable/search';
import { isJsonObject } from '../http/json-body.js';
import { unknownKey } from '../http/read-request.js';
import { MOST_BANDS } from './facets-request.js';

/** Reads bands that a caller asked for; null where they are to be chosen. */
export function readBands(given: unknown, path: string): Parsed<readonly Band[] | null> {
  if (given === undefined || given === null) return { ok: true, value: null };
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_BANDS)
    return { ok: false, violations: [wrong(path, `expects a list of 1 to ${MOST_BANDS} bands {min, max}`)] };
  const violations: Violation[] = [];
  const bands = given.map((band: unknown, place) => readBand(band, `${path}[${place}]`, violations));
  return violations.length === 0 ? { ok: true, value: bands } : { ok: false, violations };
}

function readBand(given: unknown, path: string, violations: Violation[]): Band {
  if (!isJsonObject(given)) {
    violations.push(wrong(path, 'expects a band {min, max}'));
    return { min: null, max: null };
  }
  for (const key of Object.keys(given)) if (!BOUNDS.includes(key)) violations.push(unknownKey(key, BOUNDS, path));
  const [min = null, max = null] = BOUNDS.map((key) => readBound(given[key], `${path}.${key}`, violations));
  if (min !== null && max !== null && min > max)
    violations.push(wrong(`${path}.min`, `must not be above max, got ${min} and ${max}`));
  return { min, max };
}

function readBound(given: unknown, path: string, violations: Violation[]): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'number' && Number.isFinite(given)) return given;
  violations.push(wrong(path, 'expects a number'));
  return null;
}

const BOUNDS: readonly string[] = ['min', 'max'];
const wrong = (propertyPath: string, message: string): Violation => ({ propertyPath, message });
