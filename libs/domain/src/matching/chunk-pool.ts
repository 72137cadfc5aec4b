import { CHUNK_WORDS } from './bit-matrix.js';

/** Chunks of the first page, and of each later one. */
const FIRST_CHUNKS = 64;
const CHUNKS_PER_PAGE = 1_024;
const PAGE_SHIFT = 10;
const PAGE_MASK = CHUNKS_PER_PAGE - 1;
/**
 * Words at the head of a page that are left free. Memory of more than 32 MB, as later pages are, comes from glibc 16 bytes behind a boundary of 4,096: behind 48 more,
 * each row of a chunk is one line of the processor's cache, not two halves. Elsewhere this changes nothing but speed.
 */
const HEAD = 12;

/** Bit matrices of one size, by number from 1 on. Memory grows by pages, so no growth copies anything; what of a page was never used takes no memory of the machine. */
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
    return this.pages[chunk < FIRST_CHUNKS ? 0 : ((chunk - FIRST_CHUNKS) >>> PAGE_SHIFT) + 1] as Int32Array;
  }

  base(chunk: number): number {
    return HEAD + (chunk < FIRST_CHUNKS ? chunk : (chunk - FIRST_CHUNKS) & PAGE_MASK) * CHUNK_WORDS;
  }

  /** Of the chunks that were ever in use. */
  get bytes(): number {
    return this.owners.length * (4 * CHUNK_WORDS + 8);
  }

  private addPage(): void {
    const page = this.pages.length;
    const [from, chunks] = page === 0 ? [0, FIRST_CHUNKS] : [FIRST_CHUNKS + (page - 1) * CHUNKS_PER_PAGE, CHUNKS_PER_PAGE];
    this.pages.push(new Int32Array(HEAD + chunks * CHUNK_WORDS));
    // Chunk 0 is never given out: a slot in it would have the reference that ends a chain.
    for (let chunk = from + chunks - 1; chunk >= Math.max(1, from); chunk -= 1) this.free.push(chunk);
  }
}
