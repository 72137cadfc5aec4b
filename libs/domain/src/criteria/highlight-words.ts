import type { Listing } from '../listing/listing.js';
import { isBeginning, TEXT_FIELDS, type TextField } from '../words/listing-words.js';
import { type WordPlace, wordPlaces } from '../words/word-places.js';
import type { Criteria, WordsCondition } from './criteria.js';
import { matchCriteria } from './match-criteria.js';

/** A part of a text: half-open, in UTF-16 units of the text as it is stated. */
export type TextPart = readonly [start: number, end: number];
/** The parts of a listing's texts that words of criteria met; a text without any is left out. */
export type Highlight = { readonly [F in TextField]?: readonly TextPart[] };

/**
 * Where the words that criteria ask for stand in a listing that meets them: whole words, whole phrases, of a beginning
 * the word that begins so; in their order, and as one where they overlap. Of alternatives only those count that are
 * met.
 */
export function highlightWords(criteria: Criteria, listing: Listing): Highlight {
  const asked = [...conditionsMet(criteria, listing)];
  const found: { -readonly [F in TextField]?: readonly TextPart[] } = {};
  for (const field of TEXT_FIELDS) {
    const entries = asked.flatMap((one) => (one.in.includes(field) ? [...one.all, ...(one.any ?? [])] : []));
    const text = listing[field];
    if (entries.length === 0 || text == null) continue;
    const parts = partsOf([...new Set(entries)], wordPlaces(text));
    if (parts.length > 0) found[field] = parts;
  }
  return found;
}

/** Whether criteria ask for words that a listing has, anywhere in the tree. */
export function asksForWords({ conditions, children }: Criteria): boolean {
  return conditions.some(({ kind }) => kind === 'words') || children.some(asksForWords);
}

function* conditionsMet(criteria: Criteria, listing: Listing): Generator<WordsCondition> {
  if (!asksForWords(criteria) || !matchCriteria(criteria, listing)) return;
  for (const condition of criteria.conditions) if (condition.kind === 'words') yield condition;
  for (const child of criteria.children) yield* conditionsMet(child, listing);
}

function partsOf(entries: readonly string[], places: readonly WordPlace[]): readonly TextPart[] {
  const byFirst = new Map<string, (readonly string[])[]>();
  const beginnings: string[] = [];
  for (const entry of entries) {
    if (isBeginning(entry)) beginnings.push(entry.slice(0, -1));
    else {
      const [first, ...others] = entry.split(' ') as [string, ...string[]];
      byFirst.set(first, [...(byFirst.get(first) ?? []), others]);
    }
  }
  const parts: [start: number, end: number][] = [];
  for (const [place, { word, start, end }] of places.entries()) {
    let last = beginnings.some((beginning) => word.startsWith(beginning)) ? end : -1;
    for (const others of byFirst.get(word) ?? []) {
      if (others.every((other, n) => places[place + 1 + n]?.word === other))
        last = Math.max(last, places[place + others.length]!.end);
    }
    if (last < 0) continue;
    const before = parts.at(-1);
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], last);
    else parts.push([start, last]);
  }
  return parts;
}
