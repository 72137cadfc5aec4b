import type { Lexicon } from './lexicon.js';
import { FOUND } from './lexicon-table.js';
import { PIECE, PIECE_WORDS } from '@gable/domain/words';
import { enlarged } from '../storage/enlarged.js';

/** Not looked for yet. Other values below 0 lead to a list: of words that have several beginnings. */
const UNKNOWN = 0x8000_0000 | 0;
// As in scan.ts: imported constants are slow where every word uses them.
const NUMBERS = FOUND;
const ENDS = PIECE.ends;
/** Words of the piece with several beginnings, or of which it is not known yet. */
const OPEN = new Int32Array(PIECE_WORDS);

/**
 * Which beginnings that alerts ask for a word has. Of words that alerts ask for, too, it is remembered until the
 * lexicon changes: most words of a text are of them.
 */
export class WordBeginnings {
  /** What `find` found: numbers, some of them perhaps twice. */
  found = new Int32Array(1_024);
  private count = 0;
  /** By number of a word: its beginning; 0 where it has none; below 0 where in `lists` they stand, or UNKNOWN. */
  private known = new Int32Array(64);
  private lists = new Int32Array(1_024);
  private listsEnd = 0;
  private version = -1;

  constructor(private readonly lexicon: Lexicon) {}

  /** To be called before a text is read. */
  begin(): void {
    const { lexicon } = this;
    if (this.version === lexicon.version) return;
    this.version = lexicon.version;
    if (this.known.length < lexicon.end) this.known = new Int32Array(2 * lexicon.end);
    this.known.fill(UNKNOWN);
    this.listsEnd = 1; // no list stands at 0
  }

  /**
   * Finds the beginnings of words of the piece: of `asked` ones, which have numbers, and of others. Answers how many
   * are in `found`.
   */
  find(asked: Int32Array, askedCount: number, others: Int32Array, othersCount: number): number {
    const openCount = this.findKnown(asked, askedCount);
    for (let place = 0; place < openCount; place += 1) this.findOpen(OPEN[place] as number);
    for (let place = 0; place < othersCount; place += 1) this.search(others[place] as number);
    return this.count;
  }

  /** Takes the beginnings of words that are known to have one or none; no branch depends on a word. */
  private findKnown(words: Int32Array, wordCount: number): number {
    this.count = 0;
    this.reserve(wordCount + 1);
    const { known, found } = this;
    let count = 0;
    let openCount = 0;
    for (let place = 0; place < wordCount; place += 1) {
      const word = words[place] as number;
      const beginning = known[NUMBERS[word] as number] as number;
      found[count] = beginning;
      count += (-beginning & ~beginning) >>> 31;
      OPEN[openCount] = word;
      openCount += beginning >>> 31;
    }
    this.count = count;
    return openCount;
  }

  private findOpen(word: number): void {
    const number = NUMBERS[word] as number;
    const list = this.known[number] as number;
    if (list === UNKNOWN) {
      const before = this.count;
      this.search(word);
      this.known[number] = this.note(before);
      return;
    }
    const { lists } = this;
    const count = lists[-list] as number;
    this.reserve(count);
    for (let place = 1; place <= count; place += 1) this.found[this.count++] = lists[place - list] as number;
  }

  private search(word: number): void {
    const from = word === 0 ? 0 : (ENDS[word - 1] as number);
    const end = ENDS[word] as number;
    this.reserve(end - from);
    this.count = this.lexicon.beginnings.search(from, end, this.found, this.count);
  }

  /** What is to be remembered of a word whose beginnings stand in `found` from a place on. */
  private note(from: number): number {
    const count = this.count - from;
    if (count < 2) return count === 0 ? 0 : (this.found[from] as number);
    const list = this.listsEnd;
    this.listsEnd += 1 + count;
    if (this.listsEnd > this.lists.length) this.lists = enlarged(this.lists, 2 * this.listsEnd);
    this.lists[list] = count;
    for (let place = 0; place < count; place += 1) this.lists[list + 1 + place] = this.found[from + place] as number;
    return -list;
  }

  private reserve(more: number): void {
    if (this.count + more > this.found.length) this.found = enlarged(this.found, 2 * (this.count + more));
  }
}
