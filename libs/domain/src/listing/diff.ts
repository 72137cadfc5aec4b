import { toDecimal } from '../values/decimal.js';
import { isAttribute, LISTING_ATTRIBUTES, type Attribute, type AttributeGroup } from './attributes.js';
import { statedLocation, type Listing, type StatedLocation } from './listing.js';

/** A value of one attribute; null where the listing does not state it. */
export type AttributeValue = string | number | boolean | readonly string[] | StatedLocation | null;

/** One attribute that differs between two states of a listing. */
export interface AttributeChange {
  /** Its name in the feed: `price`, `features.garden`. Pictures and location are one attribute each. */
  readonly attribute: string;
  readonly old: AttributeValue;
  readonly new: AttributeValue;
  /**
   * (new − old) / |old| · 100 for numbers with an old value other than 0; null otherwise. To nine decimals, past
   * which doubles hold noise.
   */
  readonly variationPercent: number | null;
}

/**
 * What differs between two states of a listing: price first, then as people read a listing. Empty where both say the
 * same.
 */
export function diffListings(before: Listing, after: Listing): AttributeChange[] {
  const changes: AttributeChange[] = [];
  for (const [attribute, read] of ATTRIBUTES) {
    const old = read(before) ?? null;
    const now = read(after) ?? null;
    if (old === now || (typeof old === 'object' && typeof now === 'object' && isSameContent(old, now))) continue;
    changes.push({ attribute, old, new: now, variationPercent: variationPercent(old, now) });
  }
  return changes;
}

function variationPercent(old: AttributeValue, now: AttributeValue): number | null {
  return typeof old === 'number' && typeof now === 'number' && old !== 0
    ? toDecimal(((now - old) / Math.abs(old)) * 100)
    : null;
}

/** Most say the same in the same words: that is told member by member, a tenth of what writing them down costs. */
function isSameContent(old: object | null, now: object | null): boolean {
  return (old !== null && now !== null && isSameMemberwise(old, now)) || contentOf(old) === contentOf(now);
}

function isSameMemberwise(old: object, now: object): boolean {
  const [one, other] = [old as Record<string, unknown>, now as Record<string, unknown>];
  const names = Object.keys(one);
  return (
    Array.isArray(old) === Array.isArray(now) &&
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name] && name in other)
  );
}

/**
 * Equal for equal pictures and places, whatever the order of a place's members. States of earlier releases may name one
 * picture twice, which says no more than once.
 */
function contentOf(value: object | null): string {
  return JSON.stringify(
    value === null
      ? value
      : Array.isArray(value)
        ? [...new Set(value)]
        : Object.entries(value)
            .filter(([, member]) => member !== undefined)
            .sort(),
  );
}

function placeOf({ location }: Listing): AttributeValue {
  if (location === undefined) return null;
  const said = statedLocation(location);
  return Object.keys(said).length === 0 ? null : said;
}

type Read = (listing: Listing) => AttributeValue | undefined;

/** Of an object that is compared member by member. */
function membersOf(group: string, members: AttributeGroup): [string, Read][] {
  return Object.keys(members).map((name) => [
    `${group}.${name}`,
    (listing) => (listing[group as keyof Listing] as Readonly<Record<string, AttributeValue>> | undefined)?.[name],
  ]);
}

const ATTRIBUTES: readonly (readonly [attribute: string, read: Read])[] = Object.entries<Attribute | AttributeGroup>(
  LISTING_ATTRIBUTES,
).flatMap(([name, entry]): [string, Read][] => {
  if (name === 'location') return [[name, placeOf]];
  return isAttribute(entry)
    ? [[name, (listing) => listing[name as keyof Listing] as AttributeValue | undefined]]
    : membersOf(name, entry);
});
