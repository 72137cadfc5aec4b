import { SlabArena } from './slab-arena.js';

/** Fills a block with a number of its own, so that a block lying over another would be seen. */
function fill(arena: SlabArena, block: number, units: number, value: number): void {
  arena.words(block).fill(value, arena.offset(block), arena.offset(block) + units * arena.unitWords);
}

function holds(arena: SlabArena, block: number, units: number, value: number): boolean {
  const at = arena.offset(block);
  const words = arena.words(block).subarray(at, at + units * arena.unitWords);
  return words.length === units * arena.unitWords && words.every((word) => word === value);
}

describe('A slab arena', () => {
  it.each([2, 9])(
    'keeps blocks of all sizes apart, from one unit of %i words to more than a region, while others come and go',
    (unitWords) => {
      const arena = new SlabArena(unitWords);
      const sizes = [1, 3, 70_000, 500, 600, 2, 2_048, 2_049, 40_000, 60_000, 513, 1, 65_536, 65_537, 12];
      const blocks: { block: number; units: number; value: number }[] = [];
      for (let turn = 0; turn < 600; turn += 1) {
        const units = sizes[(turn * 7) % sizes.length] as number;
        const block = arena.allocate(units, turn);
        fill(arena, block, units, turn + 1);
        blocks.push({ block, units, value: turn + 1 });
        if (turn % 3 !== 0) {
          const [gone] = blocks.splice((turn * 13) % blocks.length, 1);
          expect(holds(arena, gone!.block, gone!.units, gone!.value)).toBe(true);
          arena.release(gone!.block);
        }
      }
      expect(
        blocks.every(
          ({ block, units, value }) => holds(arena, block, units, value) && arena.ownerOf(block) === value - 1,
        ),
      ).toBe(true);
      expect(new Set(blocks.map(({ block }) => block)).size).toBe(blocks.length);
    },
  );

  it('gives the memory of released blocks to later ones', () => {
    const arena = new SlabArena(2);
    const round = (): void => {
      const blocks = [1, 200, 5_000, 90_000, 1, 512].map((units) => arena.allocate(units));
      for (const block of blocks) arena.release(block);
    };
    round();
    const { bytes } = arena;
    for (let turn = 0; turn < 50; turn += 1) round();
    expect(arena.bytes).toBeLessThanOrEqual(2 * bytes);
  });

  it('shows the same memory as words and as doubles', () => {
    const arena = new SlabArena(2);
    for (let turn = 0; turn < 5_000; turn += 1) {
      const block = arena.allocate(4);
      arena.numbers(block)[arena.offset(block) >> 1] = turn + 0.5;
      expect(arena.words(block)[arena.offset(block) + 1]).toBe(new Int32Array(Float64Array.of(turn + 0.5).buffer)[1]);
    }
  });
});
