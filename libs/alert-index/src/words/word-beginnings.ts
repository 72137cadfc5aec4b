import type { Lexicon } from './lexicon.js';
import { FOUND } from './lexicon-table.js';

const UNKNOWN = -1;
// As in scan.ts: imported constants are slow where every word uses them.
const NUMBERS = FOUND;

/**
 * Which beginnings that alerts ask for a word has. Of words that alerts ask for, too, it is remembered until the
 * lexicon changes: most words of a text are of them.
 */
export class WordBeginnings {
  /** What `find` found: numbers. */
  readonly found = new Int32Array(1_024);
  /** By number of a word: where in `lists` its beginnings stand, behind how many they are; UNKNOWN. */
  private listOf = new Int32Array(64);
  private lists = new Int32Array(1_024);
  private listsEnd = 0;
  private version = -1;
  /** Sum of what was prefetched: what is used is not optimised away. */
  private prefetched = 0;

  constructor(private readonly lexicon: Lexicon) {}

  /** To be called before a text is read. */
  begin(): void {
    const { lexicon } = this;
    if (this.version === lexicon.version) return;
    this.version = lexicon.version;
    if (this.listOf.length < lexicon.end) this.listOf = new Int32Array(2 * lexicon.end);
    this.listOf.fill(UNKNOWN);
    // The first list is empty, which most words have.
    this.lists[0] = 0;
    this.listsEnd = 1;
  }

  /**
   * Reads where the beginnings of so many words of the piece stand, then the lists themselves, so that `find` waits no
   * more. NUMBERS are those of the words.
   */
  prefetch(words: Int32Array, count: number): void {
    const { listOf, lists } = this;
    let sum = 0;
    for (let place = 0; place < count; place += 1) {
      const known = listOf[NUMBERS[words[place] as number] as number] as number;
      sum ^= lists[known & ~(known >> 31)] as number;
    }
    this.prefetched = sum;
  }

  /** Finds those of a word of the piece with this number, 0 for none; answers how many are in `found`. */
  find(number: number, from: number, end: number): number {
    const { beginnings } = this.lexicon;
    if (number === 0) return beginnings.search(from, end, this.found);
    const known = this.listOf[number] as number;
    if (known !== UNKNOWN) {
      const count = this.lists[known] as number;
      for (let place = 0; place < count; place += 1) this.found[place] = this.lists[known + 1 + place] as number;
      return count;
    }
    const count = beginnings.search(from, end, this.found);
    this.listOf[number] = count === 0 ? 0 : this.note(count);
    return count;
  }

  private note(count: number): number {
    const list = this.listsEnd;
    this.listsEnd += 1 + count;
    if (this.listsEnd > this.lists.length) {
      const larger = new Int32Array(2 * this.listsEnd);
      larger.set(this.lists);
      this.lists = larger;
    }
    this.lists[list] = count;
    for (let place = 0; place < count; place += 1) this.lists[list + 1 + place] = this.found[place] as number;
    return list;
  }
}
