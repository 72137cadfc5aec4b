import type { Listing } from '../../listing/listing.js';

const { imul } = Math; // once, not per character

const WORDS_PER_SHINGLE = 5;
/** Enough to know a text by; longer ones are mostly boilerplate at their end. */
const MAX_WORDS = 400;
/** Of shorter texts a stray phrase would be a large part. */
const MIN_SHINGLES = 8;

/** Hashes of the shingles of a text, ascending, each once. With a sign: V8 boxes integers beyond 31 bits. */
export type Shingles = Int32Array;

/**
 * Hashes of all runs of five words of the description, without case, accents and punctuation; undefined where there
 * is too little text to compare. Broder, "On the resemblance and containment of documents" (1997).
 */
export function textShingles(listing: Listing): Shingles | undefined {
  const { description } = listing;
  if (description === undefined || description.length < 40) return undefined;
  let shingles = cache.get(listing);
  if (shingles === undefined) cache.set(listing, (shingles = shinglesOf(description)));
  return shingles.length < MIN_SHINGLES ? undefined : shingles;
}

// A listing is asked for its text by both sorts of keys and by every comparison. At most 1.6 kB each, gone with the
// listing, which nobody changes in place.
const cache = new WeakMap<Listing, Shingles>();

function shinglesOf(description: string): Shingles {
  const read = description.slice(0, MAX_WORDS * 12);
  const count = plainWordHashes(read) ?? wordHashes(read.normalize('NFD').toLowerCase());
  const shingles = new Int32Array(Math.max(0, count - WORDS_PER_SHINGLE + 1));
  for (let first = 0; first < shingles.length; first++) {
    let hash = 0;
    for (let i = first; i < first + WORDS_PER_SHINGLE; i++) hash = imul(hash ^ words[i]!, 0x9e3779b1) ^ (hash >>> 15);
    shingles[first] = hash;
  }
  return eachOnce(shingles.sort());
}

/** The hashes of the words that were read last. Kept, so that no list grows anew for every text. */
const words = new Int32Array(MAX_WORDS);

/** Of equal neighbours the first, in the place of all. */
function eachOnce(sorted: Int32Array): Int32Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[kept - 1]) sorted[kept++] = sorted[i]!;
  return kept === sorted.length ? sorted : sorted.slice(0, kept);
}

/**
 * Fills `words` with the hashes of the words as they come, without a text that is made for it, and answers how many
 * there are: of a text of Latin letters, which most are, each unit by itself is one unit without case and accent.
 * Undefined where another sort of unit stands in it.
 */
function plainWordHashes(text: string): number | undefined {
  let count = 0;
  let hash = EMPTY;
  let isWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const plain = unit < PLAIN_UNITS.length ? PLAIN_UNITS[unit]! : NOT_ALONE;
    if (plain > NOT_ALONE) {
      hash = imul(hash ^ plain, FNV_PRIME);
      isWord = true;
    } else if (plain === NOT_ALONE) return undefined;
    else if (isWord) {
      words[count++] = hash;
      if (count === MAX_WORDS) return count;
      hash = EMPTY;
      isWord = false;
    }
  }
  if (isWord) words[count++] = hash;
  return count;
}

/**
 * The same with FNV-1a of every word of a text without case, whose accents are split off, read unit by unit: three
 * times as fast as a regular expression.
 */
function wordHashes(plain: string): number {
  let count = 0;
  let hash = EMPTY;
  let isWord = false;
  for (let i = 0; i < plain.length; i++) {
    const unit = plain.charCodeAt(i);
    if (unit >= 0x300 && unit < 0x370) continue; // an accent, split off its letter
    if (isLetterOrDigit(unit)) {
      hash = imul(hash ^ unit, FNV_PRIME);
      isWord = true;
    } else if (isWord) {
      words[count++] = hash;
      if (count === MAX_WORDS) return count;
      hash = EMPTY;
      isWord = false;
    }
  }
  if (isWord) words[count++] = hash;
  return count;
}
/** As integers of 32 bits, so that no loop here meets a fraction. */
const [EMPTY, FNV_PRIME] = [0x811c9dc5 | 0, 0x01000193] as const;

/** Beyond ASCII everything but Latin-1 signs, punctuation and symbols. */
function isLetterOrDigit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && (unit < 0x2000 || unit > 0x2bff);
}

/** What ends a word, and units whose meaning depends on others: accents that stand alone, halves of pairs. */
const [NO_LETTER, NOT_ALONE] = [0, 1] as const;
/** Units of Latin letters and of the signs that stand between them, as `wordHashes` reads each. */
const PLAIN_UNITS = Uint16Array.from({ length: 0x20d0 }, (_, unit) => {
  if (unit >= 0x180 && unit < 0x2010) return NOT_ALONE;
  const plain = String.fromCharCode(unit)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
  return isLetterOrDigit(plain.charCodeAt(0)) ? plain.charCodeAt(0) : NO_LETTER;
});

const BANDS = 4;
const MINIMA_PER_BAND = 3;
const SEEDS = Int32Array.from({ length: BANDS * MINIMA_PER_BAND }, (_, i) => imul(i + 1, 0x85ebca6b) | 1);

/**
 * Four words for the text, of which two texts share at least one with probability 1 − (1 − J³)⁴, J their Jaccard
 * similarity. None for a text too short to compare.
 */
export function textBands(listing: Listing): readonly string[] {
  const shingles = textShingles(listing);
  if (shingles === undefined) return [];
  for (let i = 0; i < shingles.length; i++) mixed[i] = shingles[i]! ^ (shingles[i]! >>> 16);
  const bands: string[] = [];
  for (let band = 0; band < BANDS; band++) {
    let text = `${band}`;
    for (let i = 0; i < MINIMA_PER_BAND; i++)
      text += `:${leastHash(SEEDS[band * MINIMA_PER_BAND + i]!, shingles.length)}`;
    bands.push(text);
  }
  return bands;
}

/** Shingles before they meet a seed. Kept, as `words` is. */
const mixed = new Int32Array(MAX_WORDS);

/** The least of the hashes of `mixed` under a seed, read without a sign: half a turn on, integers compare as such. */
function leastHash(seed: number, count: number): number {
  let least = 0x7fffffff;
  for (let i = 0; i < count; i++) {
    const hash = imul(mixed[i]!, seed);
    const turned = hash ^ (hash >>> 13) ^ HALF_TURN;
    if (turned < least) least = turned;
  }
  return (least ^ HALF_TURN) >>> 0;
}
const HALF_TURN = 0x80000000 | 0;

/** Share of the shingles of two texts that both hold, 0 to 1 (Jaccard similarity). */
export function textSimilarity(a: Shingles, b: Shingles): number {
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const inA = a[i]!;
    const inB = b[j]!;
    if (inA === inB) both++;
    if (inA <= inB) i++;
    if (inB <= inA) j++;
  }
  return both / (a.length + b.length - both);
}
