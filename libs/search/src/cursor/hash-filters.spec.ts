import type { Criteria } from '@gable/domain/criteria';
import { DEFAULT_SORT } from '../property-search.js';
import { hashFilters } from './hash-filters.js';

const range = (min: number): Criteria['conditions'][number] => ({
  kind: 'range',
  field: 'price',
  min,
  max: null,
  allowNull: false,
});
const types = (...included: ('FLAT' | 'HOUSE')[]): Criteria['conditions'][number] => ({
  kind: 'propertyType',
  included,
  excluded: null,
});
const node = (...conditions: Criteria['conditions']): Criteria => ({ conditions, operator: 'AND', children: [] });

describe('hashFilters', () => {
  it('is the same for the same wish, whatever the order it is told in', () => {
    expect(hashFilters(node(range(1), types('FLAT', 'HOUSE')), DEFAULT_SORT)).toBe(
      hashFilters(node(types('HOUSE', 'FLAT'), range(1)), DEFAULT_SORT),
    );
  });

  it('differs with a value, a field, a node or the sort', () => {
    const base = node(range(1));
    const hashes = [
      hashFilters(base, DEFAULT_SORT),
      hashFilters(node(range(2)), DEFAULT_SORT),
      hashFilters(node({ kind: 'range', field: 'area', min: 1, max: null, allowNull: false }), DEFAULT_SORT),
      hashFilters({ conditions: [], operator: 'OR', children: [base] }, DEFAULT_SORT),
      hashFilters(base, { field: 'CREATED_AT', direction: 'ASC' }),
      hashFilters(base, { field: 'PRICE', direction: 'DESC' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('stays what it was: a cursor lives longer than a release', () => {
    expect(hashFilters(node(range(1)), DEFAULT_SORT)).toBe('2-uXC5_-pN9afN_mwz77zQ');
  });
});
