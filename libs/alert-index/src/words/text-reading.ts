import { type FoldedUnits, foldUnits, mixUnit, NO_LETTERS } from '@gable/domain/words';
import { WordSet } from './filter.js';
import type { Lexicon } from './lexicon.js';

/** In which of the texts a word was met, as bits. */
export const IN_TITLE = 1;
export const IN_DESCRIPTION = 2;

/** What is known of a word by its number, side by side: its texts as bits, the last place where it stands, how often. */
const STATE = 4;
const [TEXTS, LAST, COUNT] = [0, 1, 2] as const;
const NOWHERE = -1;

/**
 * Which of the words that alerts ask for stand in the texts of one listing, and where. The texts are read when that is
 * first asked: many listings meet no alert that asks for words.
 */
export class TextReading {
  private title = '';
  private description = '';
  private isRead = true;
  /** The words and beginnings that the texts have. */
  private readonly set = new WordSet();
  private met = new Int32Array(64);
  private metCount = 0;
  /** Of them: those in whose cells boxes stand. */
  private keyNumbers = new Int32Array(64);
  private keyCount = 0;
  /** Valid for words that were met. */
  private states = new Int32Array(STATE * 64);
  /** Places of words: its number, 0 for a word that nobody asks for, and the place before it of the same word. */
  private numberAt = new Int32Array(256);
  private placeBefore = new Int32Array(256);
  /** The first place of the description. Between the texts stands a place without a word, so that no phrase crosses. */
  private border = 0;
  /** Sum of the words that were prefetched: what is used is not optimised away. */
  private prefetched = 0;

  constructor(private readonly lexicon: Lexicon) {}

  /** Takes the texts of a listing, to be read when they are asked for. */
  begin(title: string, description: string): void {
    this.title = title;
    this.description = description;
    this.isRead = false;
  }

  /** Lets go of the texts. */
  forget(): void {
    this.title = this.description = '';
    this.isRead = true;
  }

  /** Whether two listings say the same. */
  saysTheSame(other: TextReading): boolean {
    return this.title === other.title && this.description === other.description;
  }

  /** The words of the texts as filters are tested with them. */
  get words(): WordSet {
    if (!this.isRead) this.read();
    return this.set;
  }

  /** The texts in which a word or beginning stands, as bits. */
  textsWith(word: number): number {
    return this.words.has(word) ? (this.states[STATE * word + TEXTS] as number) : 0;
  }

  /** Whether words follow each other in one of these texts; their numbers stand in `words` from `from` to `to`. */
  hasPhrase(words: Int32Array, from: number, to: number, texts: number): boolean {
    const { numberAt, placeBefore, border } = this;
    let rarest = from;
    for (let at = from; at < to; at += 1) {
      if ((this.textsWith(words[at] as number) & texts) === 0) return false;
      if (this.countOf(words[at] as number) < this.countOf(words[rarest] as number)) rarest = at;
    }
    const before = rarest - from;
    let place = this.states[STATE * (words[rarest] as number) + LAST] as number;
    for (; place !== NOWHERE; place = placeBefore[place] as number) {
      const start = place - before;
      if (start < 0 || ((start < border ? IN_TITLE : IN_DESCRIPTION) & texts) === 0) continue;
      let at = from;
      while (at < to && numberAt[start + at - from] === words[at]) at += 1;
      if (at === to) return true;
    }
    return false;
  }

  /** The words and beginnings that the texts have and in whose cells boxes stand. */
  keys(): { readonly words: Int32Array; readonly count: number } {
    if (!this.isRead) this.read();
    return { words: this.keyNumbers, count: this.keyCount };
  }

  private countOf(word: number): number {
    return this.states[STATE * word + COUNT] as number;
  }

  private read(): void {
    const { lexicon } = this;
    this.isRead = true;
    this.set.begin(lexicon.end);
    this.metCount = this.keyCount = 0;
    if (this.states.length < STATE * lexicon.end) {
      this.states = new Int32Array(2 * STATE * lexicon.end);
      this.met = new Int32Array(2 * lexicon.end);
      this.keyNumbers = new Int32Array(2 * lexicon.end);
    }
    let places = this.readText(this.title, IN_TITLE, 0);
    this.reservePlaces(places + 2);
    this.numberAt[places++] = 0;
    this.border = places;
    places = this.readText(this.description, IN_DESCRIPTION, places);
    this.numberAt[places] = 0;
    for (let at = 0; at < this.metCount; at += 1) {
      const number = this.met[at] as number;
      lexicon.noteSeen(number);
      if (lexicon.isKey(number)) this.keyNumbers[this.keyCount++] = number;
    }
  }

  /** Reads the words of a text into places from `first` on; answers the place behind them. */
  private readText(text: string, bit: number, first: number): number {
    if (text === '') return first;
    const folded = foldUnits(text);
    const { units, count, ends, hashes } = folded;
    const { table, longestBeginning } = this.lexicon;
    this.reservePlaces(first + count + 2);
    const { numberAt, placeBefore, states } = this;
    // All are looked at before any is looked up, so that the processor fetches their memory side by side.
    let sum = 0;
    for (let word = 0; word < count; word += 1) sum ^= table.prefetch(hashes[word] as number);
    this.prefetched = sum;
    let from = 1;
    for (let word = 0; word < count; word += 1) {
      const end = ends[word] as number;
      const number = table.findWord(units, from, end, hashes[word] as number);
      const place = first + word;
      numberAt[place] = number;
      const isNew = number === 0 || this.meet(number, bit);
      if (number !== 0) {
        const state = STATE * number;
        placeBefore[place] = states[state + LAST] as number;
        states[state + LAST] = place;
        states[state + COUNT] = (states[state + COUNT] as number) + 1;
      }
      if (isNew && longestBeginning > 0) this.meetBeginnings(folded, from, end, bit);
      from = end + 1;
    }
    return first + count;
  }

  /** Notes a word or beginning of a text; answers whether it is new there. */
  private meet(number: number, bit: number): boolean {
    const { states, set } = this;
    const state = STATE * number;
    if (!set.has(number)) {
      set.add(number);
      this.met[this.metCount++] = number;
      states[state + TEXTS] = bit;
      states[state + LAST] = NOWHERE;
      states[state + COUNT] = 0;
      return true;
    }
    const texts = states[state + TEXTS] as number;
    states[state + TEXTS] = texts | bit;
    return (texts & bit) === 0;
  }

  private meetBeginnings({ units }: FoldedUnits, from: number, end: number, bit: number): void {
    const { table, beginnings, longestBeginning } = this.lexicon;
    const last = Math.min(end, from + longestBeginning);
    let hash = NO_LETTERS;
    for (let at = from; at < last; at += 1) {
      hash = mixUnit(hash, units[at] as number);
      if (beginnings[at + 1 - from] === 0 || !table.mayBeBeginning(hash)) continue;
      const beginning = table.findBeginning(units, from, at + 1, hash);
      if (beginning !== 0) this.meet(beginning, bit);
    }
  }

  private reservePlaces(count: number): void {
    if (count <= this.numberAt.length) return;
    for (const list of ['numberAt', 'placeBefore'] as const) {
      const larger = new Int32Array(2 * count);
      larger.set(this[list]);
      this[list] = larger;
    }
  }
}
