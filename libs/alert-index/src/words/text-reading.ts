import { foldUnits } from '@gable/domain/words';
import { WordSet } from './filter.js';
import type { Lexicon } from './lexicon.js';
import { NumberSet } from './number-set.js';
import { Phrases } from './phrases.js';
import { WordBeginnings } from './word-beginnings.js';

/** In which of the texts a word was met, as bits. */
export const IN_TITLE = 1;
export const IN_DESCRIPTION = 2;

/** Listings of which each counts for how often words are met; behind them one of eight does. */
const COUNTED_LISTINGS = 1_000;

/**
 * Which of the words that alerts ask for stand in the texts of one listing, and where. The texts are read when that is
 * first asked: many listings meet no alert that asks for words.
 */
export class TextReading {
  private title = '';
  private description = '';
  private isRead = true;
  private readings = 0;
  /** The words and beginnings that the texts have; each of them once in `met`. */
  private readonly set = new WordSet();
  private met = new Int32Array(64);
  private metCount = 0;
  private readonly titleSet = new NumberSet();
  private readonly descriptionSet = new NumberSet();
  /** Those in whose cells boxes stand. */
  private keyNumbers = new Int32Array(64);
  /** The number of the word at each place, 0 for a word that nobody asks for. */
  private numberAt = new Int32Array(256);
  private readonly beginnings: WordBeginnings;
  private readonly phrases = new Phrases();

  constructor(private readonly lexicon: Lexicon) {
    this.beginnings = new WordBeginnings(lexicon);
  }

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
    if (!this.isRead) this.read();
    return this.titleSet.has(word) * IN_TITLE + this.descriptionSet.has(word) * IN_DESCRIPTION;
  }

  /** Whether words follow each other in one of these texts; their numbers stand in `words` from `from` to `to`. */
  hasPhrase(words: Int32Array, from: number, to: number, texts: number): boolean {
    for (let at = from; at < to; at += 1) if ((this.textsWith(words[at] as number) & texts) === 0) return false;
    return this.phrases.has(words, from, to, (texts & IN_TITLE) !== 0, (texts & IN_DESCRIPTION) !== 0);
  }

  /** The words and beginnings that the texts have and in whose cells boxes stand. */
  keys(): { readonly words: Int32Array; readonly count: number } {
    if (!this.isRead) this.read();
    const { lexicon, met, metCount } = this;
    if (this.keyNumbers.length < met.length) this.keyNumbers = new Int32Array(met.length);
    let count = 0;
    for (let at = 0; at < metCount; at += 1) {
      const number = met[at] as number;
      if (lexicon.isKey(number)) this.keyNumbers[count++] = number;
    }
    return { words: this.keyNumbers, count };
  }

  private read(): void {
    const { lexicon } = this;
    this.isRead = true;
    this.readings += 1;
    this.set.begin(lexicon.end);
    this.titleSet.begin(lexicon.end);
    this.descriptionSet.begin(lexicon.end);
    if (lexicon.longestBeginning > 0) this.beginnings.begin();
    this.metCount = 0;
    if (this.met.length < lexicon.end) this.met = new Int32Array(2 * lexicon.end);
    let places = this.readText(this.title, this.titleSet, 0);
    // Between the texts stands a place without a word, so that no phrase goes across.
    this.reservePlaces(places + 2);
    this.numberAt[places++] = 0;
    const border = places;
    places = this.readText(this.description, this.descriptionSet, places);
    this.numberAt[places] = 0;
    this.phrases.begin(this.numberAt, border, places, lexicon.end);
    if (this.readings > COUNTED_LISTINGS && (this.readings & 7) !== 0) return;
    for (let at = 0; at < this.metCount; at += 1) lexicon.noteSeen(this.met[at] as number);
  }

  /** Reads the words of a text into places from `first` on; answers the place behind them. */
  private readText(text: string, textSet: NumberSet, first: number): number {
    if (text === '') return first;
    const folded = foldUnits(text);
    const { units, count, ends } = folded;
    this.reservePlaces(first + count + 2);
    this.lexicon.table.findWords(folded, this.numberAt, first);
    const { numberAt, beginnings } = this;
    const asksForBeginnings = this.lexicon.longestBeginning > 0;
    if (asksForBeginnings) beginnings.prefetch(numberAt, first, first + count);
    let from = 1;
    for (let word = 0; word < count; word += 1) {
      const end = ends[word] as number;
      const number = numberAt[first + word] as number;
      if (number === 0 || textSet.has(number) === 0) {
        if (number !== 0) this.meet(number, textSet);
        if (asksForBeginnings) {
          const found = beginnings.find(number, units, from, end);
          for (let place = 0; place < found; place += 1) {
            const beginning = beginnings.found[place] as number;
            if (textSet.has(beginning) === 0) this.meet(beginning, textSet);
          }
        }
      }
      from = end + 1;
    }
    return first + count;
  }

  /** Notes a word or beginning that is new in a text. */
  private meet(number: number, textSet: NumberSet): void {
    textSet.add(number);
    if (this.set.has(number) === 1) return;
    this.set.add(number);
    this.met[this.metCount++] = number;
  }

  private reservePlaces(count: number): void {
    if (count <= this.numberAt.length) return;
    const larger = new Int32Array(2 * count);
    larger.set(this.numberAt);
    this.numberAt = larger;
  }
}
