import { CHUNK_WORDS } from './bit-matrix.js';
import { ChunkPool } from './chunk-pool.js';

describe('A chunk pool', () => {
  it('gives every chunk words of its own, through small pages and large ones', () => {
    const pool = new ChunkPool();
    const chunks = Array.from({ length: 3_000 }, (_, owner) => pool.allocate(owner));
    // First and last word of each: a chunk that reached into another would be seen.
    for (const chunk of chunks)
      for (const word of [0, CHUNK_WORDS - 1]) pool.words(chunk)[pool.base(chunk) + word] = chunk;
    expect(
      chunks.filter((chunk) =>
        [0, CHUNK_WORDS - 1].some((word) => pool.words(chunk)[pool.base(chunk) + word] !== chunk),
      ),
    ).toEqual([]);
    expect(new Set(chunks).size).toBe(chunks.length);
    expect(Math.min(...chunks)).toBe(1);
    expect(chunks.map((chunk) => pool.ownerOf(chunk))).toEqual(chunks.map((_, owner) => owner));
  });

  it('gives released chunks out again', () => {
    const pool = new ChunkPool();
    const [first] = [pool.allocate(1), pool.allocate(2)];
    const { bytes } = pool;
    pool.release(first);
    expect([pool.count, pool.allocate(3), pool.count, pool.bytes]).toEqual([1, first, 2, bytes]);
  });
});
