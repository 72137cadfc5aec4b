import { compareListings, contradict } from '../grouping/compare-listings.js';
import type { GroupingItem } from '../grouping/grouping-item.js';

/** How two sets of listings agree, pair by pair. */
export interface Between {
  /** Some pair contradicts: whatever the sum, these are not one property. */
  readonly contradicts: boolean;
  /** Bits over all pairs. Where a pair contradicts it may be cut short. */
  readonly sum: number;
  /** Sum per pair. */
  readonly average: number;
}

/**
 * Compares listings and remembers what came out: whoever weighs groups against each other asks for the same pairs
 * over and over.
 */
export class PairScores {
  private readonly known = new Map<string, { readonly score: number; readonly contradicts: boolean }>();

  /** Every listing of the one with every listing of the other. */
  between(ones: readonly GroupingItem[], others: readonly GroupingItem[]): Between {
    let sum = 0;
    let contradicts = false;
    for (const one of ones) {
      for (const other of others) {
        const pair = this.pair(one, other);
        sum += pair.score;
        contradicts ||= pair.contradicts;
      }
    }
    return { contradicts, sum, average: sum / (ones.length * others.length) };
  }

  private pair(one: GroupingItem, other: GroupingItem): { readonly score: number; readonly contradicts: boolean } {
    const [a, b] = one.id < other.id ? [one, other] : [other, one]; // one order, one result to the last bit
    const key = `${a.id}${b.id}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = { score: compareListings(a, b).score, contradicts: contradict(a, b) };
    this.known.set(key, found);
    return found;
  }
}
