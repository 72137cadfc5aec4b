import { SeededRandom } from '@gable/domain/testing';
import { beginFolding, foldPiece, PIECE } from '@gable/domain/words';
import { Lexicon } from './lexicon.js';
import { FOUND } from './lexicon-table.js';

/** Numbers that the second of three words of a text has: its own, 0 for none, and those of its beginnings. */
function findInText(lexicon: Lexicon, word: string): { word: number; beginnings: number[] } {
  beginFolding(`vue ${word} vue`);
  foldPiece();
  lexicon.words.findWords();
  const into = new Int32Array(1_000);
  const count = lexicon.beginnings.search(PIECE.ends[0] as number, PIECE.ends[1] as number, into, 0);
  return { word: FOUND[1] as number, beginnings: Array.from(into.subarray(0, count)).sort() };
}

describe('Lexicon', () => {
  it('keeps each word once, under one number, as long as somebody holds it', () => {
    const random = new SeededRandom(7);
    const keys = Array.from(
      { length: 400 },
      (_, n) => `${'abж'.repeat(n % 7)}${n.toString(36)}${n % 3 === 0 ? '*' : ''}`,
    );
    const lexicon = new Lexicon();
    const keyNumbers = new Int32Array(1);
    const held = new Map<string, { number: number; uses: number }>();
    for (let step = 0; step < 20_000; step += 1) {
      const key = random.pick(keys);
      const known = held.get(key);
      if (random.chance(step % 4_000 < 2_000 ? 0.6 : 0.3)) {
        const number = lexicon.retain(key);
        expect(known === undefined || known.number === number).toBe(true);
        expect(lexicon.takeKeys(Int32Array.of(number), 1, keyNumbers)).toBe(known === undefined ? 0 : 1);
        lexicon.makeKey(number);
        lexicon.noteSeen(number);
        expect(lexicon.timesSeen(key)).toBeGreaterThanOrEqual(1);
        held.set(key, { number, uses: (known?.uses ?? 0) + 1 });
      } else if (known !== undefined) {
        lexicon.release(known.number);
        if (known.uses === 1) held.delete(key);
        else held.set(key, { ...known, uses: known.uses - 1 });
      }
      if (step % 500 !== 0) continue;
      expect(lexicon.count).toBe(held.size);
      expect(new Set([...held.values()].map(({ number }) => number)).size).toBe(held.size);
      for (const one of keys) {
        const expected = held.get(one)?.number ?? 0;
        const { word, beginnings } = findInText(lexicon, one.replace('*', ''));
        const isFound = one.endsWith('*') ? beginnings.includes(expected) : word === expected;
        expect([one, lexicon.find(one), isFound]).toEqual([one, expected, !one.endsWith('*') || expected > 0]);
      }
      expect(lexicon.beginnings.isEmpty).toBe(![...held.keys()].some((one) => one.endsWith('*')));
    }
  });

  it('tells a word from its beginning', () => {
    const lexicon = new Lexicon();
    const [word, beginning] = [lexicon.retain('terr'), lexicon.retain('terr*')];
    expect(word).not.toBe(beginning);
    lexicon.release(word);
    expect([lexicon.find('terr'), lexicon.find('terr*'), lexicon.beginnings.isEmpty]).toEqual([0, beginning, false]);
    lexicon.release(beginning);
    expect(lexicon.beginnings.isEmpty).toBe(true);
  });

  it('finds words and beginnings of every length in every script', () => {
    const lexicon = new Lexicon();
    const letters = ['a', 'þ', 'ж', 'ก', '𐐨'];
    const words = letters.flatMap((letter) =>
      Array.from({ length: 40 }, (_, n) => [letter.repeat(n + 1), `${'b'.repeat(n)}${letter}`]).flat(),
    );
    const keys = [...new Set(words.flatMap((word) => [word, `${word}*`]))].filter((_, place) => place % 3 !== 0);
    for (const key of keys) lexicon.retain(key);
    for (const word of words) {
      const asked = keys.filter((key) => key.endsWith('*') && word.startsWith(key.slice(0, -1)));
      expect(findInText(lexicon, word)).toEqual({
        word: lexicon.find(word),
        beginnings: asked.map((key) => lexicon.find(key)).sort(),
      });
    }
  });
});
