import { BLANK, DROPPED, foldedOf, learnSimple, SIMPLE, UNKNOWN } from './simple-folds.js';

/** Longest word, in code points, that is kept as it is; no entry of criteria may be longer. */
export const LONGEST_WORD = 100;
/** Ends a word that was cut. No entry can say it, so that a cut word equals none, and still begins as it began. */
export const CUT = '…';

/** What is made so far: length in units, where the word in the making begins, how many words there are. */
const made = new Int32Array(3);
const [LENGTH, WORD, COUNT] = [0, 1, 2] as const;

/** A folded text (`foldText`) in UTF-16 units, and its words in their order. */
export interface FoldedUnits {
  readonly units: Uint16Array;
  /** How many words there are. */
  readonly count: number;
  /**
   * Where in `units` the blank behind each word stands; a word begins behind the blank of the word before, the first
   * one at 1.
   */
  readonly ends: Int32Array;
}

/**
 * Folds a text; what it answers is overwritten by the next call. The text is copied into an array first, a piece at a
 * time: asking a string for unit after unit takes as long as folding them, and an array that is never another one is
 * read without asking where it is.
 */
export function foldUnits(text: string): FoldedUnits {
  if (units.length < text.length + ROOM) enlarge(text.length);
  units[0] = BLANK;
  made[LENGTH] = made[WORD] = 1;
  made[COUNT] = 0;
  for (let start = 0; start < text.length;) {
    const piece = text.length <= PIECE ? text : text.slice(start, start + PIECE);
    SOURCE_BYTES.write(piece, 'utf16le');
    let at = foldSimple(0, piece.length);
    while (at < piece.length) {
      // One that takes two units may end behind the piece.
      at = foldOther(text, start + at) - start;
      at = foldSimple(at, piece.length);
    }
    start += at;
  }
  endWord();
  const count = made[COUNT];
  let from = 1;
  let longest = 0;
  for (let word = 0; word < count; word += 1) {
    const end = wordEnds[word] as number;
    if (end - from > longest) longest = end - from;
    from = end + 1;
  }
  if (longest > LONGEST_WORD) cutWords(count);
  return { units, count, ends: wordEnds };
}

/**
 * Folds from a place of the piece on, up to its end or to a character that does not become one unit; answers where that
 * stands. It calls nothing: with the other characters in the same loop it took longer.
 */
function foldSimple(start: number, end: number): number {
  const simple = SIMPLE;
  const out = units;
  const ends = wordEnds;
  let length = made[LENGTH] as number;
  let word = made[WORD] as number;
  let count = made[COUNT] as number;
  let at = start;
  for (; at < end; at += 1) {
    const folded = simple[SOURCE[at] as number] as number;
    if (folded > BLANK) out[length++] = folded;
    else if (folded === BLANK) {
      if (length === word) continue;
      out[length] = BLANK;
      ends[count] = length;
      count += 1;
      word = length += 1;
    } else if (folded !== DROPPED) break;
  }
  made[LENGTH] = length;
  made[WORD] = word;
  made[COUNT] = count;
  return at;
}

/** Folds one character of any kind, or learns what it is; answers where to go on. */
function foldOther(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (SIMPLE[unit] === UNKNOWN) {
    learnSimple(unit);
    return at; // now it is known
  }
  const character = String.fromCodePoint(text.codePointAt(at) as number);
  const letters = foldedOf(character);
  // What is left of the text and of this character has room, whatever it is.
  if ((made[LENGTH] as number) + letters.length + (text.length - at) + ROOM > units.length) enlarge(2 * units.length);
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters.charCodeAt(place);
    if (letter === BLANK) endWord();
    else {
      units[made[LENGTH] as number] = letter;
      made[LENGTH] = (made[LENGTH] as number) + 1;
    }
  }
  return at + character.length;
}

/** Puts the blank behind a word that has letters. */
function endWord(): void {
  const [length, count] = [made[LENGTH] as number, made[COUNT] as number];
  if (length === made[WORD]) return;
  units[length] = BLANK;
  wordEnds[count] = length;
  made[COUNT] = count + 1;
  made[LENGTH] = made[WORD] = length + 1;
}

/** Blanks around the words and the mark of a cut one. */
const ROOM = 8;
const CUT_UNIT = CUT.charCodeAt(0);
/** A piece of the text as it is, and the same memory as bytes. */
const PIECE = 4_096;
const SOURCE = new Uint16Array(PIECE);
const SOURCE_BYTES = Buffer.from(SOURCE.buffer);
let units = new Uint16Array(2_048);
/** A word has a letter and a blank at least. */
let wordEnds = new Int32Array(1_025);

/** Makes larger arrays for what is folded, with what those before held. */
function enlarge(length: number): void {
  const larger = new Uint16Array(2 * length + ROOM);
  larger.set(units);
  units = larger;
  const ends = new Int32Array(length + ROOM);
  ends.set(wordEnds);
  wordEnds = ends;
}

/** Cuts the words that are too long, and closes the gaps. */
function cutWords(count: number): void {
  let [from, to] = [1, 1];
  for (let word = 0; word < count; word += 1) {
    const end = wordEnds[word] as number;
    const cut = endOfLongest(from, end);
    units.copyWithin(to, from, cut);
    to += cut - from;
    if (cut < end) units[to++] = CUT_UNIT;
    units[to] = BLANK;
    wordEnds[word] = to;
    to += 1;
    from = end + 1;
  }
}

/** Where the longest word ends that a word may be cut to. */
function endOfLongest(from: number, end: number): number {
  let at = from;
  for (let points = 0; points < LONGEST_WORD && at < end; points += 1)
    at += ((units[at] as number) & 0xfc00) === 0xd800 ? 2 : 1;
  return Math.min(at, end);
}
