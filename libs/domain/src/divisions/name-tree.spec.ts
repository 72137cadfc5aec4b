import fc from 'fast-check';
import { NameTree, type NameEntry } from './name-tree.js';

const treeOf = async (texts: readonly string[]) => {
  const entries: NameEntry[] = [...texts].sort().map((text, owner) => ({ text, owner }));
  return { entries, tree: await NameTree.build(entries, async () => {}) };
};

/** Optimal string alignment, as the text books have it. */
function errorsBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      table[i]![j] = Math.min(
        table[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1),
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        ...(swapped ? [table[i - 2]![j - 2]! + 1] : []),
      );
    }
  }
  return table[one.length]![other.length]!;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });

describe('a tree of names', () => {
  it('gives the range of texts that begin with what is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 40 }), word, async (texts, asked) => {
        const { entries, tree } = await treeOf(texts);
        const { from, to } = tree.startingWith(asked);
        expect(entries.slice(from, to).map(({ text }) => text)).toEqual(
          entries.filter(({ text }) => text.startsWith(asked)).map(({ text }) => text),
        );
      }),
    );
  });

  it('visits exactly those with a beginning that is near, and tells which are near as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 40 }),
        word.filter(({ length }) => length > 2),
        fc.constantFrom(1, 2),
        async (texts, asked, most) => {
          const { entries, tree } = await treeOf(texts);
          const visited = new Map<string, boolean>();
          tree.near(asked, most, (entry, isWhole) =>
            visited.set(entries[entry]!.text, (visited.get(entries[entry]!.text) ?? false) || isWhole),
          );
          const beginnings = (text: string) => Array.from({ length: text.length }, (_, i) => text.slice(0, i + 1));
          const expected = new Map(
            entries
              .filter(({ text }) => beginnings(text).some((each) => errorsBetween(asked, each) <= most))
              .map(({ text }) => [text, errorsBetween(asked, text) <= most]),
          );
          expect([...visited].sort()).toEqual([...expected].sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cuts texts that nobody types, and holds none at all', async () => {
    const { tree } = await treeOf(['a'.repeat(300)]);
    expect(tree.startingWith('a'.repeat(120))).toEqual({ from: 0, to: 1 });
    expect(tree.startingWith('a'.repeat(121))).toEqual({ from: 0, to: 0 });
    expect((await treeOf([])).tree.startingWith('a')).toEqual({ from: 0, to: 0 });
    (await treeOf([])).tree.near('abc', 2, () => expect('visited').toBe('never'));
  });
});
