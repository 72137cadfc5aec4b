import { SORT_FIELDS, type CursorQuery, type PageQuery, type Sort } from './property-search.js';

const FIELDS: readonly string[] = [...SORT_FIELDS, 'DISTANCE'] satisfies Sort['field'][];
const DIRECTIONS: readonly string[] = ['ASC', 'DESC'] satisfies Sort['direction'][];

/**
 * Every engine asks this before it answers: what it makes of a sort and of the size of a page goes into statements.
 * @throws RangeError where a caller without types names an unknown field or direction, or no size
 */
export function checkPageQuery({ sort, offset, limit }: PageQuery): void {
  checkSort(sort);
  checkSize('offset', offset);
  checkSize('limit', limit);
}

/** As `checkPageQuery`. @throws RangeError */
export function checkCursorQuery({ sort, limit }: CursorQuery): void {
  checkSort(sort);
  checkSize('limit', limit);
}

function checkSort(sort: Sort): void {
  if (!FIELDS.includes(sort.field)) throw unknown('sort.field', FIELDS, sort.field);
  if (!DIRECTIONS.includes(sort.direction)) throw unknown('sort.direction', DIRECTIONS, sort.direction);
  if (sort.field !== 'DISTANCE') return;
  const center: Partial<typeof sort.center> | undefined = sort.center;
  if (!Number.isFinite(center?.lat) || !Number.isFinite(center?.lng))
    throw new RangeError('sort.center: expects {lat, lng} in degrees where sort.field is DISTANCE');
}

function checkSize(name: string, size: number): void {
  if (!Number.isSafeInteger(size) || size < 0)
    throw new RangeError(`${name}: expects a whole number from 0 on, got ${shown(size)}`);
}

function unknown(path: string, known: readonly string[], given: unknown): RangeError {
  return new RangeError(`${path}: expects one of ${known.join(', ')}, got ${shown(given)}`);
}

/** Text in quotes and short: what was sent in place of a word may be long. */
function shown(given: unknown): string {
  return typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : String(given).slice(0, 40);
}
