import { parsePoint, type Criteria, type Parsed } from '@gable/domain/criteria';
import type { Sort } from '@gable/search';
import { isJsonObject, type JsonObject } from '../http/json-body.js';
import { readRepeated } from '../http/read-request.js';
import { SortRequest } from './search-request.js';

/** Reads the order of a search. By distance it needs a point: its own, or that of the circle at the criteria's root. */
export function readSort(given: unknown, criteria: Criteria | undefined): Parsed<Sort> {
  const sort = isJsonObject(given) ? given : {};
  const read = readRepeated(SortRequest, sort, 'sort');
  if (!read.ok) return read;
  const { field, direction, centerPoint } = read.value;
  if (field === 'DISTANCE') return readDistance(sort, centerPoint, criteria);
  if (centerPoint === undefined) return { ok: true, value: { field, direction } };
  return wrong('belongs to the order by DISTANCE');
}

function readDistance(sort: JsonObject, centerPoint: unknown, criteria: Criteria | undefined): Parsed<Sort> {
  const direction = sort['direction'] === 'DESC' ? 'DESC' : 'ASC';
  if (centerPoint !== undefined) {
    const center = parsePoint(centerPoint, 'sort.centerPoint');
    return center.ok ? { ok: true, value: { field: 'DISTANCE', direction, center: center.value } } : center;
  }
  if (criteria === undefined) return { ok: false, violations: [] }; // theirs say what is wrong
  const circle = criteria.conditions.find((condition) => condition.kind === 'circle');
  if (circle !== undefined) return { ok: true, value: { field: 'DISTANCE', direction, center: circle.center } };
  return wrong('is missing: DISTANCE is from a point, here or as location.centerPoint at the root of the criteria');
}

function wrong(message: string): Parsed<Sort> {
  return { ok: false, violations: [{ propertyPath: 'sort.centerPoint', message }] };
}
