import { meetsCondition } from '@gable/domain/criteria';
import { SeededRandom } from '@gable/domain/testing';
import { TEXT_FIELDS } from '@gable/domain/words';
import { FAILS, NO_FILTER, PASSES, UNDECIDED } from '../words/filter.js';
import { Lexicon } from '../words/lexicon.js';
import { IN_DESCRIPTION, IN_TITLE, TextReading } from '../words/text-reading.js';
import { WordFilters } from './word-filters.js';
import { encodeNeeds } from './word-needs.js';

/** More than the numbers of which filters of two and of three words keep all bits. */
const WORDS = 40_000;
const word = (n: number): string => `w${n.toString(36)}`;

describe('WordFilters', () => {
  it('never says what a look at the words themselves would not', () => {
    const random = new SeededRandom(11);
    const lexicon = new Lexicon();
    for (let n = 0; n < WORDS; n += 1) lexicon.retain(word(n));
    const reading = new TextReading(lexicon);
    const filters = new WordFilters(lexicon);
    const said = [0, 0, 0];
    for (let round = 0; round < 3_000; round += 1) {
      // Few words beside some that share their lower bits
      const near = [random.whole(0, 40), random.whole(0, 40)];
      const some = (): string => word((random.pick(near) + random.pick([0, 0, 1_024, 8_192, 16_384])) % WORDS);
      const entry = (): string =>
        random.chance(0.2) ? `${some()} ${some()}` : random.chance(0.1) ? `${some().slice(0, 3)}*` : some();
      const entries = (most: number): string[] => Array.from({ length: random.whole(0, most) }, entry);
      const needs = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => {
        const any = random.chance(0.4) ? entries(4) : [];
        const fields = random.chance(0.7)
          ? TEXT_FIELDS
          : random.chance(0.5)
            ? (['title'] as const)
            : (['description'] as const);
        const texts =
          (fields.includes('title' as never) ? IN_TITLE : 0) |
          (fields.includes('description' as never) ? IN_DESCRIPTION : 0);
        return {
          fields,
          texts,
          all: random.chance(0.5) ? entries(3) : [],
          any: any.length === 0 ? null : any,
          none: random.chance(0.4) ? entries(4) : [],
        };
      });
      for (const one of needs) encodeNeeds(one, lexicon); // which holds beginnings, too
      const filter = filters.filterOf(needs);
      for (let text = 0; text < 8; text += 1) {
        const [title, description] = [1, 3].map((most) =>
          Array.from({ length: random.whole(0, most) }, some).join(' '),
        );
        reading.begin(title as string, description as string);
        const meets = needs.every(({ fields, all, any, none }) =>
          meetsCondition({ kind: 'words', in: fields, all, any, none }, { title, description }),
        );
        const judged = filters.judge(filter, reading.words);
        if (judged !== UNDECIDED)
          expect([needs, title, description, judged === PASSES]).toEqual([needs, title, description, meets]);
        said[judged] = (said[judged] as number) + 1;
      }
    }
    expect([FAILS, PASSES, UNDECIDED].map((each) => (said[each] as number) > 300)).toEqual([true, true, true]);
  });

  it('keeps a record once however many name it, and drops it with the last', () => {
    const lexicon = new Lexicon();
    const filters = new WordFilters(lexicon);
    for (const key of ['cave', 'loft', 'viager']) lexicon.retain(key);
    const needs = [{ all: ['cave', 'loft', 'viager'], any: null, none: [], texts: IN_TITLE | IN_DESCRIPTION }];
    const filter = filters.filterOf(needs);
    expect(filters.filterOf(needs)).toBe(filter);
    filters.retain(filter);
    for (let use = 3; use > 0; use -= 1) {
      expect(filters.count).toBe(1);
      filters.release(filter);
    }
    expect(filters.count).toBe(0);
  });

  it('decides up to four words alone, in both texts or in the title', () => {
    const lexicon = new Lexicon();
    const filters = new WordFilters(lexicon);
    for (const key of ['loft', 'terr*', 'viager', 'cave', 'balcon', 'piscine']) lexicon.retain(key);
    const both = { any: null, texts: IN_TITLE | IN_DESCRIPTION };
    const judge = (title: string, ...needs: Parameters<typeof filters.filterOf>[0]): number => {
      const reading = new TextReading(lexicon);
      const [inTitle = '', inDescription = ''] = title.split(' | ');
      reading.begin(inTitle, inDescription);
      return filters.judge(filters.filterOf(needs), reading.words);
    };
    expect(judge('un loft', { ...both, all: ['loft'], none: [] })).toBe(PASSES);
    expect(judge('un appartement', { ...both, all: ['loft'], none: [] })).toBe(FAILS);
    expect(judge('terrasse', { ...both, all: ['terr*'], none: [] })).toBe(PASSES);
    expect(judge('terre', { ...both, all: [], none: ['terr*'] })).toBe(FAILS);
    expect(judge('vente', { ...both, all: [], none: ['viager'] })).toBe(PASSES);
    expect(judge('viager, loft', { ...both, all: ['loft', 'viager'], none: [] })).toBe(PASSES);
    expect(judge('viager', { ...both, all: ['loft', 'viager'], none: [] })).toBe(FAILS);
    expect(judge('viager', { ...both, all: [], any: ['loft', 'viager'], none: [] })).toBe(PASSES);
    expect(judge('viager', { ...both, all: [], none: ['loft', 'viager'] })).toBe(FAILS);
    expect(judge('loft viager', { ...both, all: ['loft viager'], none: [] })).toBe(UNDECIDED);
    expect(judge('loft', { ...both, all: ['loft'], none: ['viager'] })).toBe(UNDECIDED);
    expect(judge('loft', { ...both, all: ['loft'], none: [], texts: IN_DESCRIPTION })).toBe(UNDECIDED);
    const four = ['cave', 'loft', 'terr*', 'viager'];
    expect(judge('viager | loft, cave, terrasse', { ...both, all: four, none: [] })).toBe(PASSES);
    expect(judge('viager | loft, terrasse', { ...both, all: four, none: [] })).toBe(FAILS);
    expect(judge('balcon | terre', { ...both, all: [], any: four, none: [] })).toBe(PASSES);
    expect(judge('balcon', { ...both, all: [], any: four, none: [] })).toBe(FAILS);
    expect(judge('balcon | cave', { ...both, all: [], none: four })).toBe(FAILS);
    expect(judge('balcon', { ...both, all: [], none: four })).toBe(PASSES);
    const title = { any: null, texts: IN_TITLE };
    expect(judge('un loft', { ...title, all: ['loft'], none: [] })).toBe(PASSES);
    expect(judge('balcon | un loft', { ...title, all: ['loft'], none: [] })).toBe(FAILS);
    expect(judge('balcon | viager', { ...title, all: [], none: ['viager'] })).toBe(PASSES);
    expect(judge('viager', { ...title, all: [], none: four })).toBe(FAILS);
    expect(judge('loft | cave', { ...title, all: [], any: ['balcon', 'cave', 'viager'], none: [] })).toBe(FAILS);
    // Of more than four that must occur the rarest are looked at first.
    expect(judge('viager | loft, cave, terre', { ...both, all: [...four, 'piscine'], none: [] })).toBe(FAILS);
    expect(judge('viager, piscine | loft, cave, terre', { ...both, all: [...four, 'piscine'], none: [] })).toBe(
      UNDECIDED,
    );
    expect(judge('cave', { ...both, all: [], any: [...four, 'piscine'], none: [] })).toBe(UNDECIDED);
    expect([filters.filterOf([]), judge('loft')]).toEqual([NO_FILTER, PASSES]);
  });
});
