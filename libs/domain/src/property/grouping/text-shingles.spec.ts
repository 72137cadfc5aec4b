import { textShingles, textSimilarity } from './text-shingles.js';

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `mot${from + i}`).join(' ');
const similarity = (a: string, b: string): number =>
  textSimilarity(textShingles({ description: a })!, textShingles({ description: b })!);

describe('textShingles', () => {
  it('overlooks case, accents and punctuation', () => {
    const text = 'Très bel appartement, rénové en 2019, à deux pas de la Gare : séjour, cuisine équipée.';
    expect(
      textShingles({
        description: 'TRES BEL appartement renove en 2019 a deux pas de la gare (sejour / cuisine equipee)',
      }),
    ).toEqual(textShingles({ description: text }));
  });

  it('finds too little to compare in a missing or short text', () => {
    expect(textShingles({})).toBeUndefined();
    expect(textShingles({ description: 'Bel appartement lumineux proche de toutes commodités' })).toBeUndefined();
  });
});

describe('textSimilarity', () => {
  it('is 1 for the same text, 0 for another, and the shared part of the whole between', () => {
    expect(similarity(words(0, 60), words(0, 60))).toBe(1);
    expect(similarity(words(0, 60), words(100, 160))).toBe(0);
    expect(similarity(words(0, 44), words(20, 64))).toBe(20 / 60); // 40 runs of five words each, 20 of them shared
  });
});
