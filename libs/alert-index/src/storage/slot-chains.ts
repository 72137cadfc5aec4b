import { ABSENT, NO_SLOTS, UNCHAINED, type AlertHeads } from './alert-heads.js';
import { COLUMNS, wordAt } from './bit-matrix.js';
import type { ChunkPool } from './chunk-pool.js';
import type { SlabArena } from './slab-arena.js';
import { NEXT } from './slot-layout.js';

/**
 * Chains longer than this are linked backwards too: following the chain to the slot before a moved one would make
 * huge alerts slow to add.
 */
export const LONG_CHAIN = 24;
/** Only a defect of the store leads here; going on would answer for the wrong alerts or never end. */
export const BROKEN_CHAIN = 'The chain of an alert leads to a slot that is not its own';

/**
 * The slots of each alert, one leading to the next through their words NEXT. A slot's reference is 2 × its place in
 * the arena + 1 in a tail, 2 × its column counted over all chunks in a chunk.
 */
export class SlotChains {
  /** Alerts with long chains, and the slot before each of theirs but the first. */
  private readonly longChains = new Set<number>();
  private readonly previous = new Map<number, number>();

  constructor(
    private readonly heads: AlertHeads,
    private readonly arena: SlabArena,
    private readonly chunks: ChunkPool,
  ) {}

  /** Says before an alert's first slot how many it will have. */
  begin(id: number, slots: number): void {
    this.heads.set(id, NO_SLOTS);
    if (slots > LONG_CHAIN) this.longChains.add(id);
  }

  /** Makes a slot, whose NEXT is set already, the first of its alert. */
  lead(id: number, slot: number, next: number): void {
    this.heads.set(id, slot);
    if (next > 0 && this.longChains.has(id)) this.previous.set(next, slot);
  }

  /** Takes the first slot out of the chain. */
  dropFirst(id: number): void {
    const next = this.nextOf(this.heads.get(id));
    this.heads.set(id, next);
    if (this.longChains.has(id)) this.previous.delete(next);
  }

  /** Forgets an alert whose chain is empty. */
  end(id: number): void {
    this.heads.set(id, ABSENT);
    this.longChains.delete(id);
  }

  /** The next slot of the same alert, 0 after the last. */
  nextOf(slot: number): number {
    if ((slot & 1) === 1) return this.arena.words(slot >>> 1)[this.arena.offset(slot >>> 1) + NEXT] as number;
    const column = slot >>> 1;
    const chunk = (column / COLUMNS) | 0;
    return this.chunks.words(chunk)[wordAt(this.chunks.base(chunk), column % COLUMNS, NEXT)] as number;
  }

  /**
   * Makes the chain of an alert lead to `to` where it led to `from`. The slot's own NEXT must stand at `to` already.
   */
  relink(id: number, from: number, to: number): void {
    let slot = this.heads.get(id);
    if (slot <= UNCHAINED) {
      this.relinkUnfinished(id, from, to);
      return;
    }
    if (this.longChains.has(id)) {
      this.relinkLong(id, from, to);
      return;
    }
    if (slot === from) {
      this.heads.set(id, to);
      return;
    }
    for (let steps = 0; this.nextOf(slot) !== from; steps += 1) {
      if (steps > LONG_CHAIN) throw new Error(BROKEN_CHAIN);
      slot = this.nextOf(slot);
    }
    this.setNext(slot, to);
  }

  /** A slot that its chain does not lead to yet moves as it likes. */
  private relinkUnfinished(id: number, from: number, to: number): void {
    let slot = UNCHAINED - this.heads.get(id);
    if (slot === from) {
      this.heads.set(id, UNCHAINED - to);
      return;
    }
    while (slot > 0 && this.nextOf(slot) !== from) slot = this.nextOf(slot);
    if (slot > 0) this.setNext(slot, to);
  }

  private relinkLong(id: number, from: number, to: number): void {
    const before = this.previous.get(from);
    if (before === undefined) this.heads.set(id, to);
    else {
      this.setNext(before, to);
      this.previous.delete(from);
      this.previous.set(to, before);
    }
    const next = this.nextOf(to);
    if (next > 0) this.previous.set(next, to);
  }

  private setNext(slot: number, next: number): void {
    if ((slot & 1) === 1) {
      this.arena.words(slot >>> 1)[this.arena.offset(slot >>> 1) + NEXT] = next;
      return;
    }
    const column = slot >>> 1;
    const chunk = (column / COLUMNS) | 0;
    this.chunks.words(chunk)[wordAt(this.chunks.base(chunk), column % COLUMNS, NEXT)] = next;
  }

  get bytes(): number {
    // A Map entry of two numbers takes about 40 bytes.
    return this.heads.bytes + 40 * this.previous.size;
  }
}
