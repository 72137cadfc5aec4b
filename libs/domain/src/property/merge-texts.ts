import type { Listing } from '../listing/listing.js';
import { textShingles, textSimilarity } from './grouping/text-shingles.js';

/** Texts that share at least half of their five-word shingles are copies of one text. */
const SAME_TEXT = 0.5;

/**
 * Title and text of the longest of the largest group of similar texts; of groups of one size the newest counts. Where
 * none has a text, the newest title.
 */
export function mergeTexts(newestFirst: readonly Listing[]): Pick<Listing, 'title' | 'description'> {
  const described = longestOfLargestGroup(newestFirst);
  return {
    title: described?.title ?? newestFirst.find(({ title }) => title !== undefined)?.title,
    description: described?.description,
  };
}

/** Groups the texts by what they share with the first of each group. */
function longestOfLargestGroup(listings: readonly Listing[]): Listing | undefined {
  const groups: Listing[][] = [];
  for (const listing of listings) {
    if (!listing.description) continue;
    const group = groups.find(([first]) => isStated(listing, first!));
    if (group === undefined) groups.push([listing]);
    else group.push(listing);
  }
  let largest = groups[0];
  for (const group of groups) if (group.length > largest!.length) largest = group;
  let longest = largest?.[0];
  for (const listing of largest ?? [])
    if (listing.description!.length > longest!.description!.length) longest = listing;
  return longest;
}

function isStated(a: Listing, b: Listing): boolean {
  if (a.description === b.description) return true;
  const [inA, inB] = [textShingles(a), textShingles(b)];
  return inA !== undefined && inB !== undefined && textSimilarity(inA, inB) >= SAME_TEXT;
}
