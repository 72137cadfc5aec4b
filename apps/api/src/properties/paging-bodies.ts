import type { JsonObject } from '../http/json-body.js';
import { PAGE_MODE_DEPTH } from './search-envelope.js';

/** The caller's own body, asking for another page. */
export function pageBody(body: JsonObject, page: number, size: number): JsonObject {
  return { ...body, paginationType: 'page', page, size };
}

/** The caller's own body, going on behind a cursor. */
export function cursorBody(body: JsonObject, cursor: string, size: number): JsonObject {
  return { ...body, paginationType: 'cursor', size, cursor };
}

/** Whether page mode may go one page further. */
export function isWithinPageMode(page: number, size: number): boolean {
  return page * size <= PAGE_MODE_DEPTH;
}
