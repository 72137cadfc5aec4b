import { pairsOfPhrase, wordPairs } from './word-pairs.js';

describe('pairs of words', () => {
  const holds = (text: string, phrase: string): boolean => {
    const pairs = new Set(wordPairs({ description: text }));
    return pairsOfPhrase(phrase).every((pair) => pairs.has(pair));
  };

  it('are those of words that stand beside each other, in their order, within one text', () => {
    expect(holds('Bel étage, très lumineux', 'etage tres')).toBe(true);
    expect(holds('Bel étage, très lumineux', 'bel etage tres lumineux')).toBe(true);
    expect(holds('Bel étage, très lumineux', 'tres etage')).toBe(false);
    expect(holds('Bel étage, très lumineux', 'bel tres')).toBe(false);
    const apart = new Set(wordPairs({ title: 'bel', description: 'etage' }));
    expect(pairsOfPhrase('bel etage').some((pair) => apart.has(pair))).toBe(false);
  });

  it('are one number of 16 bits each, in rising order', () => {
    const pairs = wordPairs({ title: 'a b a b a', description: 'a b' });
    expect(pairs).toHaveLength(2);
    expect(pairs).toEqual([...pairs].sort((one, other) => one - other));
    const many = wordPairs({ description: Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(' ') });
    expect(many.every((pair) => pair >= -32_768 && pair <= 32_767)).toBe(true);
    // As many as chance would leave distinct of 20,000: 65,536 · (1 − e^(−20,000 / 65,536)).
    expect(many.length).toBeGreaterThan(17_000);
  });

  it('of nothing, and of one word, are none', () => {
    expect(wordPairs({})).toEqual([]);
    expect(wordPairs({ title: 'loft', description: '' })).toEqual([]);
  });
});
