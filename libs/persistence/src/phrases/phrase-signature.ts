/**
 * Bits of a signature, and slices of a segment. A pair of words sets five: a text of 190 pairs sets a fifth of all, so
 * that one text in 2,500 seems to have a pair that it has not.
 */
export const SLICES = 4_096;
const NO_LETTERS = 0x811c_9dc5 | 0;
const PRIME = 0x0100_0193;
const [BLANK, BAR] = [' '.charCodeAt(0), '|'.charCodeAt(0)];

/**
 * Which pairs of neighbouring words a folded text has (column `folded_text`), as a set that may say yes in error but
 * never no: bit n is bit n % 8, from the right, of byte n / 8.
 */
export function signatureOf(foldedText: string): Buffer {
  const signature = Buffer.alloc(SLICES / 8);
  for (const hash of pairHashes(foldedText))
    forEachSlice(hash, (slice) => (signature[slice >> 3]! |= 1 << (slice & 7)));
  return signature;
}

/** The bits that every text has in which a phrase occurs; a phrase has two words or more, with a blank between. */
export function slicesOfPhrase(phrase: string): readonly number[] {
  const slices = new Set<number>();
  for (const hash of pairHashes(`${phrase} `)) forEachSlice(hash, (slice) => slices.add(slice));
  return [...slices];
}

/** A hash (FNV-1a) of each two words that stand beside each other in one text, with a blank between. */
function pairHashes(foldedText: string): number[] {
  const hashes: number[] = [];
  let pair = NO_LETTERS; // of the word before, a blank, and this word so far
  let word = NO_LETTERS;
  let hasLetters = false;
  let isFirst = true;
  for (let at = 0; at < foldedText.length; at += 1) {
    const letter = foldedText.charCodeAt(at);
    if (letter === BAR) isFirst = true;
    else if (letter !== BLANK) {
      pair = Math.imul(pair ^ letter, PRIME);
      word = Math.imul(word ^ letter, PRIME);
      hasLetters = true;
    } else if (hasLetters) {
      if (!isFirst) hashes.push(pair);
      pair = Math.imul(word ^ BLANK, PRIME);
      word = NO_LETTERS;
      hasLetters = isFirst = false;
    }
  }
  return hashes;
}

/** The same for ever, because signatures are stored: the hash mixed as MurmurHash3 ends. */
function forEachSlice(hash: number, take: (slice: number) => void): void {
  const one = mixed(hash);
  const other = mixed(one ^ 0x9e37_79b9);
  const third = mixed(other ^ 0x9e37_79b9);
  take(one & LAST);
  take((one >>> 16) & LAST);
  take(other & LAST);
  take((other >>> 16) & LAST);
  take(third & LAST);
}
const LAST = SLICES - 1;

function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85eb_ca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
