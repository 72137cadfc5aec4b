import { SeededRandom } from '@gable/domain/testing';
import { hashOfWord } from '@gable/domain/words';
import { Lexicon } from './lexicon.js';

/** The number of the word in units, as a reading of a listing asks for it. */
function findInUnits(lexicon: Lexicon, key: string): number {
  const isBeginning = key.endsWith('*');
  const text = isBeginning ? key.slice(0, -1) : key;
  const units = Uint16Array.from(`xx${text}yy`, (unit) => unit.charCodeAt(0));
  const hash = hashOfWord(text);
  return isBeginning
    ? lexicon.table.findBeginning(units, 2, 2 + text.length, hash)
    : lexicon.table.findWord(units, 2, 2 + text.length, hash);
}

describe('Lexicon', () => {
  it('keeps each word once, under one number, as long as somebody holds it', () => {
    const random = new SeededRandom(7);
    const keys = Array.from(
      { length: 400 },
      (_, n) => `${'ab'.repeat(n % 5)}${n.toString(36)}${n % 3 === 0 ? '*' : ''}`,
    );
    const lexicon = new Lexicon();
    const held = new Map<string, { number: number; uses: number }>();
    for (let step = 0; step < 20_000; step += 1) {
      const key = random.pick(keys);
      const known = held.get(key);
      if (random.chance(step % 4_000 < 2_000 ? 0.6 : 0.3)) {
        const number = lexicon.retain(key);
        expect(known === undefined || known.number === number).toBe(true);
        expect(lexicon.isKey(number)).toBe(known !== undefined);
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
        expect([one, lexicon.find(one), findInUnits(lexicon, one)]).toEqual([one, expected, expected]);
      }
      const lengths = [...held.keys()].filter((one) => one.endsWith('*')).map((one) => one.length - 1);
      for (let length = 0; length < 20; length += 1)
        expect(lexicon.beginnings[length]).toBe(lengths.filter((other) => other === length).length);
      expect(lexicon.longestBeginning).toBe(Math.max(0, ...lengths));
    }
  });

  it('tells a word from its beginning', () => {
    const lexicon = new Lexicon();
    const [word, beginning] = [lexicon.retain('terr'), lexicon.retain('terr*')];
    expect(word).not.toBe(beginning);
    lexicon.release(word);
    expect([lexicon.find('terr'), lexicon.find('terr*'), lexicon.beginnings[4]]).toEqual([0, beginning, 1]);
  });
});
