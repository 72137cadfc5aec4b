import { distanceMeters } from '../geo/distance.js';
import { geoBoxContains } from '../geo/geo-box.js';
import type { Point } from '../geo/geometry.js';
import { oneMeridian } from '../geo/degrees.js';
import { pointInArea } from '../geo/point-in-area.js';
import type { KnownListing } from '../listing/past.js';
import type { Listing } from '../listing/listing.js';
import { needleOf, wordsOfListing } from '../words/listing-words.js';
import { readCondition, type Condition, type ConditionTable, type Criteria, type WordsCondition } from './criteria.js';
import { fieldValue } from './fields.js';
import { holdsValue, listValue } from './list-fields.js';

/**
 * Says whether a listing meets the criteria. A value the listing does not state meets a range, a flag or a list of what
 * is in only if that condition allows null. Recursion is as deep as the tree, which `parseCriteria` bounds.
 */
export function matchCriteria(criteria: Criteria, listing: KnownListing): boolean {
  for (const condition of criteria.conditions) {
    if (!readCondition(meets, condition, listing)) return false;
  }
  if (criteria.children.length === 0) return true;
  if (criteria.operator === 'OR') return criteria.children.some((child) => matchCriteria(child, listing));
  return criteria.children.every((child) => matchCriteria(child, listing));
}

/** Says whether a listing meets one condition, whatever stands around it in the tree. */
export function meetsCondition(condition: Condition, listing: KnownListing): boolean {
  return readCondition(meets, condition, listing);
}

const meets: ConditionTable<[KnownListing], boolean> = {
  range: ({ field, min, max, allowNull }, listing) => {
    const value = fieldValue(field, listing);
    if (value === undefined) return allowNull;
    return (min === null || value >= min) && (max === null || value <= max);
  },
  flag: ({ field, value, allowNull }, listing) => {
    const stated = fieldValue(field, listing);
    return stated === undefined ? allowNull : stated === value;
  },
  list: ({ field, included, excluded, allowNull }, listing) => {
    const value = listValue(field, listing);
    if (value === undefined) return included === null || allowNull;
    return (included === null || holdsValue(included, value)) && (excluded === null || !holdsValue(excluded, value));
  },
  transactionType: ({ included }, { transactionType }) => transactionType != null && included.includes(transactionType),
  propertyType: ({ included, excluded }, { propertyType }) => {
    if (propertyType == null) return included === null;
    return (
      (included === null || included.includes(propertyType)) && (excluded === null || !excluded.includes(propertyType))
    );
  },
  division: ({ included, excluded }, listing) => {
    const divisions = divisionsOf(listing);
    return (
      (included === null || shareOne(divisions, included)) && (excluded === null || !shareOne(divisions, excluded))
    );
  },
  circle: ({ center, radiusMeters }, listing) => {
    const point = placeOf(listing);
    return point !== undefined && distanceMeters(center, point) <= radiusMeters;
  },
  box: (box, listing) => {
    const point = placeOf(listing);
    return point !== undefined && geoBoxContains(box, point);
  },
  shape: ({ included, excluded }, listing) => {
    const point = placeOf(listing);
    if (point === undefined) return included === null;
    return (
      (included === null || included.some((shape) => pointInArea(point, shape.geometry))) &&
      (excluded === null || !excluded.some((shape) => pointInArea(point, shape.geometry)))
    );
  },
  words: (condition, listing) => {
    const { all, any, none } = condition;
    const occurs = (entry: string): boolean => entryOccurs(entry, condition, listing);
    return all.every(occurs) && (any === null || any.some(occurs)) && !none.some(occurs);
  },
};

/** Whether an entry of words occurs in one of the texts that are asked. */
export function entryOccurs(entry: string, { in: fields }: Pick<WordsCondition, 'in'>, listing: Listing): boolean {
  const words = wordsOfListing(listing);
  const needle = needleOf(entry);
  return fields.some((field) => words[field].includes(needle));
}

/** The divisions a listing lies in: those found at ingest with all ancestors, else the ids that it states. */
export function divisionsOf({ location }: Listing): readonly number[] {
  if (location == null) return [];
  if (location.divisionIds != null) return location.divisionIds;
  return [location.cityId, location.districtId, location.neighborhoodId].filter((id) => id != null);
}

/** The listing's point, where it states one. */
export function pointOf({ location }: Listing): Point | undefined {
  if (location?.lat == null || location.lng == null) return undefined;
  return { lat: location.lat, lng: location.lng };
}

/** The same as circles, boxes and shapes read it: the 180th meridian is one, however it is written. */
function placeOf(listing: Listing): Point | undefined {
  const point = pointOf(listing);
  return point && { lat: point.lat, lng: oneMeridian(point.lng) };
}

/** Sets of long lists, kept as long as the criteria that hold them: an alert's list is asked once per change. */
const sets = new WeakMap<readonly number[], ReadonlySet<number>>();
const LONG_LIST = 16;

function shareOne(few: readonly number[], wanted: readonly number[]): boolean {
  if (wanted.length < LONG_LIST) return few.some((id) => wanted.includes(id));
  let set = sets.get(wanted);
  if (set === undefined) sets.set(wanted, (set = new Set(wanted)));
  return few.some((id) => set.has(id));
}
