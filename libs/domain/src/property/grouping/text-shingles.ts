import type { Listing } from '../../listing/listing.js';

const WORDS_PER_SHINGLE = 5;
/** Enough to know a text by; longer ones are mostly boilerplate at their end. */
const MAX_WORDS = 400;
/** Of shorter texts a stray phrase would be a large part. */
const MIN_SHINGLES = 8;

/**
 * Hashes of all runs of five words of the description, without case, accents and punctuation; undefined where there is too little text to compare.
 * Broder, "On the resemblance and containment of documents" (1997).
 */
export function textShingles(listing: Listing): ReadonlySet<number> | undefined {
  const known = cache.get(listing);
  if (known !== undefined) return known ?? undefined;
  const shingles = makeShingles(listing.description ?? '');
  cache.set(listing, shingles ?? null);
  return shingles;
}

// Each listing is compared with some twenty others. Keyed by the object: listings are not changed in place.
const cache = new WeakMap<Listing, ReadonlySet<number> | null>();

function makeShingles(text: string): ReadonlySet<number> | undefined {
  if (text.length < 40) return undefined;
  const words = text.slice(0, MAX_WORDS * 12).normalize('NFD').replace(/\p{M}+/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.min(words.length, MAX_WORDS) - WORDS_PER_SHINGLE + 1;
  if (count < MIN_SHINGLES) return undefined;
  const hashes = words.slice(0, MAX_WORDS).map(hashWord);
  const shingles = new Set<number>();
  for (let first = 0; first < count; first++) {
    let hash = 0;
    for (let i = first; i < first + WORDS_PER_SHINGLE; i++) hash = Math.imul(hash ^ hashes[i]!, 0x9e3779b1) ^ (hash >>> 15);
    shingles.add(hash >>> 0);
  }
  return shingles;
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

const BANDS = 4;
const MINIMA_PER_BAND = 2;
const SEEDS = Uint32Array.from({ length: BANDS * MINIMA_PER_BAND }, (_, i) => Math.imul(i + 1, 0x85ebca6b) | 1);

/** Four words for the text, of which two texts share at least one with probability 1 − (1 − J²)⁴, J their Jaccard similarity. None for a text too short to compare. */
export function textBands(listing: Listing): string[] {
  const shingles = textShingles(listing);
  if (shingles === undefined) return [];
  const minima = new Uint32Array(SEEDS.length).fill(0xffffffff);
  for (const shingle of shingles) {
    for (let i = 0; i < SEEDS.length; i++) {
      let hash = Math.imul(shingle ^ (shingle >>> 16), SEEDS[i]!);
      hash = (hash ^ (hash >>> 13)) >>> 0;
      if (hash < minima[i]!) minima[i] = hash;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => `${band}:${minima.slice(band * MINIMA_PER_BAND, (band + 1) * MINIMA_PER_BAND).join(':')}`);
}

/** Share of the shingles of two texts that both hold, 0 to 1, without those that `isFrequent`; undefined where nothing is left to compare. */
export function textSimilarity(a: ReadonlySet<number>, b: ReadonlySet<number>, isFrequent: (shingle: number) => boolean): number | undefined {
  let both = 0;
  let inA = 0;
  let inB = 0;
  for (const shingle of a) {
    if (isFrequent(shingle)) continue;
    inA++;
    if (b.has(shingle)) both++;
  }
  for (const shingle of b) if (!isFrequent(shingle)) inB++;
  return inA < MIN_SHINGLES || inB < MIN_SHINGLES ? undefined : both / (inA + inB - both);
}
