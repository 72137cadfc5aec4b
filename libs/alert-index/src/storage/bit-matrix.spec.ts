import { SeededRandom } from '@gable/domain/testing';
import { CHUNK_WORDS, clearColumn, COLUMNS, drawColumns, readColumns } from './bit-matrix.js';
import { ALL_TYPES, CODE_SHIFT, FORBID_C, FORBID_D, HIGH, ID, LAST_CODE, LOW, SLOT_WORDS, SUB } from './slot-layout.js';

/** A slot as the index makes them: some allowed type, intervals in order or the empty one. */
function someSlots(random: SeededRandom, count: number): Int32Array {
  const slots = new Int32Array(COLUMNS * SLOT_WORDS);
  for (let place = 0; place < count; place += 1) {
    const slot = place * SLOT_WORDS;
    for (const [field, last] of LAST_CODE.entries()) {
      const [low, high] = random.chance(0.05)
        ? [last, 0]
        : [random.whole(0, last), random.whole(0, last)].sort((a, b) => a - b);
      slots[slot + LOW]! |= low! << CODE_SHIFT[field]!;
      slots[slot + HIGH]! |= high! << CODE_SHIFT[field]!;
    }
    const types = random.whole(1, ALL_TYPES);
    slots[slot + FORBID_C] = (random.whole(0, 2 ** 22 - 1) << 10) | (ALL_TYPES & ~types);
    slots[slot + FORBID_D] = random.whole(0, 2 ** 27 - 1);
    slots[slot + SUB] = random.whole(1, 2 ** 31 - 1);
    for (let word = ID; word < SLOT_WORDS; word += 1) slots[slot + word] = random.whole(0, 2 ** 30);
  }
  return slots;
}

describe('a bit matrix', () => {
  for (const isSquare of [true, false]) {
    it(`reads back what was drawn at once${isSquare ? ' in a grid square' : ''}`, () => {
      const [chunk, back, columns] = [
        new Int32Array(CHUNK_WORDS).fill(-1),
        new Int32Array(COLUMNS * SLOT_WORDS),
        new Int32Array(COLUMNS),
      ];
      const slots = someSlots(new SeededRandom(1), COLUMNS);
      drawColumns(chunk, 0, slots, 0, COLUMNS, null, isSquare);
      expect(readColumns(chunk, 0, back, 0, columns)).toBe(COLUMNS);
      expect([back, columns]).toEqual([slots, Int32Array.from({ length: COLUMNS }, (_, column) => column)]);
    });
  }

  it('holds the same bits when its columns are drawn again in the places they have', () => {
    const [first, again, back, columns] = [
      new Int32Array(CHUNK_WORDS),
      new Int32Array(CHUNK_WORDS).fill(-1),
      new Int32Array(COLUMNS * SLOT_WORDS),
      new Int32Array(COLUMNS),
    ];
    drawColumns(first, 0, someSlots(new SeededRandom(3), COLUMNS), 0, COLUMNS, null, true);
    for (let column = 0; column < COLUMNS; column += 3) clearColumn(first, 0, column);
    const count = readColumns(first, 0, back, 0, columns);
    drawColumns(again, 0, back, 0, count, columns, true);
    const [once, twice] = [new Int32Array(COLUMNS * SLOT_WORDS), new Int32Array(COLUMNS * SLOT_WORDS)];
    expect([readColumns(again, 0, once, 0, columns), readColumns(first, 0, twice, 0, columns), once]).toEqual([
      341,
      341,
      twice,
    ]);
  });

  it('reads a freed column no more', () => {
    const [chunk, back, columns] = [
      new Int32Array(CHUNK_WORDS),
      new Int32Array(COLUMNS * SLOT_WORDS),
      new Int32Array(COLUMNS),
    ];
    drawColumns(chunk, 0, someSlots(new SeededRandom(4), COLUMNS), 0, COLUMNS, null, false);
    clearColumn(chunk, 0, 77);
    expect([readColumns(chunk, 0, back, 0, columns), columns.includes(77)]).toEqual([COLUMNS - 1, false]);
  });
});
