import { ID_MASK } from '../storage/slot-layout.js';
import { enlarged } from '../storage/enlarged.js';

const FIRST_CAPACITY = 1_024;
/**
 * A page of the bit sets covers 131,072 ids: a word per 32 of them for the earlier listing, then as many for the
 * later.
 */
const PAGE_SHIFT = 17;
const PAGE_MASK = (1 << PAGE_SHIFT) - 1;
const SET_WORDS = 1 << (PAGE_SHIFT - 5);
/** In a found word above the id: which of the two listings of a pass the alert meets. */
export const BEFORE = 0x4000_0000;
export const AFTER = 0x8000_0000 | 0;
const BOTH = BEFORE | AFTER;

/**
 * Ids found by one pass, each once. An alert that one listing can reach through several slots is told apart by two
 * bit sets over ids (one per listing of the pass), which are all zero between passes: a pass clears what it set by
 * going through its answer.
 */
export class Answer {
  found = new Int32Array(FIRST_CAPACITY);
  count = 0;
  private readonly pages: (Int32Array | undefined)[] = [];
  /** Ids whose bits are set. */
  private marked = new Int32Array(FIRST_CAPACITY);
  private markedCount = 0;

  /** Lets this id be seen. */
  reserveId(id: number): void {
    const page = id >>> PAGE_SHIFT;
    while (this.pages.length <= page) this.pages.push(undefined);
    this.pages[page] ??= new Int32Array(2 * SET_WORDS);
  }

  /** Makes room for `more` ids. */
  reserve(more: number): void {
    if (this.count + more <= this.found.length) return;
    this.found = enlarged(this.found, 2 * (this.count + more));
  }

  /** Which sides of the alert were seen already, as BEFORE and AFTER bits. */
  seen(id: number): number {
    const page = this.pages[id >>> PAGE_SHIFT] as Int32Array;
    const word = (id & PAGE_MASK) >>> 5;
    const bit = id & 31;
    return (
      (((page[word] as number) >>> bit) & 1 ? BEFORE : 0) |
      (((page[word + SET_WORDS] as number) >>> bit) & 1 ? AFTER : 0)
    );
  }

  /**
   * Adds sides of an alert that may come again; its word in the answer holds no sides, `finishChange` reads them from
   * the bit sets.
   */
  addRepeatable(id: number, sides: number): void {
    const page = this.pages[id >>> PAGE_SHIFT] as Int32Array;
    const word = (id & PAGE_MASK) >>> 5;
    const bit = 1 << (id & 31);
    const before = page[word] as number;
    const after = page[word + SET_WORDS] as number;
    if ((sides & BEFORE) !== 0) page[word] = before | bit;
    if ((sides & AFTER) !== 0) page[word + SET_WORDS] = after | bit;
    if (((before | after) & bit) === 0) this.addMarked(id);
  }

  /** The same in a pass over one listing, whose only side counts as BEFORE. */
  addOnce(id: number): void {
    const page = this.pages[id >>> PAGE_SHIFT] as Int32Array;
    const word = (id & PAGE_MASK) >>> 5;
    const known = page[word] as number;
    const bit = 1 << (id & 31);
    if ((known & bit) !== 0) return;
    page[word] = known | bit;
    this.addMarked(id);
  }

  private addMarked(id: number): void {
    this.found[this.count++] = id;
    if (this.markedCount === this.marked.length) this.marked = enlarged(this.marked, 2 * this.markedCount);
    this.marked[this.markedCount++] = id;
  }

  /** Ends a pass over one listing: copies what fits, returns how many there are. */
  finish(into: Int32Array): number {
    const { count, found } = this;
    if (count <= into.length) for (let place = 0; place < count; place += 1) into[place] = found[place] as number;
    else into.set(found.subarray(0, into.length));
    this.clear();
    return count;
  }

  /** Ends a pass over two listings: those met by both first, then those met by the later one only, then the others. */
  finishChange(into: Int32Array): { both: number; onlyAfter: number; onlyBefore: number } {
    const { count, found } = this;
    const counts = { both: 0, onlyAfter: 0, onlyBefore: 0 };
    for (let place = 0; place < count; place += 1) {
      let word = found[place] as number;
      if ((word & BOTH) === 0) found[place] = word |= this.seen(word);
      const sides = word & BOTH;
      if (sides === BOTH) counts.both += 1;
      else if (sides === AFTER) counts.onlyAfter += 1;
      else counts.onlyBefore += 1;
    }
    let [both, onlyAfter, onlyBefore] = [0, counts.both, counts.both + counts.onlyAfter];
    for (let place = 0; place < count; place += 1) {
      const word = found[place] as number;
      const id = word & ID_MASK;
      const sides = word & BOTH;
      // Typed arrays ignore what is written past their end.
      if (sides === BOTH) into[both++] = id;
      else if (sides === AFTER) into[onlyAfter++] = id;
      else into[onlyBefore++] = id;
    }
    this.clear();
    return counts;
  }

  /** Whether no bit is left from an earlier pass. */
  get isClear(): boolean {
    return this.count === 0 && this.pages.every((page) => page === undefined || page.every((word) => word === 0));
  }

  get bytes(): number {
    return this.pages.reduce(
      (sum, page) => sum + 8 + (page?.byteLength ?? 0),
      this.found.byteLength + this.marked.byteLength,
    );
  }

  /** Whole words: every id of the word that was seen stands in the same answer. */
  private clear(): void {
    for (let place = 0; place < this.markedCount; place += 1) {
      const id = this.marked[place] as number;
      const page = this.pages[id >>> PAGE_SHIFT] as Int32Array;
      const word = (id & PAGE_MASK) >>> 5;
      page[word] = page[word + SET_WORDS] = 0;
    }
    this.markedCount = this.count = 0;
  }
}
