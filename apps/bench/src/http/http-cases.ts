import type { Request } from 'autocannon';
import { classicSearch, commonFilter, variedFilter } from '../data/common-filter.js';
import { firstPage, headersOf, searchRequest } from './http-bench.js';

const FILTERS = 120;
const READ = 500;
const VARIED = 20_000;
const CURSORS = 4_000;
/** First pages that are asked at once, before cursors are measured. */
const AT_ONCE = 16;

/** What a case asks of a service, and the least share of the rate of one by hand that it is to reach. */
export interface HttpCase {
  readonly name: string;
  readonly goal: number;
  readonly requests: (url: string, apiKey: string) => Promise<Request[]>;
}

const filters = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
/** No body of a search comes twice within seconds: what is remembered of one answers no other. */
const varied = Array.from({ length: VARIED }, (_, n) => classicSearch(variedFilter(n, VARIED)));
const cursorSearches = varied
  .filter((_, n) => n % (VARIED / CURSORS) === 0)
  .map((filter) => ({ ...filter, paginationType: 'cursor' }));

/** What clients ask most, the route that does nothing first. */
export const HTTP_CASES: readonly HttpCase[] = [
  {
    name: 'GET /health/live',
    goal: 0.6,
    requests: () => Promise.resolve([{ method: 'GET', path: '/health/live' }]),
  },
  {
    name: 'GET /properties/{uuid}',
    goal: 0.7,
    requests: async (url, apiKey) => {
      const uuids = new Set<string>();
      for (const filter of filters) {
        const { items } = await firstPage(url, searchRequest(apiKey, filter));
        for (const { uuid } of items) uuids.add(uuid);
      }
      const headers = headersOf(apiKey);
      return [...uuids].slice(0, READ).map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers }));
    },
  },
  {
    name: 'POST /properties, pages 1 to 5',
    goal: 1.5,
    requests: (_url, apiKey) =>
      Promise.resolve(varied.map((filter, n) => searchRequest(apiKey, { ...filter, page: 1 + (n % 5) }))),
  },
  {
    name: 'POST /properties, cursor, second page',
    goal: 1.5,
    requests: async (url, apiKey) => {
      const pages: Request[] = [];
      const searches = cursorSearches.values();
      const ask = async (): Promise<void> => {
        for (const search of searches) {
          const { cursor } = await firstPage(url, searchRequest(apiKey, search));
          if (cursor != null) pages.push(searchRequest(apiKey, { ...search, cursor }));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      return pages;
    },
  },
  {
    name: 'POST /properties/count',
    goal: 1.5,
    requests: (_url, apiKey) =>
      Promise.resolve(varied.map((filter) => ({ ...searchRequest(apiKey, filter), path: '/properties/count' }))),
  },
];
