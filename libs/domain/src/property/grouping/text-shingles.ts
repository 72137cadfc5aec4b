import type { Listing } from '../../listing/listing.js';

const { imul } = Math; // once, not per character

const WORDS_PER_SHINGLE = 5;
/** Enough to know a text by; longer ones are mostly boilerplate at their end. */
const MAX_WORDS = 400;
/** Of shorter texts a stray phrase would be a large part. */
const MIN_SHINGLES = 8;

/** Hashes of the shingles of a text, ascending, each once. */
export type Shingles = Uint32Array;

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
  const words = plainWordHashes(read) ?? wordHashes(read.normalize('NFD').toLowerCase());
  const shingles = new Uint32Array(Math.max(0, words.length - WORDS_PER_SHINGLE + 1));
  for (let first = 0; first < shingles.length; first++) {
    let hash = 0;
    for (let i = first; i < first + WORDS_PER_SHINGLE; i++) hash = imul(hash ^ words[i]!, 0x9e3779b1) ^ (hash >>> 15);
    shingles[first] = hash;
  }
  return eachOnce(shingles.sort());
}

/** Of equal neighbours the first, in the place of all. */
function eachOnce(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (const value of sorted) if (kept === 0 || value !== sorted[kept - 1]) sorted[kept++] = value;
  return sorted.slice(0, kept);
}

/**
 * The hashes of the words as they come, without a text that is made for it: of a text of Latin letters, which most are,
 * each unit by itself is one unit without case and accent. Undefined where another sort of unit stands in it.
 */
function plainWordHashes(text: string): number[] | undefined {
  const hashes: number[] = [];
  let hash = EMPTY;
  for (let i = 0; i < text.length; i++) {
    const plain = PLAIN_UNITS[text.charCodeAt(i)];
    if (plain === undefined || plain === NOT_ALONE) return undefined;
    if (plain !== NO_LETTER) hash = imul(hash ^ plain, 0x01000193);
    else if (hash !== EMPTY) {
      hashes.push(hash);
      if (hashes.length === MAX_WORDS) return hashes;
      hash = EMPTY;
    }
  }
  if (hash !== EMPTY) hashes.push(hash);
  return hashes;
}

/**
 * FNV-1a of every word, read unit by unit: three times as fast as a regular expression, and every listing with a text
 * comes through here.
 */
function wordHashes(plain: string): number[] {
  const hashes: number[] = [];
  let hash = EMPTY;
  for (let i = 0; i < plain.length; i++) {
    const unit = plain.charCodeAt(i);
    if (unit >= 0x300 && unit < 0x370) continue; // an accent, split off its letter
    if (isLetterOrDigit(unit)) hash = imul(hash ^ unit, 0x01000193);
    else if (hash !== EMPTY) {
      hashes.push(hash);
      if (hashes.length === MAX_WORDS) return hashes;
      hash = EMPTY;
    }
  }
  if (hash !== EMPTY) hashes.push(hash);
  return hashes;
}
const EMPTY = 0x811c9dc5;

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
const SEEDS = Uint32Array.from({ length: BANDS * MINIMA_PER_BAND }, (_, i) => imul(i + 1, 0x85ebca6b) | 1);

/**
 * Four words for the text, of which two texts share at least one with probability 1 − (1 − J³)⁴, J their Jaccard
 * similarity. None for a text too short to compare.
 */
export function textBands(listing: Listing): readonly string[] {
  let bands = bandCache.get(listing);
  if (bands === undefined) bandCache.set(listing, (bands = bandsOf(textShingles(listing))));
  return bands;
}
const bandCache = new WeakMap<Listing, readonly string[]>(); // keys to store and keys to probe ask in turn

function bandsOf(shingles: Shingles | undefined): readonly string[] {
  if (shingles === undefined) return [];
  const minima = new Uint32Array(SEEDS.length).fill(0xffffffff);
  for (const shingle of shingles) {
    for (let i = 0; i < SEEDS.length; i++) {
      let hash = imul(shingle ^ (shingle >>> 16), SEEDS[i]!);
      hash = (hash ^ (hash >>> 13)) >>> 0;
      if (hash < minima[i]!) minima[i] = hash;
    }
  }
  return Array.from(
    { length: BANDS },
    (_, band) => `${band}:${minima.slice(band * MINIMA_PER_BAND, (band + 1) * MINIMA_PER_BAND).join(':')}`,
  );
}

/** Share of the shingles of two texts that both hold, 0 to 1 (Jaccard similarity). */
export function textSimilarity(a: Shingles, b: Shingles): number {
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [inA, inB] = [a[i]!, b[j]!];
    if (inA === inB) both++;
    if (inA <= inB) i++;
    if (inB <= inA) j++;
  }
  return both / (a.length + b.length - both);
}
