import { SlabArena } from './slab-arena.js';

/**
 * Words at the head of everything interned: the memo, how often it is used, its hash, its length in words, then two
 * of its own.
 */
export const MEMO = 0;
const USES = 1;
const HASH = 2;
const LENGTH = 3;
/** The first word that belongs to the content; a double may stand at an even distance from it. */
export const CONTENT = 4;

const UNIT_WORDS = 2;
const SEGMENTS = 256;
const FIRST_SIZE = 4;

/**
 * Contents of 32-bit words, each kept once however many hold it, in blocks of an arena. A content's first words are a
 * header (above), so that looking one up, testing its memo and reading it cost one line of memory. References are
 * above 0. Found by hash through 256 small tables that grow on their own: no growth copies much.
 */
export class Interned {
  readonly arena = new SlabArena(UNIT_WORDS);
  private readonly tables: Int32Array[] = Array.from({ length: SEGMENTS }, () => new Int32Array(FIRST_SIZE));
  private readonly used = new Int32Array(SEGMENTS);
  count = 0;

  constructor() {
    this.arena.allocate(1); // so that no content has the reference 0
  }

  get bytes(): number {
    return this.arena.bytes + this.tables.reduce((sum, table) => sum + table.byteLength, 0);
  }

  /** The reference of the content, one use more. `content` is copied when it is new. */
  intern(content: Int32Array, length: number): { readonly reference: number; readonly isNew: boolean } {
    const hash = hashOf(content, length);
    const table = this.tables[hash & (SEGMENTS - 1)] as Int32Array;
    const mask = table.length - 1;
    let place = (hash >>> 8) & mask;
    for (let reference = table[place] as number; reference !== 0; reference = table[place] as number) {
      if (this.isContent(reference, hash, content, length)) {
        const words = this.arena.words(reference);
        words[this.arena.offset(reference) + USES] = (words[this.arena.offset(reference) + USES] as number) + 1;
        return { reference, isNew: false };
      }
      place = (place + 1) & mask;
    }
    const reference = this.arena.allocate(Math.ceil((CONTENT + length) / UNIT_WORDS));
    const words = this.arena.words(reference);
    const at = this.arena.offset(reference);
    words[at + MEMO] = 0;
    words[at + USES] = 1;
    words[at + HASH] = hash;
    words[at + LENGTH] = length;
    for (let word = 0; word < length; word += 1) words[at + CONTENT + word] = content[word] as number;
    table[place] = reference;
    this.count += 1;
    this.grow(hash & (SEGMENTS - 1));
    return { reference, isNew: true };
  }

  /** One use more of what is held already. */
  retain(reference: number): void {
    const words = this.arena.words(reference);
    const at = this.arena.offset(reference) + USES;
    words[at] = (words[at] as number) + 1;
  }

  /** One use less; true when that was the last. Its words stay readable until something new is held. */
  release(reference: number): boolean {
    const words = this.arena.words(reference);
    const at = this.arena.offset(reference);
    const uses = (words[at + USES] as number) - 1;
    words[at + USES] = uses;
    if (uses > 0) return false;
    this.forget(reference, words[at + HASH] as number);
    this.arena.release(reference);
    this.count -= 1;
    return true;
  }

  lengthOf(reference: number): number {
    return this.arena.words(reference)[this.arena.offset(reference) + LENGTH] as number;
  }

  /** Sets every memo to 0, so that epochs may start again. */
  clearMemos(): void {
    for (const table of this.tables) {
      for (const reference of table)
        if (reference !== 0) this.arena.words(reference)[this.arena.offset(reference) + MEMO] = 0;
    }
  }

  private isContent(reference: number, hash: number, content: Int32Array, length: number): boolean {
    const words = this.arena.words(reference);
    const at = this.arena.offset(reference);
    if (words[at + HASH] !== hash || words[at + LENGTH] !== length) return false;
    for (let word = 0; word < length; word += 1) if (words[at + CONTENT + word] !== content[word]) return false;
    return true;
  }

  private hashAt(reference: number): number {
    return this.arena.words(reference)[this.arena.offset(reference) + HASH] as number;
  }

  private grow(segment: number): void {
    const used = (this.used[segment] as number) + 1;
    this.used[segment] = used;
    const table = this.tables[segment] as Int32Array;
    if (4 * used <= 3 * table.length) return;
    const larger = new Int32Array(2 * table.length);
    const mask = larger.length - 1;
    for (const reference of table) {
      if (reference === 0) continue;
      let place = (this.hashAt(reference) >>> 8) & mask;
      while (larger[place] !== 0) place = (place + 1) & mask;
      larger[place] = reference;
    }
    this.tables[segment] = larger;
  }

  /** Takes an entry out and closes the gap, so that no later entry of the same run is cut off from its place. */
  private forget(reference: number, hash: number): void {
    const segment = hash & (SEGMENTS - 1);
    const table = this.tables[segment] as Int32Array;
    const mask = table.length - 1;
    let gap = (hash >>> 8) & mask;
    while (table[gap] !== reference) gap = (gap + 1) & mask;
    for (let place = (gap + 1) & mask; table[place] !== 0; place = (place + 1) & mask) {
      const preferred = (this.hashAt(table[place] as number) >>> 8) & mask;
      if (((place - preferred) & mask) >= ((place - gap) & mask)) {
        table[gap] = table[place] as number;
        gap = place;
      }
    }
    table[gap] = 0;
    this.used[segment] = (this.used[segment] as number) - 1;
  }
}

function hashOf(content: Int32Array, length: number): number {
  let hash = length;
  for (let word = 0; word < length; word += 1) {
    hash = Math.imul(hash ^ (content[word] as number), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85eb_ca6b);
  return hash ^ (hash >>> 13);
}
