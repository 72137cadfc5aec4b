import { PAGE_MODE_DEPTH, type SearchRequest } from './search-request.js';

/** The caller's own body, asking for another page. */
export function pageBody(body: SearchRequest, page: number, size: number): SearchRequest {
  return { ...body, paginationType: 'page', page, size };
}

/** The caller's own body, going on behind a cursor. */
export function cursorBody({ page: _, ...body }: SearchRequest, cursor: string, size: number): SearchRequest {
  return { ...body, paginationType: 'cursor', size, cursor };
}

/** Whether page mode may go one page further. */
export function isWithinPageMode(page: number, size: number): boolean {
  return page * size <= PAGE_MODE_DEPTH;
}
