import { foldCharacter } from './fold-character.js';

/** Longest word, in code points, that is kept as it is; no entry of criteria may be longer. */
export const LONGEST_WORD = 100;
/** Ends a word that was cut. No entry can say it, so that a cut word equals none, and still begins as it began. */
export const CUT = '…';

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
  /** The hash of each word (`hashOfWord`). */
  readonly hashes: Int32Array;
}

/**
 * Folds a text; what it answers is overwritten by the next call. The text is copied into an array first: asking a
 * string for unit after unit takes as long as folding them.
 */
export function foldUnits(text: string): FoldedUnits {
  if (source.length < text.length) makeRoom(text.length);
  if (units.length < text.length + ROOM) enlarge(text.length);
  sourceBytes.write(text, 'utf16le');
  const [simple, from] = [SIMPLE, source];
  let [out, ends, hashes] = [units, wordEnds, wordHashes];
  out[0] = BLANK;
  let length = 1;
  let word = 1; // where the word in the making begins
  let hash = NO_LETTERS;
  let count = 0;
  let longest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const folded = simple[from[at] as number] as number;
    if (folded > BLANK) {
      out[length++] = folded;
      hash = Math.imul(hash ^ folded, MIXER);
    } else if (folded === BLANK) {
      if (length === word) continue;
      out[length] = BLANK;
      ends[count] = length;
      hashes[count++] = hash;
      if (length - word > longest) longest = length - word;
      word = length += 1;
      hash = NO_LETTERS;
    } else if (folded === UNKNOWN) {
      simple[from[at] as number] = simpleFold(from[at] as number);
      at -= 1; // now it is known
    } else if (folded !== DROPPED) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      at += character.length - 1;
      const letters = foldedOf(character);
      // What is left of the text and of this character has room, whatever it is.
      if (length + letters.length + (text.length - at) + ROOM > out.length) {
        enlarge(2 * out.length);
        [out, ends, hashes] = [units, wordEnds, wordHashes];
      }
      for (let place = 0; place < letters.length; place += 1) {
        const letter = letters.charCodeAt(place);
        if (letter !== BLANK) {
          out[length++] = letter;
          hash = Math.imul(hash ^ letter, MIXER);
        } else if (length > word) {
          out[length] = BLANK;
          ends[count] = length;
          hashes[count++] = hash;
          if (length - word > longest) longest = length - word;
          word = length += 1;
          hash = NO_LETTERS;
        }
      }
    }
  }
  if (length > word) {
    out[length] = BLANK;
    ends[count] = length;
    hashes[count++] = hash;
    if (length - word > longest) longest = length - word;
  }
  if (longest > LONGEST_WORD) cutWords(count);
  return { units: out, count, ends, hashes };
}

/** FNV-1a over units of UTF-16 (Fowler, Noll, Vo): the hash that a folded text states of its words. */
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
const CUT_UNIT = CUT.charCodeAt(0);
/** The text as it is, and the same memory as bytes. */
let source = new Uint16Array(2_048);
let sourceBytes = Buffer.from(source.buffer);
let units = new Uint16Array(2_048);
/** A word has a letter and a blank at least. */
let wordEnds = new Int32Array(1_025);
let wordHashes = new Int32Array(1_025);

function makeRoom(length: number): void {
  source = new Uint16Array(2 * length);
  sourceBytes = Buffer.from(source.buffer);
}

/** Makes larger arrays for what is folded, with what those before held. */
function enlarge(length: number): void {
  const larger = new Uint16Array(2 * length + ROOM);
  larger.set(units);
  units = larger;
  const [ends, hashes] = [new Int32Array(length + ROOM), new Int32Array(length + ROOM)];
  ends.set(wordEnds);
  hashes.set(wordHashes);
  [wordEnds, wordHashes] = [ends, hashes];
}

/** Cuts the words that are too long, and closes the gaps. */
function cutWords(count: number): void {
  let [from, to] = [1, 1];
  for (let word = 0; word < count; word += 1) {
    const end = wordEnds[word] as number;
    const cut = endOfLongest(from, end);
    const start = to;
    units.copyWithin(start, from, cut);
    to = start + cut - from;
    if (cut < end) {
      units[to++] = CUT_UNIT;
      wordHashes[word] = hashOfWord(String.fromCharCode(...units.subarray(start, to)));
    }
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
