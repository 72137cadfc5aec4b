import { COLUMNS } from '../storage/bit-matrix.js';
import { coderOf, type Boundaries, type Coder } from '../compile/boundaries.js';
import { CellSorter } from './cell-sorter.js';
import { CHUNK_COUNT, TAIL_COUNT, TAIL_EDITION } from '../storage/cells.js';
import type { Checks } from '../checks/checks.js';
import { editionOf, ENTRY_STATE, ENTRY_WORDS } from '../storage/directory.js';
import type { BoundaryLearner } from './learn-boundaries.js';
import { recodeSlot } from './recode.js';
import type { SlotStore } from '../storage/slot-store.js';

/** Alerts added when boundaries are learned for the first time; then again whenever eight times as many have come. */
const FIRST_LEARNING = 500;
const LEARNING_GROWTH = 8;
/** New boundaries are taken when they decide this much more of all bounds. */
const WORTH_CHANGING = 0.02;
/** Slots recoded along with each alert added while a change of boundaries is under way. */
const WORK_PER_ADD = 24;

/**
 * Keeps the index fast while it grows. Boundaries come in *editions*, at most two at a time; every tail and chunk says
 * which one its codes belong to. A change of boundaries recodes one cell after another, and the index answers all the
 * time. The next edition begins when the last has reached every cell. Cells are sorted between editions.
 */
export class Upkeep {
  /** By edition; null: no slot has codes of it. */
  readonly coders: [Coder | null, Coder | null];
  /** The edition that new tails take. */
  newest = 0;
  private added = 0;
  private nextLearning = FIRST_LEARNING;
  /** Cells below are all of the newest edition; a change of boundaries is under way while it is below `end`. */
  private cursor = 0;
  private end = 0;
  private credit = 0;
  private readonly sorter: CellSorter;

  constructor(
    private readonly store: SlotStore,
    private readonly checks: Checks,
    readonly learner: BoundaryLearner,
    public boundaries: Boundaries,
  ) {
    this.coders = [coderOf(boundaries), null];
    this.sorter = new CellSorter(store);
  }

  /** Learns when it is time, and pays a little of a change that is under way. */
  afterAdd(): void {
    this.added += 1;
    if (this.added >= this.nextLearning && !this.isRecoding) this.learn();
    if (!this.isRecoding) return;
    this.credit += WORK_PER_ADD;
    if (this.credit > 0) this.credit -= this.recode(this.credit);
  }

  /** Works on about `budget` slots; true while there is more to do. */
  work(budget: number): boolean {
    if (this.store.lateChains.work(budget)) return true;
    if (!this.isRecoding) return this.sorter.work(budget);
    this.recode(budget);
    return true;
  }

  private get isRecoding(): boolean {
    return this.coders[1 - this.newest] !== null;
  }

  private learn(): void {
    this.nextLearning = this.added * LEARNING_GROWTH;
    const learned = this.learner.learn(this.boundaries);
    if (this.learner.coverage(learned) - this.learner.coverage(this.boundaries) < WORTH_CHANGING) return;
    this.sorter.interrupt();
    this.boundaries = learned;
    this.newest = 1 - this.newest;
    this.coders[this.newest] = coderOf(learned);
    this.cursor = 0;
    this.end = this.store.cells.end; // cells made from now on begin in the newest edition
  }

  /**
   * Recodes cells until the budget is spent; returns what was spent. Tails and chunks are done as a whole, one of
   * them whatever the budget.
   */
  private recode(budget: number): number {
    let spent = 0;
    for (; this.cursor < this.end; this.cursor += 1) {
      spent += 1;
      while (this.store.cells.isThere(this.cursor)) {
        const step = this.recodePiece(this.cursor);
        if (step === 0) break;
        spent += step;
        if (spent >= budget) return spent;
      }
      if (spent >= budget) {
        this.cursor += 1;
        break;
      }
    }
    if (this.cursor >= this.end) this.coders[1 - this.newest] = null;
    return spent;
  }

  /** Recodes the tail or one chunk of a cell; 0 when all of it is of the newest edition. */
  private recodePiece(cell: number): number {
    const { store, checks, newest } = this;
    const transaction = store.cells.transactionOf(cell);
    const isSquare = store.cells.isSquare(cell);
    const change = (slots: Int32Array, slot: number): void => {
      recodeSlot(
        slots,
        slot,
        transaction,
        isSquare,
        this.coders[1 - newest] as Coder,
        this.coders[newest] as Coder,
        checks,
      );
    };
    const tailCount = store.cells.get(cell, TAIL_COUNT);
    if (tailCount > 0 && store.cells.get(cell, TAIL_EDITION) !== newest) {
      store.rewriteTail(cell, newest, change);
      return tailCount;
    }
    for (let place = 0; place < store.cells.get(cell, CHUNK_COUNT); place += 1) {
      const { words, at } = store.cellChunks.directory(cell);
      if (editionOf(words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) === newest) continue;
      store.cellChunks.rewrite(cell, place, newest, change);
      return COLUMNS;
    }
    return 0;
  }
}
