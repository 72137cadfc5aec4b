import { isMark } from './fold-character.js';
import { CUT, LONGEST_WORD } from './fold-units.js';
import { foldedOf } from './simple-folds.js';

/** A word of a text and where it stands there: half-open, in UTF-16 units. */
export interface WordPlace {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text as `wordsOf` has them, each with its place; a mark belongs to the letter before it. */
export function wordPlaces(text: string): readonly WordPlace[] {
  const places: WordPlace[] = [];
  let open: { letters: string[]; start: number; end: number } | null = null;
  const endWord = (): void => {
    if (open === null) return;
    places.push({ word: cut(open.letters.join('')), start: open.start, end: open.end });
    open = null;
  };
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const end = at + character.length;
    if (open !== null && open.end === at && isMark(character)) open.end = end;
    for (const letter of foldedOf(character)) {
      if (letter === ' ') endWord();
      else {
        open ??= { letters: [], start: at, end };
        open.letters.push(letter);
        open.end = end;
      }
    }
    at = end;
  }
  endWord();
  return places;
}

function cut(word: string): string {
  if (word.length <= LONGEST_WORD) return word;
  const letters = Array.from(word);
  return letters.length > LONGEST_WORD ? letters.slice(0, LONGEST_WORD).join('') + CUT : word;
}
