import { CONTENT, Interned } from './interned.js';

describe('Interned', () => {
  it('keeps equal contents once, until the last use is dropped', () => {
    const interned = new Interned();
    const intern = (...words: number[]) => interned.intern(Int32Array.from(words), words.length);
    const first = intern(1, 2, 3);
    expect([
      intern(1, 2, 3).reference === first.reference,
      intern(1, 2).reference === first.reference,
      interned.count,
    ]).toEqual([true, false, 2]);
    expect([interned.release(first.reference), interned.release(first.reference), interned.count]).toEqual([
      false,
      true,
      1,
    ]);
    expect(intern(1, 2, 3).isNew).toBe(true);
  });

  it('finds every content again after thousands came and went', () => {
    const interned = new Interned();
    const content = (value: number) => Int32Array.from([value % 7, value]);
    const references = new Map(
      Array.from({ length: 20_000 }, (_, value) => [value, interned.intern(content(value), 2).reference]),
    );
    for (let value = 0; value < 20_000; value += 3) interned.release(references.get(value) as number);
    for (let value = 0; value < 20_000; value += 1) {
      const { reference, isNew } = interned.intern(content(value), 2);
      expect(isNew).toBe(value % 3 === 0);
      expect(interned.arena.words(reference)[interned.arena.offset(reference) + CONTENT + 1]).toBe(value);
    }
    expect(interned.count).toBe(20_000);
  });
});
