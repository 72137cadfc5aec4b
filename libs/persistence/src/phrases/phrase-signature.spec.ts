import fc from 'fast-check';
import { signatureOf, slicesOfPhrase } from './phrase-signature.js';
import { placesOf, SEGMENT_LISTINGS, digitsOf, slicesOf } from './slices.js';

const hasPhrase = (foldedText: string, phrase: string): boolean => {
  const signature = signatureOf(foldedText);
  return slicesOfPhrase(phrase).every((slice) => (signature[slice >> 3]! >> (slice & 7)) & 1);
};
const word = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', 'é', '海', '𝒳', '9') });

it('says yes to every phrase that a text has', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 40 }), fc.nat(), fc.nat(), (words, from, length) => {
      const start = from % (words.length - 1);
      const phrase = words.slice(start, start + 2 + (length % 7)).join(' ');
      expect(hasPhrase(`| ${words.join(' ')} `, phrase)).toBe(true);
      expect(hasPhrase(` ${words.join(' ')} |`, phrase)).toBe(true);
    }),
  );
});

it('says no to nearly every phrase that it has not: one in 2,500 of two words, in a text of 190 pairs', () => {
  const text = `| ${Array.from({ length: 191 }, (_, n) => `word${n}`).join(' ')} `;
  const others = Array.from({ length: 10_000 }, (_, n) => `word${n % 191} other${n}`);
  expect(others.filter((phrase) => hasPhrase(text, phrase)).length).toBeLessThan(20);
});

it('knows no pair across the texts, nor one turned round', () => {
  expect(hasPhrase(' grand loft | bel etage ', 'grand loft')).toBe(true);
  expect(hasPhrase(' grand loft | bel etage ', 'loft bel')).toBe(false);
  expect(hasPhrase(' grand loft | bel etage ', 'loft grand')).toBe(false);
  expect(signatureOf('|').every((byte) => byte === 0)).toBe(true);
});

// What is stored was signed by this function: another answer here would leave stored texts unfound.
it('signs a text as every release before did', () => {
  expect(slicesOfPhrase('bel etage')).toEqual([3070, 2593, 222, 557, 930]);
  expect(slicesOfPhrase('京 都 海')).toEqual([2704, 2146, 3995, 575, 1206, 92, 716, 1078, 1804, 2654]);
});

it('turns signatures into slices, from which the places of those with a bit are read', async () => {
  const texts = Array.from({ length: 3_001 }, (_, n) => `| loft ${n % 7 === 3 ? 'avec' : 'sans'} terrasse${n} `);
  const slices = await slicesOf(texts.map(signatureOf));
  const all = slicesOfPhrase('loft avec').map((slice) =>
    Buffer.concat([Buffer.alloc(4), Buffer.from(digitsOf(slices, slice, slice + 1)[0]!, 'hex')]),
  );
  expect(all[0]).toHaveLength(4 + SEGMENT_LISTINGS / 8);
  const found = placesOf(Buffer.from(all[0]!.map((byte, at) => all.reduce((made, bits) => made & bits[at]!, byte))));
  for (let n = 3; n < texts.length; n += 7) expect(found).toContain(n);
  expect(found.length).toBeLessThan(texts.length / 6);
});
