import type { Request } from 'autocannon';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { firstPage, headersOf, searchRequest } from './http-bench.js';

const FILTERS = 120;
const READ = 500;

/** What a case asks of a service, and the least share of the rate of one by hand that it is to reach. */
export interface HttpCase {
  readonly name: string;
  readonly goal: number;
  readonly requests: (url: string, apiKey: string) => Promise<Request[]>;
}

const filters = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
const cursorSearches = filters.map((filter) => ({ ...filter, paginationType: 'cursor' }));

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
      Promise.resolve(filters.map((filter, n) => searchRequest(apiKey, { ...filter, page: 1 + (n % 5) }))),
  },
  {
    name: 'POST /properties, cursor, second page',
    goal: 1.5,
    requests: async (url, apiKey) => {
      const pages: Request[] = [];
      for (const search of cursorSearches) {
        const { cursor } = await firstPage(url, searchRequest(apiKey, search));
        if (cursor != null) pages.push(searchRequest(apiKey, { ...search, cursor }));
      }
      return pages;
    },
  },
  {
    name: 'POST /properties/count',
    goal: 1.5,
    requests: (_url, apiKey) =>
      Promise.resolve(filters.map((filter) => ({ ...searchRequest(apiKey, filter), path: '/properties/count' }))),
  },
];
