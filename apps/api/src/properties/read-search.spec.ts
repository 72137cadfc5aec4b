import { readSearch } from './read-search.js';
import type { SearchRequest } from './search-request.js';

const NO_PLACES = { knowsDivision: () => false, shape: () => undefined };

/** What is wrong with a body, by its members. */
function complaints(body: object): Record<string, string> {
  const read = readSearch(body as SearchRequest, NO_PLACES);
  return read.ok ? {} : Object.fromEntries(read.violations.map((each) => [each.propertyPath, each.message]));
}

describe('readSearch', () => {
  it.each([
    ['order', 'sort'],
    ['orderBy', 'sort'],
    ['sort_by', 'sort'],
    ['limit', 'size'],
    ['per_page', 'size'],
    ['offset', 'page'],
    ['searchAfter', 'cursor'],
    ['select', 'fields'],
  ])('suggests for %s, as other interfaces call it, our %s', (name, ours) => {
    const message = `is unknown; did you mean "${ours}"?`;
    expect(complaints({ [name]: 1 })).toEqual({ [name]: message });
    expect(complaints({ searchMode: 'advanced', criteria: {}, [name]: 1 })).toEqual({ [name]: message });
  });

  it('still suggests the nearest name for one that nobody uses', () => {
    expect(complaints({ pagee: 1, prise: { gte: 1 } })).toEqual({
      pagee: expect.stringContaining('did you mean "page"?'),
      prise: expect.stringContaining('did you mean price?'),
    });
  });
});
