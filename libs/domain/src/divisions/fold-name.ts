import { plainText } from '../values/plain-text.js';

/**
 * The words of a name or of what somebody typed, made comparable: lower case, no accents, hyphens and apostrophes as
 * blanks, and French "st", "ste" written out where a name goes on after them ("st" alone may become Strasbourg).
 */
export function foldName(text: string): string[] {
  const words = plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.map((word, place) => (place < words.length - 1 ? (WRITTEN_OUT[word] ?? word) : word));
}

const WRITTEN_OUT: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null) as object, {
  st: 'saint',
  ste: 'sainte',
});
