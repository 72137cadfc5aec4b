import { CHUNK_WORDS } from './bit-matrix.js';

const CHUNKS_PER_PAGE = 64;
const PAGE_SHIFT = 6;
const PAGE_MASK = CHUNKS_PER_PAGE - 1;

/** Bit matrices of one size, by number from 1 on. Memory grows by pages, so no growth copies anything. */
export class ChunkPool {
  readonly pages: Int32Array[] = [];
  private readonly free: number[] = [];
  private readonly owners: number[] = [];
  count = 0;

  /** A chunk with whatever it held before. `owner` can be asked back. */
  allocate(owner: number): number {
    let chunk = this.free.pop();
    if (chunk === undefined) {
      const page = this.pages.length;
      this.pages.push(new Int32Array(CHUNKS_PER_PAGE * CHUNK_WORDS));
      for (let place = CHUNKS_PER_PAGE - 1; place > 0; place -= 1) this.free.push(page * CHUNKS_PER_PAGE + place);
      // Chunk 0 is never given out: a slot in it would have the reference that ends a chain.
      chunk = page > 0 ? page * CHUNKS_PER_PAGE : this.free.pop();
    }
    this.owners[chunk as number] = owner;
    this.count += 1;
    return chunk as number;
  }

  release(chunk: number): void {
    this.free.push(chunk);
    this.count -= 1;
  }

  ownerOf(chunk: number): number {
    return this.owners[chunk] as number;
  }

  words(chunk: number): Int32Array {
    return this.pages[chunk >>> PAGE_SHIFT] as Int32Array;
  }

  base(chunk: number): number {
    return (chunk & PAGE_MASK) * CHUNK_WORDS;
  }

  get bytes(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, 8 * this.owners.length);
  }
}
