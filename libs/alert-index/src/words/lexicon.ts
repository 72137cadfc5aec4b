import { isBeginning, lettersOf } from '@gable/domain/words';
import { BeginningTable } from './beginning-table.js';
import { LexiconTable } from './lexicon-table.js';
import { NumberSet } from './number-set.js';
import { enlarged } from '../storage/enlarged.js';

const FIRST_SIZE = 64;
/** What is kept of each number, side by side: its hash, its length, how often it is held, by how many it was met. */
const NUMBER_WORDS = 4;
const [HASH, SIZE, USES, SEEN] = [0, 1, 2, 3] as const;
/** In SIZE above the length. */
const BEGINNING = 1 << 16;
const LENGTH = BEGINNING - 1;
/**
 * Words, and beginnings of words, that alerts ask for, each kept once under a number above 0. Letters are bytes
 * (`lettersOf`), so that looking up the words of a listing makes no strings.
 */
export class Lexicon {
  readonly words = new LexiconTable();
  readonly beginnings = new BeginningTable();
  /** Another one whenever a beginning or a word comes or goes. */
  version = 0;
  count = 0;
  /** One past the highest number given out. */
  end = 1;
  private numbers = new Int32Array(NUMBER_WORDS * FIRST_SIZE);
  private readonly free: number[] = [];
  /** Numbers in whose cells boxes stand. */
  private readonly keys = new NumberSet();

  /** The number of a word or, with a star behind, of a beginning; one use more. */
  retain(key: string): number {
    const { letters, isStarred, table } = this.partsOf(key);
    const found = table.find(letters, 0, letters.length);
    if (found !== 0) {
      this.numbers[NUMBER_WORDS * found + USES] = (this.numbers[NUMBER_WORDS * found + USES] as number) + 1;
      return found;
    }
    const number = this.free.pop() ?? this.end++;
    if (NUMBER_WORDS * (number + 1) > this.numbers.length)
      this.numbers = enlarged(this.numbers, 2 * this.numbers.length);
    const at = NUMBER_WORDS * number;
    this.numbers[at + HASH] = table.add(number, letters);
    this.numbers[at + SIZE] = letters.length | (isStarred ? BEGINNING : 0);
    this.numbers[at + USES] = 1;
    this.numbers[at + SEEN] = 0;
    if (isStarred) this.beginnings.note(this.numbers[at + HASH] as number, letters.length);
    this.count += 1;
    this.version += 1;
    return number;
  }

  /** One use less; a word that nobody asks for any more is forgotten. */
  release(number: number): void {
    const at = NUMBER_WORDS * number;
    this.numbers[at + USES] = (this.numbers[at + USES] as number) - 1;
    if (this.numbers[at + USES] !== 0) return;
    const isStarred = this.isBeginning(number);
    (isStarred ? this.beginnings.table : this.words).remove(number, this.numbers[at + HASH] as number);
    if (isStarred) this.beginnings.forget((this.numbers[at + SIZE] as number) & LENGTH);
    this.keys.remove(number);
    this.free.push(number);
    this.count -= 1;
    this.version += 1;
  }

  /** The number of a word or beginning that is held; 0 where it is not. */
  find(key: string): number {
    const { letters, table } = this.partsOf(key);
    return table.find(letters, 0, letters.length);
  }

  /** Notes that boxes stand in the cells of a word; that is forgotten with the word. */
  makeKey(number: number): void {
    this.keys.reserve(number + 1);
    this.keys.add(number);
  }

  /** Writes those of the numbers in whose cells boxes stand into `into`, which has room for all; answers how many. */
  takeKeys(numbers: Int32Array, count: number, into: Int32Array): number {
    const { keys } = this;
    keys.reserve(this.end);
    let taken = 0;
    for (let place = 0; place < count; place += 1) {
      const number = numbers[place] as number;
      into[taken] = number;
      taken += keys.has(number);
    }
    return taken;
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
    return (
      this.words.bytes +
      this.beginnings.bytes +
      this.numbers.byteLength +
      this.keys.bits.byteLength +
      8 * this.free.length
    );
  }

  private partsOf(key: string): { letters: Uint8Array; isStarred: boolean; table: LexiconTable } {
    const isStarred = isBeginning(key);
    return isStarred
      ? { letters: lettersOf(key.slice(0, -1)), isStarred, table: this.beginnings.table }
      : { letters: lettersOf(key), isStarred, table: this.words };
  }
}
