import { isBeginning } from '@gable/domain/words';
import type { WordNeeds } from '../compile/box.js';
import type { Lexicon } from '../words/lexicon.js';
import type { TextReading } from '../words/text-reading.js';

/**
 * A condition on words as whole numbers that stand side by side: an alert that is tested for it waits for one line of
 * memory. First how many entries must all occur, must not occur, and of how many one must (0: of none); then these
 * entries in this order. An entry is the number of its word or beginning; of a phrase, the number of its words below
 * 0, then theirs.
 */
export function encodeNeeds({ all, any, none }: WordNeeds, lexicon: Lexicon): number[] {
  const encoded = [all.length, none.length, any?.length ?? 0];
  for (const entry of [...all, ...none, ...(any ?? [])]) {
    const words = isBeginning(entry) ? [entry] : entry.split(' ');
    if (words.length > 1) encoded.push(-words.length);
    for (const word of words) encoded.push(lexicon.retain(word));
  }
  return encoded;
}

/** Gives back the words that `encodeNeeds` held; the condition stands in `words` from `at` on. */
export function releaseNeeds(words: Int32Array, at: number, lexicon: Lexicon): void {
  let left = (words[at] as number) + (words[at + 1] as number) + (words[at + 2] as number);
  for (let place = at + 3; left > 0; left -= 1) {
    const size = words[place] as number;
    const [from, to] = size > 0 ? [place, place + 1] : [place + 1, place + 1 - size];
    for (let word = from; word < to; word += 1) lexicon.release(words[word] as number);
    place = to;
  }
}

/** Whether a listing meets the condition that stands in `words` from `at` on; `texts` says where words count. */
export function meetsNeeds(words: Int32Array, at: number, reading: TextReading, texts: number): boolean {
  let place = at + 3;
  const wanted = words[at] as number;
  const unwanted = wanted + (words[at + 1] as number);
  for (let entry = 0; entry < unwanted; entry += 1) {
    if (occurs(words, place, reading, texts) !== entry < wanted) return false;
    place = behind(words, place);
  }
  const choices = words[at + 2] as number;
  for (let entry = 0; entry < choices; entry += 1) {
    if (occurs(words, place, reading, texts)) return true;
    place = behind(words, place);
  }
  return choices === 0;
}

function occurs(words: Int32Array, place: number, reading: TextReading, texts: number): boolean {
  const size = words[place] as number;
  if (size > 0) return (reading.textsWith(size) & texts) !== 0;
  return reading.hasPhrase(words, place + 1, place + 1 - size, texts);
}

/** Where the entry behind this one stands. */
function behind(words: Int32Array, place: number): number {
  const size = words[place] as number;
  return size > 0 ? place + 1 : place + 1 - size;
}
