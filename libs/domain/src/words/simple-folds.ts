import { foldCharacter } from './fold-character.js';

/** In SIMPLE: not learned yet; adds nothing; becomes several units or none that fits in one. */
export const [UNKNOWN, DROPPED, SEVERAL] = [0, 1, 2] as const;
/** Ends a word. What is above it in SIMPLE is a letter or digit. */
export const BLANK = 32;

/** By code unit: the one unit it is folded to, or one of the four above. Learned as characters come by. */
export const SIMPLE = new Uint16Array(65_536);
/** What other characters are folded to; at most all that Unicode has. */
const several = new Map<string, string>();

/** Writes into SIMPLE what a code unit is folded to; answers it. */
export function learnSimple(unit: number): number {
  return (SIMPLE[unit] = simpleFold(unit));
}

/** What a character adds to a folded text, remembered. */
export function foldedOf(character: string): string {
  let folded = several.get(character);
  if (folded === undefined) several.set(character, (folded = foldCharacter(character)));
  return folded;
}

function simpleFold(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return SEVERAL; // half of a pair
  const folded = foldCharacter(String.fromCharCode(unit));
  if (folded === '') return DROPPED;
  return folded.length === 1 ? folded.charCodeAt(0) : SEVERAL;
}
