import { LONGEST_WORD } from '@gable/domain/words';

/** Most letters, in bytes, of a word that stands in its entry. */
export const INSIDE = 12;
/** In the third word of keys of words that do not: the sign, above the length. */
export const OUTSIDE = 0x8000_0000 | 0;
const [MIX_FIRST, MIX_SECOND, MIX_THIRD] = [0x9e37_79b1 | 0, 0x85eb_ca6b | 0, 0xc2b2_ae35 | 0] as const;
/** Words of LETTER_MASKS for each length. */
export const MASK_STEP = 4;

/** More than the longest word has: 100 code points of two units of three bytes, and a mark. */
const LENGTHS = 6 * LONGEST_WORD + 2;
/**
 * By a length times MASK_STEP: what of three words of letters belongs to a word of that length, and whether it is too
 * long for an entry (-1) or not (0).
 */
export const LETTER_MASKS = Int32Array.from({ length: LENGTHS * MASK_STEP }, (_, place) => {
  const length = place >>> 2;
  if ((place & 3) === 3) return length > INSIDE ? -1 : 0;
  const letters = length - 4 * (place & 3);
  return letters >= 4 ? -1 : letters <= 0 ? 0 : 2 ** (8 * letters) - 1;
});

/** The hash of a word by its letters as they stand in an entry. */
export function hashOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(first, MIX_FIRST) + Math.imul(second, MIX_SECOND) + Math.imul(third, MIX_THIRD);
  return (mixed ^ (mixed >>> 16)) | 0;
}

/** The hash of a word that does not stand in its entry, by that of its letters (`mixLetter`, from 0) and its length. */
export function hashOfLong(mixed: number, length: number): number {
  return hashOf(mixed, length, 0);
}

/** The hash of letters with one more. */
export function mixLetter(mixed: number, letter: number): number {
  return Math.imul(mixed ^ letter, MIX_FIRST) ^ (mixed >>> 15);
}

/** What an entry says of a word but for where its letters stand. */
export function keyOf(
  letters: Uint8Array,
  from: number,
  length: number,
): [first: number, second: number, third: number] {
  if (length <= INSIDE) {
    const key: [number, number, number] = [0, 0, 0];
    for (let place = 0; place < length; place += 1)
      key[place >>> 2] = (key[place >>> 2] as number) | ((letters[from + place] as number) << (8 * (place & 3)));
    // The last of twelve may have the sign that says that a word does not stand in its entry.
    if (key[2] >= 0) return key;
  }
  let mixed = 0;
  for (let place = from; place < from + length; place += 1) mixed = mixLetter(mixed, letters[place] as number);
  return [hashOfLong(mixed, length), 0, OUTSIDE | length];
}
