import { toDecimal } from '../values/decimal.js';
import type { TransactionType } from '../values/vocabulary.js';
import { listingContent } from './content.js';
import type { Listing } from './listing.js';

/**
 * What the states of a listing up to one of them tell beside what that one says. It is stored with the state and never
 * changes, so that nobody who reads a state has to look others up.
 */
export interface ListingPast {
  /** `observedAt` of the first state, epoch milliseconds. */
  readonly firstSeenAt: number;
  /** `observedAt` of the newest state that differed from the one before it, epoch milliseconds. */
  readonly lastChangedAt: number;
  /** The prices displayed so far in one currency for one kind of deal; absent before the first price. */
  readonly prices?: DisplayedPrices;
}

/** Displayed prices that may be compared: another currency or another kind of deal begins anew. */
export interface DisplayedPrices {
  readonly currency?: string;
  readonly transactionType?: TransactionType;
  readonly first: number;
  readonly last: number;
  /** The last one that differed from `last`; absent while there was only one. */
  readonly previous?: number;
}

/** A listing with what ingest knows of it beside what it says: criteria ask for all of it. */
export interface KnownListing extends Listing {
  /** The id of the source that lists it (a UUID). */
  sourceId?: string;
  past?: ListingPast;
}

/** A state as a source saw it; of an offline one, `listing` is what it said last. */
export interface ObservedState {
  /** Epoch milliseconds. */
  readonly observedAt: number;
  readonly online: boolean;
  readonly listing: Listing;
}

/**
 * The past with one more state. `differs`: it says something else than the state before, or is online where that
 * was not, or the other way round. States without a price are passed over, and so is everything else they say.
 */
export function continuePast(
  before: ListingPast | null,
  { observedAt, listing }: Omit<ObservedState, 'online'>,
  differs: boolean,
): ListingPast {
  const prices = continuePrices(before?.prices, listing);
  return {
    firstSeenAt: before?.firstSeenAt ?? observedAt,
    lastChangedAt: before === null || differs ? observedAt : before.lastChangedAt,
    ...(prices && { prices }),
  };
}

/**
 * The past at each of all states of a listing, the oldest first: as if each had been continued when it came. `begun`:
 * the past at the first of them, where states before it are not kept.
 */
export function tracePast(states: readonly ObservedState[], begun: ListingPast | null = null): ListingPast[] {
  let [past, content]: [ListingPast | null, string] = [null, ''];
  return states.map((state, place) => {
    const said = listingContent(state.listing);
    const differs = said !== content || state.online !== states[place - 1]?.online;
    content = said;
    return (past = place === 0 && begun !== null ? begun : continuePast(past, state, differs));
  });
}

function continuePrices(
  before: DisplayedPrices | undefined,
  { price, currency, transactionType }: Listing,
): DisplayedPrices | undefined {
  if (price === undefined) return before;
  if (before === undefined || before.currency !== currency || before.transactionType !== transactionType)
    return {
      ...(currency !== undefined && { currency }),
      ...(transactionType !== undefined && { transactionType }),
      first: price,
      last: price,
    };
  return price === before.last ? before : { ...before, last: price, previous: before.last };
}

/** By how much a price is lower than an earlier one; negative where it rose. */
export interface PriceCut {
  readonly amount: number;
  /** Of the earlier price; absent where that was 0. */
  readonly percent?: number;
}

/** Against the first price displayed; 0 of a price that never changed, undefined where no price is displayed. */
export function priceCut(listing: KnownListing): PriceCut | undefined {
  return cutFrom(listing.past?.prices?.first, listing);
}

/** Against the price displayed before this one; undefined where there is none or no price is displayed. */
export function lastPriceCut(listing: KnownListing): PriceCut | undefined {
  return cutFrom(listing.past?.prices?.previous, listing);
}

function cutFrom(old: number | undefined, { price }: Listing): PriceCut | undefined {
  if (old == null || price == null) return undefined;
  const cut = old - price;
  const amount = toDecimal(cut);
  return old === 0 ? { amount } : { amount, percent: toDecimal((cut / old) * 100) };
}
