import { hashOfWord } from '@gable/domain/words';
import { LexiconTable } from './lexicon-table.js';
import { NumberSet } from './number-set.js';

const FIRST_SIZE = 64;
/** Longest word in units of UTF-16: 100 code points of two each. */
const MOST_UNITS = 200;
/** What is kept of each number, side by side: where its letters stand, how often it is held, by whom it was met. */
const NUMBER_WORDS = 4;
const [OFFSET, SIZE, USES, SEEN] = [0, 1, 2, 3] as const;
/** In SIZE above the length. */
const BEGINNING = 1 << 16;
const LENGTH = BEGINNING - 1;
/** Letters of words that nobody holds any more are tolerated up to this many, and up to as many as are held. */
const LEAST_WORTH_PACKING = 4_096;

/**
 * Words, and beginnings of words, that alerts ask for, each kept once under a number above 0. Letters stand in one
 * array and are found by hash, so that looking up the words of a listing makes no strings.
 */
export class Lexicon {
  readonly table = new LexiconTable();
  /** How many beginnings of each length in units there are. */
  readonly beginnings = new Int32Array(MOST_UNITS + 2);
  /** No beginning is longer. */
  longestBeginning = 0;
  /** Another one whenever a beginning or a word comes or goes. */
  version = 0;
  count = 0;
  /** One past the highest number given out. */
  end = 1;
  private numbers = new Int32Array(NUMBER_WORDS * FIRST_SIZE);
  private readonly free: number[] = [];
  /** Numbers in whose cells boxes stand. */
  private readonly keys = new NumberSet();
  private lettersEnd = 0;
  private held = 0;

  /** The number of a word or, with a star behind, of a beginning; one use more. */
  retain(key: string): number {
    const { text, isBeginning, hash } = partsOf(key);
    const found = this.table.findText(text, hash, isBeginning);
    if (found !== 0) {
      this.numbers[NUMBER_WORDS * found + USES] = (this.numbers[NUMBER_WORDS * found + USES] as number) + 1;
      return found;
    }
    const number = this.free.pop() ?? this.end++;
    if (NUMBER_WORDS * (number + 1) > this.numbers.length) this.numbers = enlarged(this.numbers);
    const at = NUMBER_WORDS * number;
    this.numbers[at + OFFSET] = this.lettersEnd;
    this.numbers[at + SIZE] = text.length | (isBeginning ? BEGINNING : 0);
    this.numbers[at + USES] = 1;
    this.numbers[at + SEEN] = 0;
    this.table.addLetters(this.lettersEnd, text);
    this.table.add(number, hash, this.lettersEnd, text.length, isBeginning);
    this.lettersEnd += text.length;
    this.held += text.length;
    this.count += 1;
    this.version += 1;
    if (isBeginning) {
      this.beginnings[text.length] = (this.beginnings[text.length] as number) + 1;
      this.longestBeginning = Math.max(this.longestBeginning, text.length);
    }
    return number;
  }

  /** One use less; a word that nobody asks for any more is forgotten. */
  release(number: number): void {
    const at = NUMBER_WORDS * number;
    this.numbers[at + USES] = (this.numbers[at + USES] as number) - 1;
    if (this.numbers[at + USES] !== 0) return;
    const [text, isBeginning] = [this.textOf(number), this.isBeginning(number)];
    if (isBeginning) this.beginnings[text.length] = (this.beginnings[text.length] as number) - 1;
    while (this.longestBeginning > 0 && this.beginnings[this.longestBeginning] === 0) this.longestBeginning -= 1;
    this.table.remove(number, hashOfWord(text), isBeginning);
    this.keys.remove(number);
    this.free.push(number);
    this.held -= text.length;
    this.count -= 1;
    this.version += 1;
    if (this.lettersEnd > Math.max(2 * this.held, LEAST_WORTH_PACKING)) this.pack();
  }

  /** The number of a word or beginning that is held; 0 where it is not. */
  find(key: string): number {
    const { text, isBeginning, hash } = partsOf(key);
    return this.table.findText(text, hash, isBeginning);
  }

  /** Notes that boxes stand in the cells of a word; that is forgotten with the word. */
  makeKey(number: number): void {
    this.keys.reserve(number + 1);
    this.keys.add(number);
  }

  isKey(number: number): boolean {
    return this.keys.has(number) === 1;
  }

  isBeginning(number: number): boolean {
    return ((this.numbers[NUMBER_WORDS * number + SIZE] as number) & BEGINNING) !== 0;
  }

  /** Counts a listing that has the word. */
  noteSeen(number: number): void {
    this.numbers[NUMBER_WORDS * number + SEEN] = (this.numbers[NUMBER_WORDS * number + SEEN] as number) + 1;
  }

  /** In how many of the listings whose texts were read a word was met while somebody asked for it. */
  timesSeen(key: string): number {
    const number = this.find(key);
    return number === 0 ? 0 : (this.numbers[NUMBER_WORDS * number + SEEN] as number) >>> 0;
  }

  get bytes(): number {
    return this.table.bytes + this.numbers.byteLength + this.keys.bits.byteLength + 8 * this.free.length;
  }

  private textOf(number: number): string {
    const at = NUMBER_WORDS * number;
    const from = this.numbers[at + OFFSET] as number;
    return this.table.textAt(from, from + ((this.numbers[at + SIZE] as number) & LENGTH));
  }

  /** Writes the letters that are held one behind the other. */
  private pack(): void {
    const held: { number: number; text: string; isBeginning: boolean }[] = [];
    for (let number = 1; number < this.end; number += 1) {
      if ((this.numbers[NUMBER_WORDS * number + USES] as number) > 0)
        held.push({ number, text: this.textOf(number), isBeginning: this.isBeginning(number) });
    }
    this.table.clear();
    this.lettersEnd = 0;
    for (const { number, text, isBeginning } of held) {
      this.numbers[NUMBER_WORDS * number + OFFSET] = this.lettersEnd;
      this.table.addLetters(this.lettersEnd, text);
      this.table.add(number, hashOfWord(text), this.lettersEnd, text.length, isBeginning);
      this.lettersEnd += text.length;
    }
  }
}

function partsOf(key: string): { readonly text: string; readonly isBeginning: boolean; readonly hash: number } {
  const isBeginning = key.endsWith('*');
  const text = isBeginning ? key.slice(0, -1) : key;
  return { text, isBeginning, hash: hashOfWord(text) };
}

function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length);
  larger.set(list);
  return larger;
}
