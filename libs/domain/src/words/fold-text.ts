import { foldCharacter } from './fold-character.js';

/** Longest word, in code points, that is kept as it is; no entry of criteria may be longer. */
export const LONGEST_WORD = 100;
/** Ends a word that was cut. No entry can say it, so that a cut word equals none, and still begins as it began. */
export const CUT = '…';

/**
 * The words of a text, folded, with one blank before, between and behind them: `L'étage, 150m²` is ` l etage 150m2 `.
 * Empty where there is none. A word is a longest run of letters and digits (docs/criteria.md, "Words"); one of more
 * than LONGEST_WORD code points is cut and marked. Linear in the length of the text.
 */
export function foldText(text: string): string {
  return DECODER.decode(foldUnits(text));
}

/** The words of a text, in their order. */
export function wordsOf(text: string): readonly string[] {
  const folded = foldText(text);
  return folded === '' ? [] : folded.slice(1, -1).split(' ');
}

/** The folded text as UTF-16 units. They are overwritten by the next call. */
export function foldUnits(text: string): Uint16Array {
  let length = 0;
  let word = 1; // where the word in the making begins
  let out = units.length < text.length + ROOM ? enlarge(text.length) : units;
  const simple = SIMPLE;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const folded = simple[unit] as number;
    if (folded > BLANK) {
      if (length === 0) out[length++] = BLANK;
      out[length++] = folded;
    } else if (folded === BLANK) {
      if (length > word) word = length = endWord(out, word, length);
    } else if (folded === ITSELF) {
      if (length > word) length = endWord(out, word, length);
      if (length + 2 * (text.length - at) + ROOM > out.length) out = enlarge(2 * out.length);
      if (length === 0) out[length++] = BLANK;
      out[length] = unit;
      word = length = endWord(out, length, length + 1);
    } else if (folded === UNKNOWN) {
      simple[unit] = simpleFold(unit);
      at -= 1; // now it is known
    } else if (folded === SEVERAL) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      at += character.length - 1;
      const letters = foldedOf(character);
      // What is left of the text and of this character has room, whatever it is.
      if (length + letters.length + (text.length - at) + ROOM > out.length) out = enlarge(2 * out.length);
      for (let place = 0; place < letters.length; place += 1) {
        const letter = letters.charCodeAt(place);
        if (length === 0 && letter !== BLANK) out[length++] = BLANK;
        if (letter !== BLANK) out[length++] = letter;
        else if (length > word) word = length = endWord(out, word, length);
      }
    }
  }
  if (length > word) length = endWord(out, word, length);
  return out.subarray(0, length);
}

/** What a character adds to a folded text, remembered. */
export function foldedOf(character: string): string {
  let folded = several.get(character);
  if (folded === undefined) several.set(character, (folded = foldCharacter(character)));
  return folded;
}

const BLANK = 32;
/** ITSELF: a character that is a word by itself, and stays as it is. */
const [UNKNOWN, DROPPED, SEVERAL, ITSELF] = [0, 1, 2, 3] as const;
/** By code unit: the one unit it is folded to, or one of those above. Learned as characters come by. */
const SIMPLE = new Uint16Array(65_536);
/** What other characters are folded to; at most all that Unicode has. */
const several = new Map<string, string>();

function simpleFold(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return SEVERAL; // half of a pair
  const folded = foldCharacter(String.fromCharCode(unit));
  if (folded === '') return DROPPED;
  if (folded === ` ${String.fromCharCode(unit)} `) return ITSELF;
  return folded.length === 1 ? folded.charCodeAt(0) : SEVERAL;
}

/** Blanks around the words and the mark of a cut one. */
const ROOM = 8;
const DECODER = new TextDecoder('utf-16le');
const CUT_UNIT = CUT.charCodeAt(0);
let units = new Uint16Array(1_024);

/** Makes a larger buffer, with what the one before held. */
function enlarge(length: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * length + ROOM);
  larger.set(units);
  return (units = larger);
}

/** Puts the blank behind a word, and cuts it where it is too long. Answers where the next one begins. */
function endWord(out: Uint16Array, word: number, length: number): number {
  let end = length;
  if (end - word > LONGEST_WORD) {
    let at = word;
    for (let points = 0; points < LONGEST_WORD && at < end; points += 1)
      at += ((out[at] as number) & 0xfc00) === 0xd800 ? 2 : 1;
    if (at < end) {
      out[at] = CUT_UNIT;
      end = at + 1;
    }
  }
  out[end] = BLANK;
  return end + 1;
}
