import { distance } from 'fastest-levenshtein';
import { shorten } from './show.js';

/** Longer names are no misspelling of ours, and comparing them would only cost time. */
const LONGEST_NAME = 40;

/**
 * Says that a key is unknown and what the caller may have meant: the nearest name known here, or where the name belongs.
 * `elsewhere` maps lower-case names known at other places or in the other mode to what to write here.
 */
export function explainUnknownKey(key: string, known: ReadonlySet<string>, elsewhere: ReadonlyMap<string, string> = new Map()): string {
  const lower = key.toLowerCase();
  const meant = elsewhere.get(lower) ?? nearestName(key, known) ?? elsewhere.get(nearestName(key, elsewhere.keys()) ?? '');
  return meant === undefined ? `is unknown here; known are ${[...known].join(', ')}` : `is unknown here; did you mean ${meant}?`;
}

/** Says that a word is not in a closed list, with the nearest one. */
export function explainUnknownWord(word: string, known: readonly string[]): string {
  const meant = nearestName(word, known);
  return `expects one of ${known.join(', ')}, got "${shorten(word)}"${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** The known name within a few typing errors of a word; case does not count. */
export function nearestName(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST_NAME) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const name of known) {
    const errors = distance(lower, name.toLowerCase());
    if (errors < fewest) [best, fewest] = [name, errors];
  }
  return best;
}
