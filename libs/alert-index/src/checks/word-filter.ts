import type { WordNeeds } from '../compile/box.js';
import { needsAll, needsNoneOf, needsOneOf, NO_FILTER, OPEN_FILTER } from '../words/filter.js';
import type { Lexicon } from '../words/lexicon.js';
import { IN_DESCRIPTION, IN_TITLE } from '../words/text-reading.js';

/**
 * The filter (`filter.ts`) of a box that asks for these words, which the lexicon must hold: as much of them as fits.
 * What must occur says more than what may, and that more than what must not.
 */
export function filterOf(needs: readonly WordNeeds[], lexicon: Lexicon): number {
  if (needs.length === 0) return NO_FILTER;
  const isAll = isOneListOfWords(needs);
  const numbers = (words: readonly string[]): number[] => words.map((word) => lexicon.find(word));
  const byRarity = (words: readonly string[]): string[] =>
    [...new Set(words)]
      .map((word) => ({ word, seen: lexicon.timesSeen(word) }))
      .sort((a, b) => a.seen - b.seen || b.word.length - a.word.length)
      .map(({ word }) => word);
  /** Of each entry its rarest word. */
  const ofEach = (entries: readonly string[]): string[] => [
    ...new Set(entries.map((entry) => byRarity(entry.split(' '))[0] as string)),
  ];

  const required = needs.flatMap(({ all, any }) => (any?.length === 1 ? [...all, ...any] : all));
  if (required.length > 0) return needsAll(numbers(byRarity(required.flatMap((entry) => entry.split(' ')))), isAll);
  const choices = needs
    .flatMap(({ any }) => (any === null || any.length === 0 ? [] : [ofEach(any)]))
    .sort((a, b) => a.length - b.length)[0];
  if (choices !== undefined) return needsOneOf(numbers(choices), isAll);
  const unwanted = ofEach(needs.flatMap(({ none }) => none));
  return unwanted.length === 0 ? OPEN_FILTER : needsNoneOf(numbers(unwanted), isAll);
}

/** Whether nothing is asked but that all, any or none of some words stand in either text: no phrase, no two lists. */
function isOneListOfWords([first, ...more]: readonly WordNeeds[]): boolean {
  if (first === undefined || more.length > 0 || first.texts !== (IN_TITLE | IN_DESCRIPTION)) return false;
  const lists = [first.all, first.none, first.any ?? []].filter((list) => list.length > 0);
  return lists.length === 1 && !(lists[0] as readonly string[]).some((entry) => entry.includes(' '));
}
