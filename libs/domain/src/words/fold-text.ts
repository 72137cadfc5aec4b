import { foldUnits } from './fold-units.js';

const DECODER = new TextDecoder('utf-16le');

/**
 * The words of a text, folded, with one blank before, between and behind them: `L'étage, 150m²` is ` l etage 150m2 `.
 * Empty where there is none. A word is a longest run of letters and digits (docs/criteria.md, "Words"); one of more
 * than LONGEST_WORD code points is cut and marked. Linear in the length of the text.
 */
export function foldText(text: string): string {
  const { units, count, ends } = foldUnits(text);
  return count === 0 ? '' : DECODER.decode(units.subarray(0, (ends[count - 1] as number) + 1));
}

/** The words of a text, in their order. */
export function wordsOf(text: string): readonly string[] {
  const folded = foldText(text);
  return folded === '' ? [] : folded.slice(1, -1).split(' ');
}
