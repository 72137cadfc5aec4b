import { LONGEST_WORD } from './fold-units.js';
import { BLANK, DROPPED, foldedOf, learnSimple, SEVERAL, SIMPLE, UNKNOWN } from './simple-folds.js';

/**
 * The words of a piece of a text, as `wordsOf` has them, in the bytes of `lettersOf`, one behind the other without
 * blanks. All pieces stand in the same memory: arrays that are never other ones are read without asking where they are.
 */
export interface LettersOfPiece {
  readonly bytes: Uint8Array;
  /** The same memory. At least 16 bytes of any content stand behind the last word. */
  readonly view: DataView;
  /** How many words there are. */
  count: number;
  /** Where each word ends; it begins where the word before ends, the first one at 0. */
  readonly ends: Int32Array;
}

/**
 * A word in bytes: each unit of UTF-16 as UTF-8 writes it, halves of pairs by themselves (CESU-8, Unicode technical
 * report 26). Equal bytes are equal words, and a beginning of a word is one of its bytes.
 */
export function lettersOf(word: string): Uint8Array {
  const letters = new Uint8Array(3 * word.length);
  let length = 0;
  for (let at = 0; at < word.length; at += 1) length = writeUnit(letters, length, word.charCodeAt(at));
  return letters.subarray(0, length);
}

/**
 * Begins to find the words of a text, for readers that compare words and make none: `foldPiece` answers them piece by
 * piece. One text at a time.
 */
export function beginFolding(text: string): void {
  if (LATIN[BLANK] === 0) learnLatin();
  folding = text;
  next = begun = length = 0;
}

/** Folds the next piece of the text into PIECE; false where there is none. */
export function foldPiece(): boolean {
  if (folding === null) return false;
  const text = folding;
  // What is left of the piece before begins a word.
  BYTES.copyWithin(0, begun, length);
  length -= begun;
  count = 0;
  const size = Math.min(text.length - next, UNITS);
  SOURCE_BYTES.write(size === text.length ? text : text.slice(next, next + size), 'utf16le');
  let at = foldPairs(0, size);
  while (at < size) {
    at = foldSingles(at, size);
    if (at < size && SIMPLE[SOURCE[at] as number] === SEVERAL) {
      const behind = foldOther(text, next + at, size - at) - next;
      if (behind === at) break; // there is no more room in this piece
      at = behind; // behind the piece where the last of it takes two units
    }
    at = foldPairs(at, size);
  }
  next += at;
  if (next >= text.length) {
    ENDS[count++] = length;
    folding = null;
  }
  dropEmpty();
  return true;
}

/** The text, where its next piece begins, and in what is made: where a word begins that goes on there. */
let folding: string | null = null;
let next = 0;
let begun = 0;
// What is made so far: bytes and words.
let length = 0;
let count = 0;

/**
 * Folds two characters at a time from a place of the piece on, up to two that the table does not know, to an odd place
 * or to the end. They are written without a branch: guessing where words end takes longer than all else. A blank behind
 * a blank ends an empty word, which `dropEmpty` drops.
 */
function foldPairs(start: number, end: number): number {
  if ((start & 1) === 1) return start;
  const stop = end >>> 1;
  let made = length;
  let words = count;
  let at = start >>> 1;
  for (; at < stop; at += 1) {
    const units = SOURCE_PAIRS[at] as number;
    if ((units & 0xff00_ff00) !== 0) break;
    const first = LATIN[units & 0xff] as number;
    const second = LATIN[units >>> 16] as number;
    if ((first & second) >>> IS_KNOWN === 0) break;
    BYTES[made] = first;
    made += (first >>> IS_LETTER) & 1;
    BYTES[made] = second;
    // Where the first is a blank, the second cannot move this end; where neither is, the next end is written over it.
    ENDS[words] = made;
    words += (first >>> IS_BLANK) & 1;
    ENDS[words] = made;
    words += (second >>> IS_BLANK) & 1;
    made += (second >>> IS_LETTER) & 1;
  }
  length = made;
  count = words;
  return 2 * at;
}

/**
 * Folds one character at a time, up to one that becomes several units, or to an even place where `foldPairs` can go on.
 */
function foldSingles(start: number, end: number): number {
  let made = length;
  let at = start;
  for (; at < end; at += 1) {
    const unit = SOURCE[at] as number;
    if (at > start && (at & 1) === 0 && at + 1 < end && unit < 256 && (SOURCE[at + 1] as number) < 256) break;
    let folded = SIMPLE[unit] as number;
    if (folded === UNKNOWN) folded = learnSimple(unit);
    if (folded > BLANK) {
      if (folded < 128) BYTES[made++] = folded;
      else made = writeUnit(BYTES, made, folded);
    } else if (folded === BLANK) ENDS[count++] = made;
    else if (folded !== DROPPED) break;
  }
  length = made;
  return at;
}

/** Folds one character of any kind while there is room for so many units behind; answers where to go on. */
function foldOther(text: string, at: number, left: number): number {
  const character = String.fromCodePoint(text.codePointAt(at) as number);
  const letters = foldedOf(character);
  if (length + MOST_BYTES * (letters.length + left) + ROOM > BYTES.length) return at;
  if (count + letters.length + left + ROOM > ENDS.length) return at;
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters.charCodeAt(place);
    if (letter === BLANK) ENDS[count++] = length;
    else length = writeUnit(BYTES, length, letter);
  }
  return at + character.length;
}

function writeUnit(into: Uint8Array, at: number, unit: number): number {
  if (unit < 0x80) {
    into[at] = unit;
    return at + 1;
  }
  if (unit < 0x800) {
    into[at] = 0xc0 | (unit >>> 6);
    into[at + 1] = 0x80 | (unit & 63);
    return at + 2;
  }
  into[at] = 0xe0 | (unit >>> 12);
  into[at + 1] = 0x80 | ((unit >>> 6) & 63);
  into[at + 2] = 0x80 | (unit & 63);
  return at + 3;
}

/** Drops words without letters, and cuts those that are too long. */
function dropEmpty(): void {
  const all = count;
  let kept = 0;
  let from = 0;
  let longest = 0;
  for (let word = 0; word < all; word += 1) {
    const end = ENDS[word] as number;
    ENDS[kept] = end;
    kept += (from - end) >>> 31;
    // Below 0 as soon as one word is longer.
    longest |= LONGEST_WORD - (end - from);
    from = end;
  }
  begun = from;
  // Of a word that goes on, as much is kept as says that it is too long.
  if (length - begun > MOST_KEPT) length = begun + MOST_KEPT;
  PIECE.count = kept;
  if (longest < 0) cutWords(kept);
}

/** Cuts the words that are too long, marks them, and closes the gaps. */
function cutWords(words: number): void {
  let [from, to] = [0, 0];
  for (let word = 0; word < words; word += 1) {
    const end = ENDS[word] as number;
    const cut = endOfLongest(from, end);
    BYTES.copyWithin(to, from, cut);
    to += cut - from;
    if (cut < end) BYTES[to++] = CUT_BYTE;
    ENDS[word] = to;
    from = end;
  }
}

/** Where the longest word ends that a word may be cut to. Halves of pairs stand side by side in folded texts. */
function endOfLongest(from: number, end: number): number {
  let points = 0;
  for (let at = from; at < end; at += 1) {
    const byte = BYTES[at] as number;
    const continues = (byte & 0xc0) === 0x80 || (byte === 0xed && (BYTES[at + 1] as number) >= 0xb0);
    if (!continues && points++ === LONGEST_WORD) return at;
  }
  return end;
}

/** Units of a piece: few enough that all of it stays in the first cache of a processor. */
const UNITS = 2_048;
/** Bytes that a unit takes at most. */
const MOST_BYTES = 3;
/** More bytes than the longest word has, and than `cutWords` looks at. */
const MOST_KEPT = MOST_BYTES * 2 * (LONGEST_WORD + 2);
/** What may be written or read behind the last word. */
const ROOM = 16;
/** For characters that become many. */
const MORE = 512;
/** A piece of the text as it is, and the same memory by two units and as bytes. */
const SOURCE = new Uint16Array(UNITS);
const SOURCE_PAIRS = new Int32Array(SOURCE.buffer);
const SOURCE_BYTES = Buffer.from(SOURCE.buffer);
const BYTES = new Uint8Array(MOST_KEPT + MOST_BYTES * (UNITS + MORE) + ROOM);
const ENDS = new Int32Array(UNITS + MORE + ROOM);
/** The piece that `foldPiece` made. */
export const PIECE: LettersOfPiece = { bytes: BYTES, view: new DataView(BYTES.buffer), count: 0, ends: ENDS };
/** Most words of a piece. */
export const PIECE_WORDS = ENDS.length;
/** Stands for the mark of words that were cut, which takes more bytes than one letter may leave. */
const CUT_BYTE = 0x1a;

/**
 * By unit below 256 what it folds to: its letter in the lower 8 bits, and whether it is one, is a blank, and stands
 * here at all. Small enough to stay in the first cache of a processor; a table of pairs does not.
 */
const LATIN = new Int32Array(256);
const [IS_LETTER, IS_BLANK, IS_KNOWN] = [8, 9, 10] as const;

function learnLatin(): void {
  for (let unit = 0; unit < LATIN.length; unit += 1) {
    const folded = learnSimple(unit);
    if (folded > BLANK && folded < 128) LATIN[unit] = folded | (1 << IS_LETTER) | (1 << IS_KNOWN);
    else if (folded === BLANK) LATIN[unit] = (1 << IS_BLANK) | (1 << IS_KNOWN);
    else if (folded === DROPPED) LATIN[unit] = 1 << IS_KNOWN;
  }
}
