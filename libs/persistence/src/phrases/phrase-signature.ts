/** Bits of a signature, and slices of a segment. */
export const SLICES = 2_048;
/**
 * Bits that a pair of words sets. A text of 190 pairs sets a third of all bits, so that one text in a hundred seems to
 * have a pair that it has not.
 */
const SLICES_PER_PAIR = 4;
const BAR = '|';

/**
 * Which pairs of neighbouring words a folded text has (column `folded_text`), as a set that may say yes in error but
 * never no: bit n is bit n % 8, from the right, of byte n / 8.
 */
export function signatureOf(foldedText: string): Buffer {
  const signature = Buffer.alloc(SLICES / 8);
  let last: string | null = null;
  for (const word of foldedText.split(' ')) {
    if (word === '') continue;
    if (last !== null && word !== BAR && last !== BAR)
      for (const slice of slicesOfPair(last, word)) signature[slice >> 3]! |= 1 << (slice & 7);
    last = word;
  }
  return signature;
}

/** The bits that every text has in which a phrase occurs; a phrase has two words or more, with a blank between. */
export function slicesOfPhrase(phrase: string): readonly number[] {
  const words = phrase.split(' ');
  return [...new Set(words.slice(1).flatMap((word, n) => slicesOfPair(words[n]!, word)))];
}

/** The same for ever, because signatures are stored: a hash of FNV-1a, mixed as MurmurHash3 ends. */
function slicesOfPair(word: string, next: string): number[] {
  const pair = `${word} ${next}`;
  let hash = 0x811c_9dc5;
  for (let at = 0; at < pair.length; at += 1) hash = Math.imul(hash ^ pair.charCodeAt(at), 0x0100_0193);
  const one = mixed(hash);
  const other = mixed(one ^ 0x9e37_79b9);
  return [one, one >>> 11, other, other >>> 11].slice(0, SLICES_PER_PAIR).map((bits) => bits & (SLICES - 1));
}

function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85eb_ca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
