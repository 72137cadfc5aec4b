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
export function textsOf({ name, postalCodes }: NamedDivision, owner: number): NamedText[] {
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

/** By code units, portion by portion: sorting all at once would hold a server up. */
export async function sortTexts(texts: readonly NamedText[], pause: () => Promise<void>): Promise<NamedText[]> {
  const portions = new Map<string, NamedText[]>();
  for (const each of texts) {
    const start = each.text.slice(0, PORTION_LETTERS);
    const portion = portions.get(start);
    if (portion) portion.push(each);
    else portions.set(start, [each]);
  }
  const sorted: NamedText[] = [];
  let since = 0;
  for (const start of [...portions.keys()].sort()) {
    const portion = portions
      .get(start)!
      .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : one.owner - other.owner));
    for (const each of portion) sorted.push(each);
    since += portion.length;
    if (since < TEXTS_AT_ONCE) continue;
    since = 0;
    await pause();
  }
  return sorted;
}

const PORTION_LETTERS = 2;
/** A few milliseconds of work. */
const TEXTS_AT_ONCE = 2_000;
