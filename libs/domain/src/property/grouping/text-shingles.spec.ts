import fc from 'fast-check';
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

  it('reads Latin letters one by one as it reads them beside others', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0x20, max: 0x17f }),
      fc.integer({ min: 0x2010, max: 0x20cf }),
      fc.constantFrom(...[...' .,éÉœŒßÀç’…€²İıſ'].map((each) => each.charCodeAt(0))),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(unit, { minLength: 1, maxLength: 8 }), { minLength: 20, maxLength: 60 }),
        (units) => {
          const text = units.map((word) => String.fromCharCode(...word)).join(' ');
          // an accent that stands alone says nothing, and has the text normalised as a whole
          expect(textShingles({ description: text })).toEqual(textShingles({ description: `${text}\u0301` }));
        },
      ),
    );
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
