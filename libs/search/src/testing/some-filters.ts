import type { Condition, Criteria } from '@gable/domain/criteria';
import { rounds } from '@gable/domain/testing';
import { SORT_FIELDS, type Sort } from '../property-search.js';

/** Every order but that by distance. */
export const SORTS: readonly Sort[] = SORT_FIELDS.flatMap((field) => [
  { field, direction: 'ASC' as const },
  { field, direction: 'DESC' as const },
]);

export const node = (conditions: Condition[], children: Criteria[] = []): Criteria => ({
  conditions,
  operator: children.length > 0 ? 'OR' : 'AND',
  children,
});
export const range = (
  field: 'price' | 'rooms' | 'area',
  min: number | null,
  max: number | null,
  allowNull = false,
): Condition => ({ kind: 'range', field, min, max, allowNull });

interface Filter {
  readonly says: string;
  readonly criteria: Criteria;
  readonly isCommon?: boolean;
  /** The orders in which it is asked. */
  readonly sorts: readonly Sort[];
}

/** The common ones match most of the properties, some of them bunched at one end of an order. */
export const FILTERS: readonly Filter[] = [
  { says: 'everything', criteria: node([]), isCommon: true },
  {
    says: 'at least 3 rooms or a price',
    criteria: node([], [node([range('rooms', 3, null)]), node([range('price', 0, null)])]),
    isCommon: true,
  },
  { says: 'not the cheapest', criteria: node([range('price', 25_000, null, true)]), isCommon: true },
  { says: 'a price from 40,000', criteria: node([range('price', 40_000, null)]), isCommon: true },
  { says: 'a price from 100,000 to 200,000', criteria: node([range('price', 100_000, 200_000)]) },
  { says: 'a price up to 150,000', criteria: node([range('price', null, 150_000)]) },
  {
    says: 'an area from 60 of a price from 60,000',
    criteria: node([range('area', 60, null), range('price', 60_000, null)]),
  },
  { says: 'no stated price', criteria: node([range('price', 1e9, null, true)]) },
  { says: 'a division', criteria: node([{ kind: 'division', included: [3], excluded: null }]) },
  { says: 'nothing', criteria: node([range('rooms', 50, null)]) },
].map((filter, place) => ({ ...filter, sorts: sortsOf(place) }));

/** The first is asked in every order; in few rounds the others in every second, so that each order has several. */
function sortsOf(place: number): readonly Sort[] {
  const step = place === 0 ? 1 : rounds(2, 1);
  return SORTS.filter((_, n) => (n + place) % step === 0);
}
