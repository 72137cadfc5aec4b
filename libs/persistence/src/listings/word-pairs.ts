import type { Listing } from '@gable/domain/listing';
import { NO_LETTERS, wordsOfListing, mixUnit } from '@gable/domain/words';

/**
 * Column `word_pairs` of a listing: a hash of 16 bits for each pair of words that stand beside each other in its title
 * or in its description, in rising order. A listing that says a phrase has all pairs of the phrase; one that has them
 * says it, or says something else of the same hashes, which is for the folded text to decide.
 */
export function wordPairs(listing: Listing): number[] {
  const { title, description } = wordsOfListing(listing);
  pairs = 0;
  addPairs(title);
  addPairs(description);
  const sorted = hashes.subarray(0, pairs).sort();
  const distinct: number[] = [];
  for (let at = 0; at < pairs; at += 1) if (at === 0 || sorted[at] !== sorted[at - 1]) distinct.push(sorted[at]!);
  return distinct;
}

/** The hashes of the pairs of a phrase as entries of criteria have it: `bel appartement lumineux` has two. */
export function pairsOfPhrase(entry: string): number[] {
  pairs = 0;
  addPairs(` ${entry} `);
  return [...hashes.subarray(0, pairs)];
}

let hashes = new Int16Array(1_024);
let pairs = 0;

/** Adds the pairs of a folded text, whose words have a blank on both sides. */
function addPairs(text: string): void {
  let before: number | null = null;
  let hash = NO_LETTERS;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== BLANK) {
      hash = mixUnit(hash, unit);
      continue;
    }
    if (before !== null) addPair(before, hash);
    before = hash;
    hash = NO_LETTERS;
  }
}

/** The order of the two counts. The finish of MurmurHash3 (Appleby) spreads what their sum leaves alike. */
function addPair(before: number, after: number): void {
  let hash = Math.imul(before, 31) + after;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  if (pairs === hashes.length) {
    const larger = new Int16Array(2 * hashes.length);
    larger.set(hashes);
    hashes = larger;
  }
  hashes[pairs++] = hash >>> 16;
}

const BLANK = 32;
