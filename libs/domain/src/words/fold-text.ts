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

/** Is told each word of a text as it is read: where it stands in the folded units, and its hash (`hashOfWord`). */
export interface WordVisitor {
  word(units: Uint16Array, from: number, to: number, hash: number): void;
}

/** The folded text as UTF-16 units. They are overwritten by the next call. */
export function foldUnits(text: string, visitor: WordVisitor = NOBODY): Uint16Array {
  let out = units.length < text.length + ROOM ? enlarge(text.length) : units;
  out[0] = BLANK;
  let length = 1;
  let word = 1; // where the word in the making begins
  let hash = NO_LETTERS;
  const simple = SIMPLE;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const folded = simple[unit] as number;
    if (folded > BLANK) {
      out[length++] = folded;
      hash = Math.imul(hash ^ folded, MIXER);
    } else if (folded === BLANK) {
      if (length === word) continue;
      word = length = endWord(out, word, length, hash, visitor);
      hash = NO_LETTERS;
    } else if (folded === UNKNOWN) {
      simple[unit] = simpleFold(unit);
      at -= 1; // now it is known
    } else if (folded !== DROPPED) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      at += character.length - 1;
      const letters = foldedOf(character);
      // What is left of the text and of this character has room, whatever it is.
      if (length + letters.length + (text.length - at) + ROOM > out.length) out = enlarge(2 * out.length);
      for (let place = 0; place < letters.length; place += 1) {
        const letter = letters.charCodeAt(place);
        if (letter !== BLANK) {
          out[length++] = letter;
          hash = Math.imul(hash ^ letter, MIXER);
        } else if (length > word) {
          word = length = endWord(out, word, length, hash, visitor);
          hash = NO_LETTERS;
        }
      }
    }
  }
  if (length > word) length = endWord(out, word, length, hash, visitor);
  return out.subarray(0, length === 1 ? 0 : length);
}

/** FNV-1a over units of UTF-16 (Fowler, Noll, Vo): the hash that a visitor is told. */
export function hashOfWord(word: string): number {
  let hash = NO_LETTERS;
  for (let at = 0; at < word.length; at += 1) hash = mixUnit(hash, word.charCodeAt(at));
  return hash;
}

/** The hash with one unit more; it begins with NO_LETTERS. */
export function mixUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, MIXER);
}

/** The hash of no letters at all. */
export const NO_LETTERS = 0x811c_9dc5 | 0;

/** What a character adds to a folded text, remembered. */
export function foldedOf(character: string): string {
  let folded = several.get(character);
  if (folded === undefined) several.set(character, (folded = foldCharacter(character)));
  return folded;
}

const BLANK = 32;
const [UNKNOWN, DROPPED, SEVERAL] = [0, 1, 2] as const;
const MIXER = 0x0100_0193;
const NOBODY: WordVisitor = { word: () => undefined };
/** By code unit: the one unit it is folded to, or one of the three above. Learned as characters come by. */
const SIMPLE = new Uint16Array(65_536);
/** What other characters are folded to; at most all that Unicode has. */
const several = new Map<string, string>();

function simpleFold(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return SEVERAL; // half of a pair
  const folded = foldCharacter(String.fromCharCode(unit));
  if (folded === '') return DROPPED;
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
function endWord(out: Uint16Array, word: number, length: number, hash: number, visitor: WordVisitor): number {
  const end = length - word > LONGEST_WORD ? cutWord(out, word, length) : length;
  out[end] = BLANK;
  visitor.word(out, word, end, end === length ? hash : hashOfWord(String.fromCharCode(...out.subarray(word, end))));
  return end + 1;
}

function cutWord(out: Uint16Array, word: number, length: number): number {
  let at = word;
  for (let points = 0; points < LONGEST_WORD && at < length; points += 1)
    at += ((out[at] as number) & 0xfc00) === 0xd800 ? 2 : 1;
  if (at >= length) return length;
  out[at] = CUT_UNIT;
  return at + 1;
}
