import { isMembers, type CriteriaNode } from './node-path.js';

const TYPES = ['FLAT', 'HOUSE', 'BUILDING', 'PARKING', 'OFFICE', 'LAND', 'SHOP', 'COMMERCIAL_PREMISES', 'OTHER'];

/**
 * A tree as the editor takes it: children under one name, types by their names, a centre as an object. The interface
 * reads other spellings too and answers some of them.
 * @throws TypeError, SyntaxError for what is no tree
 */
export function tidyTree(node: CriteriaNode): CriteriaNode {
  const { children, branches, propertyType, location, rooms, operator, ...others } = node;
  const inner = [...nodesIn(children), ...nodesIn(branches)].map(tidyTree);
  return {
    ...others,
    ...(propertyType != null && { propertyType: namedTypes(propertyType) }),
    ...(location != null && { location: withPoint(location) }),
    ...(rooms != null && { rooms: apart(rooms) }),
    ...(inner.length > 0 && { operator: operator ?? 'AND', children: inner }),
  };
}

/** The tree that an address holds; undefined where it has no condition. */
export function treeInAddress(value: unknown): CriteriaNode | undefined {
  // A link that was cut off is text: shown as if it asked for nothing, it would find homes that nobody looked for.
  if (typeof value === 'string' && value !== '') return value as CriteriaNode;
  if (!isMembers(value) || Object.keys(value).length === 0) return undefined;
  return tidyIfTree(value);
}

/** The same as the editor takes it; what is no tree is sent as it is: the interface says what is wrong with it. */
export function tidyIfTree(value: CriteriaNode): CriteriaNode {
  try {
    return tidyTree(value);
  } catch {
    return value;
  }
}

function nodesIn(children: CriteriaNode['children']): CriteriaNode[] {
  if (children == null) return [];
  if (!Array.isArray(children) || !children.every(isMembers)) throw new TypeError('children: expects a list of groups');
  return children;
}

function namedTypes(type: NonNullable<CriteriaNode['propertyType']>): CriteriaNode['propertyType'] {
  const named = (list: readonly (string | number)[] | null | undefined) =>
    list?.map((each) => (typeof each === 'number' ? TYPES[each] : each === 'APARTMENT' ? 'FLAT' : each));
  if (!isMembers(type)) throw new TypeError('propertyType: expects an object');
  return {
    ...type, // a member that is misspelt has to be refused
    ...(type.included != null && { included: named(type.included) }),
    ...(type.excluded != null && { excluded: named(type.excluded) }),
  } as CriteriaNode['propertyType'];
}

function withPoint(location: NonNullable<CriteriaNode['location']>): CriteriaNode['location'] {
  const { centerPoint } = location;
  if (centerPoint == null) return location;
  const point: unknown = typeof centerPoint === 'string' ? JSON.parse(centerPoint) : centerPoint;
  const [first, second] = Array.isArray(point) ? (point as number[]) : [];
  const named = isMembers(point) ? (point as Record<string, number>) : {};
  const latitude = first ?? named.latitude ?? named.lat;
  const longitude = second ?? named.longitude ?? named.lng ?? named.lon;
  return { ...location, centerPoint: { latitude, longitude } };
}

/** Bounds may stand in `rooms` itself. */
function apart(rooms: NonNullable<CriteriaNode['rooms']>): CriteriaNode['rooms'] {
  const { min, max, gte, lte, allowNull, ...others } = rooms as Readonly<Record<string, unknown>>;
  const own = Object.entries({ min: min ?? gte, max: max ?? lte, allowNull }).filter(([, value]) => value != null);
  return own.length === 0 ? rooms : { rooms: Object.fromEntries(own), ...others };
}
