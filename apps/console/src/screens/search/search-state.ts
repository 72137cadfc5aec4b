import type { Schema } from '../../client/api.js';
import { isMembers, type CriteriaNode } from '../../criteria/node-path.js';
import { both } from '../../criteria/stated-conditions.js';
import { treeInAddress } from '../../criteria/tidy-tree.js';
import { middleOf, type Box } from '../../map/boxes.js';
import { circleOf } from '../../map/drawn-areas.js';

export const SORTS = [
  'CREATED_AT-DESC',
  'UPDATED_AT-DESC',
  'PRICE-ASC',
  'PRICE-DESC',
  'AREA-DESC',
  'PRICE_PER_AREA-ASC',
  'DISTANCE-ASC',
] as const;
export type SortName = (typeof SORTS)[number];

/** What a search is: all of it stands in the address, so that the address can be shared. */
export interface SearchState {
  readonly criteria?: CriteriaNode;
  readonly sort?: SortName;
  /** What of the map is in view; only homes in it are listed. */
  readonly box?: Box;
}

/** Reads the address; what is no search of ours is left out. */
export function readSearchState(search: Readonly<Record<string, unknown>>): SearchState {
  const { sort, box } = search;
  const criteria = treeInAddress(search.criteria);
  return {
    ...(criteria !== undefined && { criteria }),
    ...(SORTS.includes(sort as SortName) && sort !== SORTS[0] && { sort: sort as SortName }),
    ...(isBox(box) && { box }),
  };
}

/** The body of a search, as POST /properties reads it. */
export function searchBody({ criteria = {}, sort = SORTS[0], box }: SearchState): {
  searchMode: 'advanced';
  criteria: CriteriaNode;
  sort: Schema<'Sort'>;
} {
  const center = centerOf({ criteria, box });
  const known = sort === 'DISTANCE-ASC' && center === undefined ? SORTS[0] : sort;
  const [field, direction] = known.split('-') as [Schema<'Sort'>['field'], Schema<'Sort'>['direction']];
  return {
    searchMode: 'advanced',
    criteria: wholeCriteria({ criteria, box }),
    sort: { field, direction, ...(field === 'DISTANCE' && { centerPoint: center }) },
  };
}

/** The conditions of a search with its part of the map among them. */
export function wholeCriteria({ criteria = {}, box }: SearchState): CriteriaNode {
  return box === undefined ? criteria : both(criteria, { location: { boundingBox: box } });
}

/** From where distances are taken: the middle of the circle, else of what is in view. */
export function centerOf({ criteria = {}, box }: SearchState): { latitude: number; longitude: number } | undefined {
  const circle = circleOf(criteria);
  if (circle !== undefined) return { latitude: circle.latitude, longitude: circle.longitude };
  return box === undefined ? undefined : middleOf(box);
}

function isBox(value: unknown): value is Box {
  return isMembers(value) && ['north', 'south', 'east', 'west'].every((side) => Number.isFinite(value[side]));
}
