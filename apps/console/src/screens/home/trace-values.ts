import { ATTRIBUTES, readAttribute, type AttributeName } from '../../homes/attributes.js';
import type { Listing } from '../../homes/home-summary.js';

/** What an advert states, beside what the home is taken to be. */
export interface StatedValue {
  readonly value: unknown;
  /** `from`: the merged value is this one. `differs`: it states another. `silent`: it states none. */
  readonly standing: 'from' | 'differs' | 'silent';
}

export interface TracedAttribute {
  readonly name: AttributeName;
  readonly merged: unknown;
  /** In the order of the listings. */
  readonly stated: readonly StatedValue[];
  readonly differs: boolean;
}

/** Of one advert alone, or shown elsewhere. */
const LEFT_OUT: readonly AttributeName[] = ['currency', 'location', 'url', 'publisher.name', 'publisher.type'];
const NAMES = (Object.keys(ATTRIBUTES) as AttributeName[]).filter((name) => !LEFT_OUT.includes(name));

/** Every attribute that an advert states, with where its merged value comes from. */
export function traceValues(merged: object, listings: readonly Listing[]): TracedAttribute[] {
  return NAMES.map((name) => {
    const value = readAttribute(merged, name);
    const stated = listings.map((listing) => trace(name, value, listing));
    return { name, merged: value, stated, differs: stated.some(({ standing }) => standing === 'differs') };
  }).filter(({ merged: value, stated }) => value !== null || stated.some((each) => each.value !== null));
}

function trace(name: AttributeName, merged: unknown, listing: Listing): StatedValue {
  const value = readAttribute(listing, name);
  if (isNothing(value)) return { value: null, standing: 'silent' };
  if (name === 'pictures') return { value, standing: 'from' }; // each picture is taken
  // A merged area is the indoor one where an advert states it.
  const isFrom = same(value, merged) || (name === 'area' && same(listing.areas?.indoor, merged));
  return { value, standing: isFrom ? 'from' : 'differs' };
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
