import { DEFAULT_CRITERIA_LIMITS } from '@gable/domain/criteria';
import type { FacetsRequest } from './facets-request.js';
import { readFacets } from './read-facets.js';

const NO_PLACES = { knowsDivision: () => false, shape: () => undefined };

const sizeOf = (body: object) => {
  const read = readFacets(body as FacetsRequest, NO_PLACES, DEFAULT_CRITERIA_LIMITS);
  return read.ok ? read.value.citySize : read.violations;
};

it.each([[{}], [{ citySize: null }]])('asks for twenty cities where the body says %j', (body) => {
  expect(sizeOf(body)).toBe(20);
});

it('asks for as many as the body says', () => {
  expect(sizeOf({ citySize: 3 })).toBe(3);
});

it.each([
  [{ priceBands: [{ max: 5 }], facets: ['rooms', 'area'] }, 'priceBands', 'price'],
  [{ areaBands: [{ max: 5 }], facets: ['price'] }, 'areaBands', 'area'],
  [{ citySize: 3, facets: ['price'] }, 'citySize', 'city'],
])('refuses what bears on a facet that is not counted: %j', (body, propertyPath, facet) => {
  const message = `only affects the facet ${facet}, which facets does not name: add it there, or leave this out`;
  expect(sizeOf(body)).toEqual([{ propertyPath, message }]);
});

it.each([
  [{ priceBands: [{ max: 5 }], areaBands: [{ max: 5 }], citySize: 20 }],
  [{ priceBands: [{ max: 5 }], areaBands: [{ max: 5 }], citySize: 20, facets: null }],
  [{ priceBands: [{ max: 5 }], areaBands: [{ max: 5 }], citySize: 20, facets: ['city', 'area', 'price'] }],
  [{ priceBands: null, areaBands: null, citySize: null, facets: ['rooms'] }],
])('takes what bears on a facet that is counted, and null: %j', (body) => {
  expect(sizeOf(body)).toBe(20);
});
