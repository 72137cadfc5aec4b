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
