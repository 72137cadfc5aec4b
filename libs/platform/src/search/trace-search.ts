import type { CheapLooks, PropertySearch, SearchBackend } from '@gable/search';
import { traced } from '@gable/runtime';

/** The same engine, with a span for each question it is asked; its map and facets show their statements alone. */
export function traceSearch(search: PropertySearch, backend: SearchBackend): PropertySearch {
  const asked = <T>(question: string, answer: () => Promise<T>): Promise<T> =>
    traced(`search ${question}`, () => ({ 'gable.search.backend': backend }), answer);
  return {
    findPage: (query) => asked('page', () => search.findPage(query)),
    findAfter: (query) => asked('cursor', () => search.findAfter(query)),
    count: (criteria) => asked('count', () => search.count(criteria)),
    now: () => search.now(),
    map: search.map,
    facets: search.facets,
    ...(search.looks && { looks: traceLooks(search.looks, asked) }),
  };
}

function traceLooks(
  looks: CheapLooks,
  asked: <T>(question: string, answer: () => Promise<T>) => Promise<T>,
): CheapLooks {
  return {
    findPage: (query) => asked('page', () => looks.findPage(query)),
    findAfter: (query) => asked('cursor', () => looks.findAfter(query)),
    count: (criteria) => asked('count', () => looks.count(criteria)),
  };
}
