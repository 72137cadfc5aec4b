import { Atoms } from './atoms.js';
import type { CodedBounds } from '../compile/boundaries.js';
import type { Box, Place } from '../compile/box.js';
import type { Facts } from '../compile/facts.js';
import { CONTENT, Interned, MEMO } from '../storage/interned.js';
import { Lexicon } from '../words/lexicon.js';
import { PASSED, remember, remembered, UNKNOWN } from './memo.js';
import { RareRanges } from './rare-ranges.js';
import { WordFilters } from './word-filters.js';

/**
 * Words of a check's content: which bounds were rounded, how many atoms there are; then those bounds as doubles, then
 * atoms (below 0: must not hold).
 */
const EDGES = 0;
const ATOM_COUNT = 1;
const BOUNDS = 2;
// As in scan.ts: imported constants are slow where every slot uses them.
const [MEMO_AT, CONTENT_AT] = [MEMO, CONTENT] as const;

/**
 * What the codes of a slot leave open: bounds that had to be rounded (compared only where the listing falls into the
 * same gap) and atoms. Ranges without codes stand apart. A check of a single atom is that atom: a reference below 0.
 * Any other content is kept once, and its verdict for a listing is remembered like an atom's.
 */
export class Checks {
  /** Words that alerts ask for. */
  readonly lexicon = new Lexicon();
  readonly atoms = new Atoms(this.lexicon);
  readonly ranges = new RareRanges();
  readonly filters = new WordFilters(this.lexicon);
  readonly interned = new Interned();
  private runCount = 0;
  private words = new Int32Array(64);
  private doubles = new Float64Array(this.words.buffer);

  /** Checks, atoms and rare ranges run since the start, memo hits not counted. */
  get runs(): number {
    return this.runCount + this.atoms.runs + this.ranges.runs;
  }

  /** Everything kept here has forgotten what it said of earlier listings: epochs may start again. */
  clearMemos(): void {
    this.interned.clearMemos();
    this.atoms.interned.clearMemos();
    this.ranges.clearMemos();
  }

  get bytes(): number {
    const { interned, atoms, ranges, filters, lexicon } = this;
    return interned.bytes + atoms.interned.bytes + ranges.bytes + filters.bytes + lexicon.bytes;
  }

  /** The atoms of a box, each held once; `keyed` is the place whose cells the box stands in. Below 0: must not hold. */
  internAtoms(box: Box, keyed: Place | undefined): number[] {
    // Words of an outline, too: their numbers must stay while it stands in their cells.
    const outline = (): number[] => [
      ...box.words.map((needs) => this.atoms.wordNeeds(needs)),
      ...box.trees.map((tree) => this.atoms.tree(tree)),
    ];
    if (box.isOutline) return outline();
    const atoms: number[] = [];
    for (const place of box.places) {
      // Whoever finds the box in the cell of a division lies in that division; a grid square only says roughly where.
      if (place !== keyed || place.outlines.length > 0) atoms.push(this.atoms.place(place));
    }
    for (const ids of box.notDivisions) atoms.push(-this.atoms.divisions(ids));
    for (const outlines of box.notOutlines) {
      if (outlines.length > 0) atoms.push(-this.atoms.outlines(outlines));
    }
    for (const list of box.lists) atoms.push(this.atoms.list(list));
    return [...atoms, ...outline()];
  }

  /** Whether a slot's filter cannot decide alone what these atoms say. */
  asksForMoreThanWords(atoms: readonly number[]): boolean {
    return atoms.some((atom) => !this.atoms.isWordNeeds(Math.abs(atom)));
  }

  /** Gives back the atoms that `internAtoms` held. */
  releaseAtoms(atoms: readonly number[]): void {
    for (const atom of atoms) this.atoms.release(Math.abs(atom));
  }

  /**
   * The check for these bounds and atoms, held once more; 0 when there is nothing to check. The check holds its atoms
   * itself.
   */
  intern({ edges, exact }: CodedBounds, atoms: readonly number[]): number {
    if (edges === 0 && atoms.length === 0) return 0;
    if (edges === 0 && atoms.length === 1) {
      this.atoms.interned.retain(Math.abs(atoms[0] as number));
      return alone(atoms[0] as number);
    }
    const length = BOUNDS + 2 * exact.length + atoms.length;
    if (length > this.words.length) {
      this.words = new Int32Array(2 * length);
      this.doubles = new Float64Array(this.words.buffer, 0, length);
    }
    this.words[EDGES] = edges;
    this.words[ATOM_COUNT] = atoms.length;
    let at = BOUNDS;
    for (const bound of exact) {
      this.doubles[at >> 1] = bound;
      at += 2;
    }
    for (const atom of [...atoms].sort((a, b) => a - b)) this.words[at++] = atom;
    const { reference, isNew } = this.interned.intern(this.words, length);
    if (isNew) for (const atom of atoms) this.atoms.interned.retain(Math.abs(atom));
    return reference;
  }

  release(check: number): void {
    if (check === 0) return;
    const atoms = this.atomsIn(check);
    if (check < 0 || this.interned.release(check)) this.releaseAtoms(atoms);
  }

  /** The atoms of a check, below 0 where they must not hold. */
  atomsIn(check: number): number[] {
    if (check === 0) return [];
    if (check < 0) return [(check & 1) === 1 ? -atomOf(check) : atomOf(check)];
    const words = this.interned.arena.words(check);
    const at = this.interned.arena.offset(check) + CONTENT;
    const from = at + this.interned.lengthOf(check) - (words[at + ATOM_COUNT] as number);
    return Array.from(words.subarray(from, from + (words[at + ATOM_COUNT] as number)));
  }

  /**
   * The rounded bound of a field as it was asked for; undefined where the check holds none. `side` 0 is the lower
   * one.
   */
  exactBound(check: number, field: number, side: number): number | undefined {
    if (check <= 0) return undefined;
    const at = this.interned.arena.offset(check) + CONTENT;
    const edges = this.interned.arena.words(check)[at + EDGES] as number;
    const bit = 2 * field + side;
    if ((edges & (1 << bit)) === 0) return undefined;
    let before = 0;
    for (let other = 0; other < bit; other += 1) before += (edges >>> other) & 1;
    return this.interned.arena.numbers(check)[((at + BOUNDS) >> 1) + before];
  }

  /** Prefetches what `passes` reads first. The number means nothing. */
  prefetch(check: number): number {
    return check < 0
      ? this.atoms.prefetch(atomOf(check))
      : (this.interned.arena.words(check)[this.interned.arena.offset(check) + MEMO_AT] as number);
  }

  /** The first atom of a check; 0 where it has none. */
  firstAtomOf(check: number): number {
    if (check < 0) return 0;
    const { arena } = this.interned;
    const words = arena.words(check);
    const at = arena.offset(check) + CONTENT_AT;
    const atoms = words[at + ATOM_COUNT] as number;
    return atoms === 0 ? 0 : Math.abs(words[at + this.interned.lengthOf(check) - atoms] as number);
  }

  /** Whether the listing passes. `stamp` and `side` as for `Atoms.meets`. */
  passes(check: number, facts: Facts, stamp: number, side: number): boolean {
    if (check < 0) return this.atoms.meets(atomOf(check), facts, stamp, side) !== ((check & 1) === 1);
    const words = this.interned.arena.words(check);
    const at = this.interned.arena.offset(check);
    const memo = words[at + MEMO_AT] as number;
    const known = remembered(memo, stamp, side);
    if (known !== UNKNOWN) return known === PASSED;
    const passed = this.run(check, words, at + CONTENT_AT, facts, stamp, side);
    words[at + MEMO_AT] = remember(memo, stamp, side, passed);
    return passed;
  }

  private run(check: number, words: Int32Array, start: number, facts: Facts, stamp: number, side: number): boolean {
    this.runCount += 1;
    const edges = words[start + EDGES] as number;
    let at = start + BOUNDS;
    if (edges !== 0) {
      const doubles = this.interned.arena.numbers(check);
      for (let left = edges; left !== 0; left &= left - 1) {
        const edge = 31 - Math.clz32(left & -left);
        // NaN, not stated, fails no comparison here: the slot's bits have decided it
        const value = facts.coded[edge >> 1] as number;
        const bound = doubles[at >> 1] as number;
        if ((edge & 1) === 0 ? value < bound : value > bound) return false;
        at += 2;
      }
    }
    for (let left = words[start + ATOM_COUNT] as number; left > 0; left -= 1) {
      const atom = words[at++] as number;
      if (atom > 0 ? !this.atoms.meets(atom, facts, stamp, side) : this.atoms.meets(-atom, facts, stamp, side))
        return false;
    }
    return true;
  }
}

/** The reference of a check that is one atom, below 0 where it must not hold. */
function alone(atom: number): number {
  return atom > 0 ? -2 * atom : 2 * atom + 1;
}

function atomOf(check: number): number {
  return (1 - check) >>> 1;
}
