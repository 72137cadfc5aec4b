import { CRITERIA_EXAMPLES, exampleCriteria } from '../testing/criteria-examples.js';
import { generateCases } from '../testing/generate-cases.js';
import type { Listing } from '../listing/listing.js';
import { wordsOf } from '../words/fold-text.js';
import { wordPlaces } from '../words/word-places.js';
import { highlightWords } from './highlight-words.js';
import { matchCriteria } from './match-criteria.js';

/** The parts of the texts themselves. */
function shown(criteria: unknown, listing: Listing): Record<string, string[]> {
  const found = highlightWords(exampleCriteria({ says: '', criteria, meets: [], misses: [] }), listing);
  return Object.fromEntries(
    Object.entries(found).map(([field, parts]) => [
      field,
      parts.map(([start, end]) => listing[field as 'title']!.slice(start, end)),
    ]),
  );
}

describe('highlightWords', () => {
  it('finds words, phrases and beginnings as the text has them', () => {
    expect(
      shown(
        { text: { all: ['etage', 'terrass*'], any: ['poutres apparentes', 'm2'] } },
        { title: 'L’E\u0301tage 🏠 60 m²', description: '(Terrasses), poutres—apparentes, étages' },
      ),
    ).toEqual({ title: ['E\u0301tage', 'm²'], description: ['Terrasses', 'poutres—apparentes'] });
  });

  it('lays overlapping places together, and knows a character that is several words', () => {
    expect(
      shown({ text: { any: ['bel appartement', 'appartement neuf', '1 2'] } }, { title: 'bel appartement neuf ½' }),
    ).toEqual({
      title: ['bel appartement neuf', '½'],
    });
  });

  it('looks where a condition looks, and at alternatives that are met', () => {
    const criteria = {
      text: { none: ['viager'] },
      operator: 'OR',
      children: [{ text: { all: ['loft'], in: ['title'] } }, { price: { max: 1 }, text: { all: ['vue'] } }],
    };
    expect(shown(criteria, { title: 'loft, vue', description: 'loft' })).toEqual({ title: ['loft'] });
    expect(shown(criteria, { title: 'x', description: 'vue', price: 1 })).toEqual({ description: ['vue'] });
    expect(shown(criteria, { title: 'vue' })).toEqual({});
  });

  it('shows something wherever words made a listing meet criteria, and nothing but such words', () => {
    for (const { criteria, listing } of generateCases(5, 3_000)) {
      const alone = criteria.conditions.filter(
        (one) => one.kind === 'words' && (one.all.length > 0 || one.any !== null),
      );
      const parts = Object.entries(highlightWords(criteria, listing));
      if (alone.length > 0 && matchCriteria(criteria, listing)) expect(parts).not.toEqual([]);
      for (const [field, list] of parts)
        for (const [start, end] of list) expect(wordsOf(listing[field as 'title']!.slice(start, end))).not.toEqual([]);
    }
  });
});

describe('wordPlaces', () => {
  it('reads the same words as wordsOf, of every text there is', () => {
    const texts = [
      ...generateCases(9, 2_000).flatMap(({ listing }) => [listing.title ?? '', listing.description ?? '']),
      ...CRITERIA_EXAMPLES.flatMap(({ meets, misses }) => [...meets, ...misses].map(({ title }) => title ?? '')),
    ];
    for (const text of texts) {
      const places = wordPlaces(text);
      expect(places.map(({ word }) => word)).toEqual(wordsOf(text));
      for (const { word, start, end } of places.slice(0, 20))
        expect([...wordsOf(text.slice(start, end))]).toContain(word);
    }
  });
});
