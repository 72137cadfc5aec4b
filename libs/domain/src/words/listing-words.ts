import type { Listing } from '../listing/listing.js';
import { foldText } from './fold-text.js';

/** The texts of a listing in which words are looked for. */
export const TEXT_FIELDS = ['title', 'description'] as const;
/** One of TEXT_FIELDS. */
export type TextField = (typeof TEXT_FIELDS)[number];

/** The folded texts of a listing (`foldText`); empty where it states none. */
export type ListingWords = { readonly [F in TextField]: string };

/**
 * The words of a listing. They are kept as long as the listing, because many criteria ask for them in turn, and worked
 * out anew where its texts are no longer the same.
 */
export function wordsOfListing(listing: Listing): ListingWords {
  const known = kept.get(listing);
  if (known !== undefined && known.of.title === listing.title && known.of.description === listing.description)
    return known.words;
  const { title, description } = listing;
  const words = { title: foldText(title ?? ''), description: foldText(description ?? '') };
  kept.set(listing, { of: { title, description }, words });
  return words;
}

interface Kept {
  readonly of: Pick<Listing, TextField>;
  readonly words: ListingWords;
}
const kept = new WeakMap<Listing, Kept>();

/**
 * What stands in a folded text wherever an entry of criteria occurs there: `bel etage` is ` bel etage `, a beginning
 * `terrass*` is ` terrass`.
 */
export function needleOf(entry: string): string {
  return isBeginning(entry) ? ` ${entry.slice(0, -1)}` : ` ${entry} `;
}

/** Whether an entry is the beginning of a word. */
export function isBeginning(entry: string): boolean {
  return entry.endsWith('*');
}
