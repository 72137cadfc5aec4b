import { matchCriteria, type Condition, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { criteriaNode, generateCases } from '@gable/domain/testing';
import { lettersOf, TEXT_FIELDS } from '@gable/domain/words';
import { AlertIndex } from './alert-index.js';
import { alert, changed, found, inCities } from './testing/alert-builders.js';
import { LexiconTable } from './words/lexicon-table.js';

const words = (asked: { all?: string[]; any?: string[]; none?: string[] }): Condition => ({
  kind: 'words',
  all: asked.all ?? [],
  any: asked.any ?? null,
  none: asked.none ?? [],
  in: TEXT_FIELDS,
});

/** Two words of the same length that are too long to be told apart by their entries, and have the same hash. */
function wordsOfOneHash(): readonly [string, string] {
  const byHash = new Map<number, string>();
  for (let n = 0; ; n += 1) {
    const word = `appartement${n.toString(36).padStart(6, '0')}`;
    const hash = new LexiconTable().add(1, lettersOf(word));
    const other = byHash.get(hash);
    if (other !== undefined) return [other, word];
    byHash.set(hash, word);
  }
}

describe('alerts on words', () => {
  it('that name no place stand in the cells of a word, so that a listing without it tests none of them', () => {
    const index = new AlertIndex();
    for (let id = 0; id < 1_000; id += 1) index.add(id, alert(words({ all: [`word${id} vue`] })));
    expect(found(index, { title: 'loft, vue' })).toEqual([]);
    expect(index.stats().checkRuns).toBe(0);
    expect(found(index, { title: 'word7 vue word8', description: 'word9 vue' })).toEqual([7, 9]);
  });

  it('stand in the cells of the word that listings have least', () => {
    const index = new AlertIndex();
    index.add(0, alert(words({ any: ['appartement', 'loft'] })));
    for (let n = 0; n < 10; n += 1) found(index, { title: 'bel appartement' });
    for (let id = 1; id <= 100; id += 1) index.add(id, alert(words({ all: ['appartement loft', 'appartement'] })));
    const before = index.stats().checkRuns;
    expect(found(index, { title: 'appartement' })).toEqual([0]);
    expect(index.stats().checkRuns - before).toBeLessThan(5);
    expect(found(index, { title: 'appartement loft' })).toHaveLength(101);
  });

  it('are told of a change of texts alone', () => {
    const index = new AlertIndex();
    index.add(1, alert(inCities(20), words({ all: ['loft'] })));
    index.add(2, alert(inCities(20), words({ none: ['viager'] })));
    index.add(3, alert(inCities(20)));
    const [loft, annuity]: Listing[] = ['loft', 'viager'].map((title) => ({ title, location: { cityId: 20 } })) as [
      Listing,
      Listing,
    ];
    expect(changed(index, loft, annuity)).toEqual([[3], [], [1, 2]]);
    expect(changed(index, loft, { ...loft, description: 'viager' })).toEqual([[1, 3], [], [2]]);
  });

  it('are decided by the plain matcher where their tree is too large, and found nonetheless', () => {
    const index = new AlertIndex();
    const either = (n: number): Criteria =>
      criteriaNode(
        [],
        'OR',
        Array.from({ length: 12 }, (_, m) => alert(words({ any: [`a${n}b${m}`, `c${n}d${m}`] }))),
      );
    const large = criteriaNode([words({ all: ['loft'] })], 'AND', [either(1), either(2), either(3), either(4)]);
    index.add(5, large);
    const met: Listing = { title: 'loft a1b3 c2d4', description: 'a3b0 a4b11' };
    expect([matchCriteria(large, met), found(index, met), found(index, { title: 'loft' })]).toEqual([true, [5], []]);
    index.remove(5);
    index.add(6, alert(words({ all: ['vue'] })));
    expect([found(index, { title: 'vue' }), found(index, met)]).toEqual([[6], []]);
  });

  it('tell words apart that have the same hash and length', () => {
    const [one, other] = wordsOfOneHash();
    const index = new AlertIndex();
    index.add(1, alert(inCities(20), words({ all: [one] })));
    const at = (title: string): Listing => ({ title, location: { cityId: 20 } });
    expect([found(index, at(other)), found(index, at(one))]).toEqual([[], [1]]);
    index.add(2, alert(inCities(20), words({ all: [other] })));
    index.add(3, alert(inCities(20), words({ none: [other] })));
    expect([found(index, at(other)), found(index, at(one)), found(index, at(`${other} ${one}`))]).toEqual([
      [2],
      [1, 3],
      [1, 2],
    ]);
  });

  it('leave nothing behind', () => {
    const index = new AlertIndex();
    const cases = generateCases(3, 2_000);
    cases.forEach(({ criteria }, id) => index.add(id, criteria));
    expect(index.stats().conditions).toBeGreaterThan(1_000);
    cases.forEach((_, id) => index.remove(id));
    expect([index.stats().conditions, index.stats().checks]).toEqual([0, 0]);
  });

  it('read texts of 100 kB, without a blank and of nothing but phrases', () => {
    const index = new AlertIndex();
    index.add(1, alert(words({ all: ['de la rue'] })));
    index.add(2, alert(words({ all: [`${'e'.repeat(100)}*`] })));
    index.add(3, alert(words({ any: ['rue de', 'rue rue'], none: ['la la'] })));
    expect(found(index, { title: 'é'.repeat(100_000) })).toEqual([2]);
    expect(found(index, { description: 'de la '.repeat(16_000), title: 'rue' })).toEqual([]);
    expect(found(index, { description: `${'de la '.repeat(16_000)} rue`, title: 'rue' })).toEqual([1]);
    expect(found(index, { title: 'rue de' })).toEqual([3]);
    expect(found(index, { title: 'rue', description: 'rue de' })).toEqual([3]);
  });
});
