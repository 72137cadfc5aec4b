import { DIVISION_TYPES } from '@gable/domain';
import type { AreaGeometry } from '@gable/domain/geo';
import { unknownName } from '@gable/domain/listing';
import type { Parsed, Violation } from '@gable/domain/criteria';
import type { Division } from '@gable/persistence/geography';

/** A division as read, or what is wrong with it; and the members of its line that the format does not know. */
export type ParsedDivision = Parsed<Division> & { readonly unknownFields: readonly string[] };

/**
 * Reads one line of a divisions file. `known` holds the ids a parent may have, those stored and those of earlier lines,
 * each with the ids above it. Never throws.
 */
export function parseDivisionLine(line: string, known: ReadonlyMap<number, readonly number[]>): ParsedDivision {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refused([{ propertyPath: '', message: 'is not JSON' }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused([{ propertyPath: '', message: 'expects a JSON object' }]);
  const { id, type, name, parentId, countryCode, centroid, geometry, postalCodes, ...others } = value as Record<
    string,
    unknown
  >;
  const unknownFields = Object.keys(others).map(unknownName);
  const violations: Violation[] = [];
  const check = (holds: boolean, propertyPath: string, message: string): void => {
    if (!holds) violations.push({ propertyPath, message });
  };
  check(isId(id), 'id', 'expects a whole number from 1 to 9007199254740991');
  check(DIVISION_TYPES.includes(type as Division['type']), 'type', `expects one of ${DIVISION_TYPES.join(', ')}`);
  check(isText(name), 'name', 'expects a text of 1 to 200 characters');
  check(
    parentId === undefined || parentId === null || (isId(parentId) && known.has(parentId)),
    'parentId',
    'is no division of this or an earlier file; parents come first',
  );
  check(!isWithin(parentId, id, known), 'parentId', 'is the division itself, or lies below it');
  check(
    typeof countryCode === 'string' && /^[A-Z]{2}$/.test(countryCode),
    'countryCode',
    'expects an ISO 3166-1 code of two letters',
  );
  check(centroid === undefined || centroid === null || isPoint(centroid), 'centroid', 'expects {lat, lng} in degrees');
  check(
    geometry === undefined || geometry === null || isArea(geometry),
    'geometry',
    'expects a GeoJSON Polygon or MultiPolygon with closed rings of longitude and latitude',
  );
  check(
    postalCodes === undefined || postalCodes === null || (Array.isArray(postalCodes) && postalCodes.every(isText)),
    'postalCodes',
    'expects a list of texts',
  );
  if (violations.length > 0) return refused(violations, unknownFields);
  return {
    ok: true,
    unknownFields,
    value: {
      id: id as number,
      type: type as Division['type'],
      name: name as string,
      parentId: (parentId as number | null | undefined) ?? null,
      countryCode: countryCode as string,
      centroid: (centroid as Division['centroid'] | undefined) ?? null,
      geometry: (geometry as AreaGeometry | null | undefined) ?? null,
      postalCodes: (postalCodes as string[] | null | undefined) ?? [],
    },
  };
}

/** Whether going up from one division, parent by parent, one meets the other. */
function isWithin(from: unknown, id: unknown, known: ReadonlyMap<number, readonly number[]>): boolean {
  let at = isId(from) ? from : undefined;
  for (let levels = 0; at !== undefined && levels < MOST_LEVELS; levels += 1) {
    if (at === id) return true;
    at = known.get(at)?.[0];
  }
  return false;
}

/** An earlier release may have stored a loop. */
const MOST_LEVELS = 16;

const refused = (violations: Violation[], unknownFields: readonly string[] = []): ParsedDivision => ({
  ok: false,
  violations,
  unknownFields,
});
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && !/[\u0000\uD800-\uDFFF]/u.test(value);
const isNumberWithin = (value: unknown, bound: number): boolean =>
  typeof value === 'number' && Math.abs(value) <= bound;

function isPoint(value: unknown): boolean {
  const { lat, lng } = value as Record<string, unknown>;
  return isNumberWithin(lat, 90) && isNumberWithin(lng, 180);
}

function isArea(value: unknown): boolean {
  const { type, coordinates } = value as Record<string, unknown>;
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false;
  if (type === 'Polygon') return coordinates.every(isRing);
  return (
    type === 'MultiPolygon' &&
    coordinates.every((polygon) => Array.isArray(polygon) && polygon.length > 0 && polygon.every(isRing))
  );
}

function isRing(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 4 || !value.every(isPosition)) return false;
  const [first, last] = [value[0] as number[], value[value.length - 1] as number[]];
  return first[0] === last[0] && first[1] === last[1];
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 && isNumberWithin(value[0], 180) && isNumberWithin(value[1], 90);
}
