import { eachAtLeisure, sortAtLeisure, type Pause } from './at-leisure.js';
import { foldName } from './fold-name.js';
import type { NameEntry } from './name-tree.js';
import type { NamedDivision } from './named-division.js';

/** What a text is of its division: the name, the name from a later word on, or a postal code. */
export type TextKind = 'name' | 'word' | 'code';

/**
 * A text that a division is found by; `owner` is the division's place in the list. Without blanks: "L'Haÿ", "l hay"
 * and "lhay" are one.
 */
export interface NamedText extends NameEntry {
  readonly kind: TextKind;
}

/** Every text that finds a division. */
function textsOf({ name, postalCodes }: NamedDivision, owner: number): NamedText[] {
  const words = foldName(name);
  return [
    ...words.map((_, from): NamedText => ({
      text: words.slice(from).join(''),
      owner,
      kind: from === 0 ? 'name' : 'word',
    })),
    ...postalCodes.map((code): NamedText => ({ text: foldName(code).join(''), owner, kind: 'code' })),
  ].filter(({ text }) => text !== '');
}

/** All texts of these divisions, sorted by code units. */
export async function sortedTexts(divisions: readonly NamedDivision[], pause: Pause): Promise<NamedText[]> {
  const texts: NamedText[] = [];
  await eachAtLeisure(divisions, pause, (division, place) => {
    for (const text of textsOf(division, place)) texts.push(text);
  });
  return sortAtLeisure(
    texts,
    pause,
    ({ text }) => text.slice(0, PORTION_LETTERS),
    (one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : one.owner - other.owner),
  );
}

const PORTION_LETTERS = 2;
