import { distance } from 'fastest-levenshtein';
import { shorten } from './shorten.js';

/** Longer names are no misspelling of ours, and comparing them would only cost time. */
const LONGEST_NAME = 40;

/**
 * Says that a key is unknown and what the caller may have meant: the nearest name known here, or where the name
 * belongs. `elsewhere` maps lower-case names known at other places or in the other mode to a hint.
 */
export function explainUnknownKey(
  key: string,
  known: ReadonlySet<string>,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): string {
  const lower = key.toLowerCase();
  const near = nearestName(key, known);
  // An exact name of another place says more than a near miss here, but less than the right name in the wrong case.
  const hint = near?.toLowerCase() === lower ? undefined : elsewhere.get(lower);
  if (hint !== undefined) return `is unknown here; ${hint}`;
  if (near !== undefined) return `is unknown here; ${didYouMean(near)}`;
  const nearElsewhere = elsewhere.get(nearestName(key, elsewhere.keys()) ?? '');
  return `is unknown here; ${nearElsewhere ?? `known are ${firstOf([...known])}`}`;
}

/** Names that a message lists. */
const MOST_NAMES = 20;

function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The hint that names what to write instead. */
export function didYouMean(name: string): string {
  return `did you mean ${name}?`;
}

/** Says that a word is not in a closed list, with the nearest one. */
export function explainUnknownWord(word: string, known: readonly string[]): string {
  const meant = nearestName(word, known);
  const hint = meant === undefined ? '' : `; ${didYouMean(meant)}`;
  return `expects one of ${known.join(', ')}, got "${shorten(word)}"${hint}`;
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
