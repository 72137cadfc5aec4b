import type { WordNeeds } from '../compile/box.js';
import { CONTENT, Interned } from '../storage/interned.js';
import {
  type AskedWords,
  filterOfWords,
  MAX_RECORD,
  NO_FILTER,
  OPEN_FILTER,
  RECORD_WORDS,
  recordOf,
  type WordSet,
} from '../words/filter.js';
import type { Lexicon } from '../words/lexicon.js';
import { IN_DESCRIPTION, IN_TITLE } from '../words/text-reading.js';

// As in scan.ts: imported constants are slow where every slot uses them.
const CONTENT_AT = CONTENT;

/**
 * The filters (`words/filter.ts`) of slots, and the records of those that name more words than fit into them: four
 * numbers side by side, each record kept once however many slots name it, in one line of memory.
 */
export class WordFilters {
  private readonly records = new Interned();
  private readonly content = new Int32Array(RECORD_WORDS);
  /** Places of the filters that have records. */
  private places = new Int32Array(64);
  /** Sum of what was prefetched: what is used is not optimised away. */
  private prefetched = 0;

  constructor(private readonly lexicon: Lexicon) {}

  /** The filter of a box that asks for these words, which the lexicon must hold, held once: as much as fits. */
  filterOf(needs: readonly WordNeeds[]): number {
    if (needs.length === 0) return NO_FILTER;
    const asked = askedFirst(needs, this.lexicon);
    return asked === undefined ? OPEN_FILTER : filterOfWords(asked, (record) => this.keep(record));
  }

  /** One use more of what is held already. */
  retain(filter: number): void {
    const record = recordOf(filter);
    if (record !== 0) this.records.retain(record);
  }

  release(filter: number): void {
    const record = recordOf(filter);
    if (record !== 0) this.records.release(record);
  }

  /** What a filter says of the words of a listing. */
  judge(filter: number, set: WordSet): number {
    const record = recordOf(filter);
    if (record === 0) return set.judge(filter);
    const { arena } = this.records;
    return set.judgeRecord(filter, arena.words(record), arena.offset(record) + CONTENT_AT);
  }

  /**
   * Writes what filters with a record say in their places; others stand for themselves. All records are asked for
   * first and read later.
   */
  judgeRecords(filters: Int32Array, count: number, set: WordSet): void {
    if (this.places.length <= count) this.places = new Int32Array(2 * count);
    const { places } = this;
    const { arena } = this.records;
    let left = 0;
    for (let place = 0; place < count; place += 1) {
      places[left] = place;
      left += (filters[place] as number) >>> 31;
    }
    let sum = 0;
    for (let at = 0; at < left; at += 1) {
      const record = recordOf(filters[places[at] as number] as number);
      sum ^= arena.words(record)[arena.offset(record) + CONTENT_AT] as number;
    }
    this.prefetched = sum;
    for (let at = 0; at < left; at += 1) {
      const place = places[at] as number;
      filters[place] = this.judge(filters[place] as number, set);
    }
  }

  /** Different records. */
  get count(): number {
    return this.records.count;
  }

  get bytes(): number {
    return this.records.bytes;
  }

  private keep(record: readonly number[]): number {
    this.content.set(record);
    const { reference } = this.records.intern(this.content, RECORD_WORDS);
    if (reference <= MAX_RECORD) return reference;
    this.records.release(reference);
    return 0;
  }
}

/**
 * The words by which a box that asks for these is told from others first: those that must occur say more than those of
 * which one must, and those more than those that must not. Undefined where there are none.
 */
function askedFirst(needs: readonly WordNeeds[], lexicon: Lexicon): AskedWords | undefined {
  const about = { isAll: isOneListOfWords(needs), inTitle: needs.every(({ texts }) => texts === IN_TITLE) };
  const asked = (kind: AskedWords['kind'], words: readonly string[]): AskedWords => ({
    kind,
    words: words.map((word) => lexicon.find(word)),
    ...about,
  });
  const byRarity = (words: readonly string[]): string[] =>
    [...new Set(words)]
      .map((word) => ({ word, seen: lexicon.timesSeen(word) }))
      .sort((a, b) => a.seen - b.seen || b.word.length - a.word.length)
      .map(({ word }) => word);
  /** Of each entry its rarest word. */
  const ofEach = (entries: readonly string[]): string[] => [
    ...new Set(entries.map((entry) => byRarity(entry.split(' '))[0] as string)),
  ];

  const required = needs.flatMap(({ all, any }) => (any?.length === 1 ? [...all, ...any] : all));
  if (required.length > 0) return asked('all', byRarity(required.flatMap((entry) => entry.split(' '))));
  const choices = needs
    .flatMap(({ any }) => (any === null || any.length === 0 ? [] : [ofEach(any)]))
    .sort((a, b) => a.length - b.length)[0];
  if (choices !== undefined) return asked('one', choices);
  const unwanted = ofEach(needs.flatMap(({ none }) => none));
  return unwanted.length === 0 ? undefined : asked('none', unwanted);
}

/** Whether nothing is asked but that all, any or none of some words stand somewhere: no phrase, no two lists. */
function isOneListOfWords([first, ...more]: readonly WordNeeds[]): boolean {
  if (first === undefined || more.length > 0 || first.texts === IN_DESCRIPTION) return false;
  const lists = [first.all, first.none, first.any ?? []].filter((list) => list.length > 0);
  return lists.length === 1 && !(lists[0] as readonly string[]).some((entry) => entry.includes(' '));
}
