import type { Point } from '../../geo/geometry.js';
import { type Parsed, ViolationList } from '../../parsing/violations.js';
import { DEFAULT_CRITERIA_LIMITS } from './parsing-context.js';
import { readPoint } from './read-location.js';

/** Reads a point as criteria take a `centerPoint`. Never throws. */
export function parsePoint(given: unknown, path: string): Parsed<Point> {
  const violations = new ViolationList(DEFAULT_CRITERIA_LIMITS.maxViolations);
  const value = readPoint(given, path, violations);
  return value === undefined || !violations.isEmpty ? { ok: false, violations: violations.list } : { ok: true, value };
}
