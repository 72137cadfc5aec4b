import { nearestName, type Violation } from '@gable/domain/criteria';
import { parseArea, type AreaGeometry } from '@gable/domain/geo';
import type { JsonObject } from '../http/json-body.js';
import { invalid } from '../http/problem.js';
import { LONGEST_NAME } from './create-shape-request.js';
import { unknownKey } from '../http/read-request.js';

/** What a shape is made from. */
export interface ShapeDraft {
  readonly name: string | null;
  readonly geometry: AreaGeometry;
}

const KEYS = ['name', 'geometry'];

/**
 * Reads `{name?, geometry}` or a bare geometry.
 * @throws Problem validation-failed
 */
export function readShape(body: JsonObject): ShapeDraft {
  if (isBareGeometry(body)) return { name: null, geometry: areaOf(body) };
  const violations: Violation[] = Object.keys(body)
    .filter((key) => !KEYS.includes(key))
    .map((key) => unknownKey(key, KEYS, ''));
  const name = body.name ?? null;
  if (
    name !== null &&
    (typeof name !== 'string' || !/\S/.test(name) || name.length > LONGEST_NAME || /[\p{Cc}\p{Cs}]/u.test(name))
  ) {
    violations.push({ propertyPath: 'name', message: `expects a text of 1 to ${LONGEST_NAME} characters` });
  }
  const area = body.geometry === undefined || body.geometry === null ? missing() : parseArea(body.geometry, 'geometry');
  if (!area.ok) violations.push(...area.violations);
  if (violations.length > 0 || !area.ok) throw invalid(violations);
  return { name: name as string | null, geometry: area.value };
}

/** Whoever spells `geometry` wrong gets a hint about that, not about GeoJSON. */
function isBareGeometry(body: JsonObject): boolean {
  return (
    !('geometry' in body) &&
    ('coordinates' in body || 'type' in body) &&
    !Object.keys(body).some((key) => nearestName(key, KEYS) === 'geometry')
  );
}

function areaOf(body: JsonObject): AreaGeometry {
  const area = parseArea(body, '');
  if (!area.ok) throw invalid(area.violations);
  return area.value;
}

function missing() {
  return {
    ok: false as const,
    violations: [{ propertyPath: 'geometry', message: 'is missing; a GeoJSON Polygon or MultiPolygon is expected' }],
  };
}
