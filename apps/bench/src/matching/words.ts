import type { AlertIndex } from '@gable/alert-index';
import { generateWorkload } from '@gable/alert-index/testing';
import { wordsOf } from '@gable/domain/words';
import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { criteriaNode, drawsFor, type SeededRandom } from '@gable/domain/testing';
import { advertText, someWord } from '../data/advert-texts.js';
import { cpuMilliseconds, median, PASSES, rounded } from '../harness/times.js';
import { besideEachOther } from './cases.js';
import type { BenchNotes } from './notes.js';

/** One alert in so many asks for words. */
const WORDS_EVERY = 5;
/** The commonest words, those of every sentence, are asked by nobody. */
const FIRST_ASKED_RANK = 16;
const LONG_TEXT = 100_000;
const LONG_PASSES = 200;

/** What do words cost? The same alerts with and without them, on listings with texts of 1.2 kB, in turns. */
export function measureWords(size: number, listingCount: number, seed: number, notes: BenchNotes): void {
  notes.say(`\n${size.toLocaleString('en')} alerts, one in ${WORDS_EVERY} with words, beside the same without`);
  const workload = generateWorkload(seed);
  const withWords = (id: number): Criteria => {
    const criteria = workload.alert(id);
    return id % WORDS_EVERY === 0 ? addWords(criteria, drawsFor(seed, 'words', id)) : criteria;
  };
  const listing = (number: number): Listing => ({ ...workload.listing(number), ...advertText(number) });
  const [without, words] = besideEachOther(size, listingCount, listing, workload.alert, withWords);
  notes.add({
    bench: 'matching',
    case: 'words',
    alerts: size,
    withoutMicroseconds: rounded(without.microseconds),
    wordsMicroseconds: rounded(words.microseconds),
    withoutMatches: rounded(without.matches),
    wordsMatches: rounded(words.matches),
    timeRatio: rounded(words.microseconds / without.microseconds),
    withoutBytesPerAlert: without.bytesPerAlert,
    bytesPerAlert: words.bytesPerAlert,
    loadSeconds: words.loadSeconds,
    ...longTexts(words.index, size),
  });
}

/** A condition on words: mostly one word, also a phrase, a beginning, one of several, or one that must not occur. */
function addWords(criteria: Criteria, random: SeededRandom): Criteria {
  const word = (): string => wordsOf(someWord(random, FIRST_ASKED_RANK))[0]!;
  const entry = (): string => {
    const kind = random.next();
    if (kind < 0.7) return word();
    if (kind < 0.9) return `${word()} ${word()}`;
    const beginning = word().slice(0, 5);
    return beginning.length < 3 ? beginning : `${beginning}*`;
  };
  const entries = (most: number): string[] => [...new Set(Array.from({ length: random.whole(1, most) }, entry))].sort();
  const which = random.next();
  return criteriaNode(
    [
      ...criteria.conditions,
      {
        kind: 'words',
        all: which < 0.5 ? entries(2) : [],
        any: which >= 0.5 && which < 0.8 ? entries(4) : null,
        none: which >= 0.8 || which < 0.1 ? entries(3) : [],
        in: random.chance(0.15) ? ['title'] : ['title', 'description'],
      },
    ],
    criteria.operator,
    criteria.children,
  );
}

/** A listing that meets nothing, with a text of 100 kB: what the text costs all these alerts, in milliseconds. */
function longTexts(index: AlertIndex, size: number): Record<string, number> {
  // One alert everywhere asks for a word, so that every text is read.
  index.add(size, criteriaNode([{ kind: 'words', all: ['zzz'], any: null, none: [], in: ['title', 'description'] }]));
  let words = '';
  for (let number = 0; words.length < LONG_TEXT; number += 1) words += `${advertText(number).description} `;
  const texts = { words: words.slice(0, LONG_TEXT), oneWord: 'é'.repeat(LONG_TEXT), none: '' };
  const into = new Int32Array(size);
  const times: Record<string, number> = {};
  for (const [name, description] of Object.entries(texts)) {
    const passes: number[] = [];
    for (let pass = -1; pass < PASSES; pass += 1) {
      const took = cpuMilliseconds(() => {
        for (let n = 0; n < LONG_PASSES; n += 1)
          index.matchChange({ price: 1, description }, { price: 2, description }, into);
      });
      if (pass >= 0) passes.push(took / LONG_PASSES);
    }
    times[name] = median(passes);
  }
  return {
    longTextMs: rounded(times['words']! - times['none']!),
    withoutABlankMs: rounded(times['oneWord']! - times['none']!),
  };
}
