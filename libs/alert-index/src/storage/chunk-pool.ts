import { CHUNK_WORDS } from './bit-matrix.js';

/**
 * Chunks of the first page and of a large one, as powers of two. The second page holds as many as the first, each
 * after it as many as all before, until they are large.
 */
const FIRST_SHIFT = 6;
const LARGE_SHIFT = 10;
const [FIRST, LARGE] = [1 << FIRST_SHIFT, 1 << LARGE_SHIFT] as const;
/** What the number of a large page is above the upper bits of its chunks' numbers. */
const BEFORE_LARGE = LARGE_SHIFT - FIRST_SHIFT;
/**
 * Words at the head of a page that are left free. Memory of more than 32 MB, as that of large pages is, comes from
 * glibc 16 bytes behind a boundary of 4,096: behind 48 more, each row of a chunk is one line of the processor's
 * cache, not two halves. Elsewhere this changes nothing but speed.
 */
const HEAD = 12;

/**
 * Bit matrices of one size, by number from 1 on. Memory grows by pages, so no growth copies anything; what of a page
 * was never used takes no memory of the machine.
 */
export class ChunkPool {
  private readonly pages: Int32Array[] = [];
  private readonly free: number[] = [];
  private readonly owners: number[] = [];
  count = 0;

  /** A chunk with whatever it held before. `owner` can be asked back. */
  allocate(owner: number): number {
    if (this.free.length === 0) this.addPage();
    const chunk = this.free.pop() as number;
    this.owners[chunk] = owner;
    this.count += 1;
    return chunk;
  }

  release(chunk: number): void {
    this.free.push(chunk);
    this.count -= 1;
  }

  ownerOf(chunk: number): number {
    return this.owners[chunk] as number;
  }

  words(chunk: number): Int32Array {
    return this.pages[pageOf(chunk)] as Int32Array;
  }

  base(chunk: number): number {
    return HEAD + (chunk - firstOf(pageOf(chunk))) * CHUNK_WORDS;
  }

  /** Of the chunks that were ever in use. */
  get bytes(): number {
    return this.owners.length * (4 * CHUNK_WORDS + 8);
  }

  private addPage(): void {
    const [from, end] = [firstOf(this.pages.length), firstOf(this.pages.length + 1)];
    this.pages.push(new Int32Array(HEAD + (end - from) * CHUNK_WORDS));
    // Chunk 0 is never given out: a slot in it would have the reference that ends a chain.
    for (let chunk = end - 1; chunk >= Math.max(1, from); chunk -= 1) this.free.push(chunk);
  }
}

function pageOf(chunk: number): number {
  return chunk < LARGE ? 32 - Math.clz32(chunk >>> FIRST_SHIFT) : BEFORE_LARGE + (chunk >>> LARGE_SHIFT);
}

function firstOf(page: number): number {
  if (page === 0) return 0;
  return page <= BEFORE_LARGE ? FIRST << (page - 1) : LARGE * (page - BEFORE_LARGE);
}
