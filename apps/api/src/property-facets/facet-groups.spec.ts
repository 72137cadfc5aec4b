import { ANY_LISTING, type Condition, type Criteria } from '@gable/domain/criteria';
import { FACETS, FEATURE_FACETS } from '@gable/search';
import { facetGroups } from './facet-groups.js';

const node = (...conditions: Condition[]): Criteria => ({ ...ANY_LISTING, conditions });
const SALE: Condition = { kind: 'transactionType', included: ['SELL'] };
const ROOMS: Condition = { kind: 'range', field: 'rooms', min: 2, max: null, allowNull: false };
const GYM: Condition = { kind: 'flag', field: 'gym', value: true, allowNull: false };

it('counts everything at once where no facet has a condition of its own', () => {
  const [group, ...others] = facetGroups(ANY_LISTING, new Set(FACETS));
  expect(others).toEqual([]);
  expect([...group!.facets].sort()).toEqual(FACETS.filter((facet) => facet !== 'features').sort());
  expect([...group!.features].sort()).toEqual([...FEATURE_FACETS].sort());
});

it('counts apart what leaves out conditions of its own', () => {
  const groups = facetGroups(
    node(SALE, ROOMS, GYM),
    new Set(['transactionType', 'rooms', 'city', 'price', 'features']),
  );
  expect(groups.map(({ criteria, facets, features }) => [criteria, [...facets], features.length])).toEqual([
    [node(ROOMS, GYM), ['transactionType'], 0],
    [node(SALE, GYM), ['rooms'], 0],
    [node(SALE, ROOMS, GYM), ['city', 'price'], FEATURE_FACETS.length - 1],
    [node(SALE, ROOMS), [], 1],
  ]);
});

it('reads no position of a drawn area', () => {
  let reads = 0;
  const geometry = Object.defineProperty({ type: 'Polygon' }, 'coordinates', {
    enumerable: true,
    get: () => {
      reads += 1;
      return [];
    },
  });
  const inArea = { kind: 'shape', included: [{ geometry }] } as unknown as Condition;
  expect(facetGroups(node(SALE, inArea), new Set(FACETS))).toHaveLength(2);
  expect(reads).toBe(0);
});
