import { PIECE, PIECE_WORDS } from '@gable/domain/words';
import { hashOf, INSIDE, keyOf, LETTER_MASKS, MASK_STEP, OUTSIDE } from './word-keys.js';
import { enlarged } from '../storage/enlarged.js';

/**
 * Words of an entry: number (0: none), then up to twelve letters, or of a longer word its hash, where its letters
 * begin, and below 0 how many there are. The sign of the number belongs to the place, not to the word: some word that
 * should stand here may stand further on.
 */
const ENTRY = 4;
const ENTRY_SHIFT = 2;
const [NUMBER, FIRST, SECOND, THIRD] = [0, 1, 2, 3] as const;
const ELSEWHERE = 0x8000_0000 | 0;
const NUMBERS = ~ELSEWHERE;
const FIRST_ENTRIES = 64;
/** Letters of words that went are tolerated up to this many, and up to as many as are held. */
const LEAST_WORTH_PACKING = 4_096;

// As in scan.ts: imported constants are slow where every word uses them.
const { bytes: BYTES, view: VIEW, ends: ENDS } = PIECE;
const [MASKS, STEP] = [LETTER_MASKS, MASK_STEP] as const;
/** The number of each word of a piece, as `findWords` found it. */
export const FOUND = new Int32Array(PIECE_WORDS);
/** Words of a piece that their first entry does not decide. */
const OPEN = new Int32Array(PIECE_WORDS);

/**
 * Numbers of words by their letters, four words of memory an entry, so that most words are told from all others by one
 * line of it. Open addressing, at most half full.
 */
export class LexiconTable {
  private entries = new Int32Array(ENTRY * FIRST_ENTRIES);
  private used = 0;
  /** Sum of the entries that were prefetched: what is used is not optimised away. */
  private prefetched = 0;
  /** Of the words that do not stand in their entry; those that went are tolerated for a while. */
  private letters = new Uint8Array(64);
  private lettersEnd = 0;
  private held = 0;

  /** Adds a word that is not there yet; answers its hash. */
  add(number: number, letters: Uint8Array): number {
    this.used += 1;
    if (2 * ENTRY * this.used > this.entries.length) this.grow();
    const [first, second, third] = keyOf(letters, 0, letters.length);
    const hash = third < 0 ? first : hashOf(first, second, third);
    const at = takePlace(this.entries, hash, number);
    this.entries[at + FIRST] = first;
    this.entries[at + SECOND] = third < 0 ? this.keepLetters(letters) : second;
    this.entries[at + THIRD] = third;
    return hash;
  }

  /** Takes a word out and closes the gap, so that no later entry of the run is cut off from its place. */
  remove(number: number, hash: number): void {
    const { entries } = this;
    const mask = entries.length - ENTRY;
    let gap = (hash << ENTRY_SHIFT) & mask;
    while (((entries[gap + NUMBER] as number) & NUMBERS) !== number) gap = (gap + ENTRY) & mask;
    const third = entries[gap + THIRD] as number;
    if (third < 0) this.held -= third & ~OUTSIDE;
    for (let at = (gap + ENTRY) & mask; entries[at + NUMBER] !== 0; at = (at + ENTRY) & mask) {
      const preferred = (hashOfEntry(entries, at) << ENTRY_SHIFT) & mask;
      if (((at - preferred) & mask) < ((at - gap) & mask)) continue;
      const moved = (entries[at + NUMBER] as number) & NUMBERS;
      entries[gap + NUMBER] = moved | ((entries[gap + NUMBER] as number) & ELSEWHERE);
      entries.copyWithin(gap + FIRST, at + FIRST, at + ENTRY);
      gap = at;
    }
    entries[gap + NUMBER] = 0; // none that should stand here stands further on: it would have come here
    this.used -= 1;
    if (this.lettersEnd > Math.max(2 * this.held, LEAST_WORTH_PACKING)) this.pack();
  }

  /** The number of the word with these letters; 0 where it is not there. */
  find(letters: Uint8Array, from: number, length: number): number {
    const [first, second, third] = keyOf(letters, from, length);
    return third < 0
      ? this.findLong(letters, from, length, first)
      : this.findShort(first, second, third, hashOf(first, second, third));
  }

  /**
   * Writes the number of each word of the piece, 0 where nobody asks for it, into FOUND. No branch depends on a word,
   * which would be guessed wrong too often: those that one entry does not decide come afterwards.
   */
  findWords(): void {
    const { entries } = this;
    const { count } = PIECE;
    const mask = entries.length - ENTRY;
    let openCount = 0;
    let from = 0;
    for (let word = 0; word < count; word += 1) {
      const end = ENDS[word] as number;
      const letters = STEP * (end - from);
      const first = VIEW.getInt32(from, true) & (MASKS[letters] as number);
      const second = VIEW.getInt32(from + 4, true) & (MASKS[letters + 1] as number);
      const third = VIEW.getInt32(from + 8, true) & (MASKS[letters + 2] as number);
      const at = (hashOf(first, second, third) << ENTRY_SHIFT) & mask;
      const number = entries[at + NUMBER] as number;
      const differs =
        ((entries[at + FIRST] as number) ^ first) |
        ((entries[at + SECOND] as number) ^ second) |
        ((entries[at + THIRD] as number) ^ third);
      const isOther = (differs | (0 - differs)) >> 31;
      FOUND[word] = number & ~isOther & NUMBERS;
      OPEN[openCount] = word;
      openCount += ((MASKS[letters + 3] as number) | third | (number & isOther)) >>> 31;
      from = end;
    }
    for (let place = 0; place < openCount; place += 1) {
      const word = OPEN[place] as number;
      const begin = word === 0 ? 0 : (ENDS[word - 1] as number);
      FOUND[word] = this.findInPiece(begin, (ENDS[word] as number) - begin);
    }
  }

  /** Looks at the entries of all words of the piece, so that the processor fetches their memory side by side. */
  prefetch(): void {
    const { entries } = this;
    const { count } = PIECE;
    const mask = entries.length - ENTRY;
    let sum = 0;
    let from = 0;
    for (let word = 0; word < count; word += 1) {
      const end = ENDS[word] as number;
      const letters = STEP * (end - from);
      const hash = hashOf(
        VIEW.getInt32(from, true) & (MASKS[letters] as number),
        VIEW.getInt32(from + 4, true) & (MASKS[letters + 1] as number),
        VIEW.getInt32(from + 8, true) & (MASKS[letters + 2] as number),
      );
      sum ^= entries[(hash << ENTRY_SHIFT) & mask] as number;
      from = end;
    }
    this.prefetched = sum;
  }

  /** The number of a word, or a beginning of one, that stands in the piece. */
  findInPiece(from: number, length: number): number {
    if (length > INSIDE) return this.find(BYTES, from, length);
    const letters = STEP * length;
    const first = VIEW.getInt32(from, true) & (MASKS[letters] as number);
    const second = VIEW.getInt32(from + 4, true) & (MASKS[letters + 1] as number);
    const third = VIEW.getInt32(from + 8, true) & (MASKS[letters + 2] as number);
    if (third < 0) return this.find(BYTES, from, length);
    return this.findShort(first, second, third, hashOf(first, second, third));
  }

  /** The number of a word whose letters stand in these words of memory, 0 behind them. `hash` is `hashOf` of them. */
  findShort(first: number, second: number, third: number, hash: number): number {
    const { entries } = this;
    const mask = entries.length - ENTRY;
    for (let at = (hash << ENTRY_SHIFT) & mask; ; at = (at + ENTRY) & mask) {
      const number = entries[at + NUMBER] as number;
      if (number === 0) return 0;
      if (entries[at + FIRST] === first && entries[at + SECOND] === second && entries[at + THIRD] === third)
        return number & NUMBERS;
    }
  }

  /** The same for a word that does not stand in its entry. */
  findLong(letters: Uint8Array, from: number, length: number, hash: number): number {
    const { entries } = this;
    const mask = entries.length - ENTRY;
    for (let at = (hash << ENTRY_SHIFT) & mask; ; at = (at + ENTRY) & mask) {
      const number = entries[at + NUMBER] as number;
      if (number === 0) return 0;
      if (entries[at + FIRST] !== hash || entries[at + THIRD] !== (OUTSIDE | length)) continue;
      const offset = entries[at + SECOND] as number;
      let place = 0;
      while (place < length && this.letters[offset + place] === letters[from + place]) place += 1;
      if (place === length) return number & NUMBERS;
    }
  }

  get bytes(): number {
    return this.entries.byteLength + this.letters.byteLength;
  }

  private keepLetters(letters: Uint8Array): number {
    const offset = this.lettersEnd;
    this.lettersEnd += letters.length;
    this.held += letters.length;
    if (this.lettersEnd > this.letters.length) this.letters = enlarged(this.letters, 2 * this.lettersEnd);
    this.letters.set(letters, offset);
    return offset;
  }

  /** Writes the letters that are held one behind the other. */
  private pack(): void {
    const { entries, letters } = this;
    this.letters = new Uint8Array(Math.max(64, 2 * this.held));
    this.lettersEnd = this.held = 0;
    for (let at = 0; at < entries.length; at += ENTRY) {
      const third = entries[at + THIRD] as number;
      if (entries[at + NUMBER] === 0 || third >= 0) continue;
      const offset = entries[at + SECOND] as number;
      entries[at + SECOND] = this.keepLetters(letters.subarray(offset, offset + (third & ~OUTSIDE)));
    }
  }

  private grow(): void {
    const old = this.entries;
    this.entries = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += ENTRY) {
      if (old[from + NUMBER] === 0) continue;
      const at = takePlace(this.entries, hashOfEntry(old, from), (old[from + NUMBER] as number) & NUMBERS);
      for (let word = FIRST; word < ENTRY; word += 1) this.entries[at + word] = old[from + word] as number;
    }
  }
}

/** Writes a number into the first free entry from where a word of this hash should stand; answers where that is. */
function takePlace(entries: Int32Array, hash: number, number: number): number {
  const mask = entries.length - ENTRY;
  const preferred = (hash << ENTRY_SHIFT) & mask;
  let at = preferred;
  while (entries[at + NUMBER] !== 0) at = (at + ENTRY) & mask;
  if (at !== preferred) entries[preferred + NUMBER] = (entries[preferred + NUMBER] as number) | ELSEWHERE;
  entries[at + NUMBER] = number;
  return at;
}

function hashOfEntry(entries: Int32Array, at: number): number {
  const [first, second, third] = [entries[at + FIRST], entries[at + SECOND], entries[at + THIRD]] as [
    number,
    number,
    number,
  ];
  return third < 0 ? first : hashOf(first, second, third);
}
