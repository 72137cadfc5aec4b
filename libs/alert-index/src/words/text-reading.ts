import { beginFolding, foldPiece, PIECE, PIECE_WORDS } from '@gable/domain/words';
import { WordSet } from './filter.js';
import type { Lexicon } from './lexicon.js';
import { FOUND } from './lexicon-table.js';
import { NumberSet } from './number-set.js';
import { Phrases } from './phrases.js';
import { WordBeginnings } from './word-beginnings.js';
import { enlarged } from '../storage/enlarged.js';

/** In which of the texts a word was met, as bits. */
export const IN_TITLE = 1;
export const IN_DESCRIPTION = 2;

/** Listings of which each counts for how often words are met; behind them one of eight does. */
const COUNTED_LISTINGS = 1_000;
const UNKNOWN = -1;

// As in scan.ts: imported constants are slow where every word uses them.
const NUMBERS = FOUND;
const ENDS = PIECE.ends;
/** Of the piece that is read: words that are new in the text and words that nobody asks for. */
const FRESH = new Int32Array(PIECE_WORDS);
const OTHERS = new Int32Array(PIECE_WORDS);

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
  private keyCount = UNKNOWN;
  /** The number of the word at each place, 0 for a word that nobody asks for. */
  private numberAt = new Int32Array(256);
  private freshCount = 0;
  private otherCount = 0;
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
    if (this.keyCount === UNKNOWN) {
      if (this.keyNumbers.length < met.length) this.keyNumbers = new Int32Array(met.length);
      this.keyCount = lexicon.takeKeys(met, metCount, this.keyNumbers);
    }
    return { words: this.keyNumbers, count: this.keyCount };
  }

  private read(): void {
    const { lexicon } = this;
    this.isRead = true;
    this.readings += 1;
    this.set.begin(lexicon.end);
    this.titleSet.begin(lexicon.end);
    this.descriptionSet.begin(lexicon.end);
    if (!lexicon.beginnings.isEmpty) this.beginnings.begin();
    this.metCount = 0;
    this.keyCount = UNKNOWN;
    if (this.met.length <= lexicon.end) this.met = new Int32Array(2 * lexicon.end);
    let places = this.readText(this.title, this.titleSet, 0);
    for (let at = 0; at < this.metCount; at += 1) this.set.addToTitle(this.met[at] as number);
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

  /** Reads the words of a text into places from `start` on; answers the place behind them. */
  private readText(text: string, textSet: NumberSet, start: number): number {
    if (text === '') return start;
    const { lexicon } = this;
    const asksForBeginnings = !lexicon.beginnings.isEmpty;
    let first = start;
    beginFolding(text);
    while (foldPiece()) {
      // Behind the first piece of a text most is in the processor's caches.
      if (first === start) lexicon.words.prefetch();
      lexicon.words.findWords();
      this.reservePlaces(first + PIECE.count + 2);
      this.sort(first, textSet.bits);
      for (let place = 0; place < this.freshCount; place += 1) this.note(NUMBERS[FRESH[place] as number] as number);
      if (asksForBeginnings) this.readBeginnings(textSet);
      first += PIECE.count;
    }
    return first;
  }

  /**
   * Sorts the words of a piece: into those asked for that come for the first time, and those that nobody asks for but
   * that are long enough for a beginning. No branch depends on a word, which would be guessed wrong every other time.
   */
  private sort(first: number, bits: Int32Array): void {
    const { numberAt } = this;
    const { count } = PIECE;
    let freshCount = 0;
    let otherCount = 0;
    bits[0] = (bits[0] as number) | 1; // no word has the number 0
    const tooShort = this.lexicon.beginnings.shortest - 1;
    let from = 0;
    for (let word = 0; word < count; word += 1) {
      const number = NUMBERS[word] as number;
      const end = ENDS[word] as number;
      const place = number >>> 5;
      const known = bits[place] as number;
      numberAt[first + word] = number;
      FRESH[freshCount] = word;
      freshCount += (~known >>> (number & 31)) & 1;
      bits[place] = known | (1 << (number & 31));
      OTHERS[otherCount] = word;
      otherCount += ((number - 1) & (tooShort - (end - from))) >>> 31;
      from = end;
    }
    this.freshCount = freshCount;
    this.otherCount = otherCount;
  }

  private readBeginnings(textSet: NumberSet): void {
    const { beginnings } = this;
    const count = beginnings.find(FRESH, this.freshCount, OTHERS, this.otherCount);
    const { found } = beginnings;
    for (let place = 0; place < count; place += 1) {
      textSet.add(found[place] as number);
      this.note(found[place] as number);
    }
  }

  /** Notes a word or beginning of a text. */
  private note(number: number): void {
    this.met[this.metCount] = number;
    this.metCount += this.set.add(number);
  }

  private reservePlaces(count: number): void {
    if (count > this.numberAt.length) this.numberAt = enlarged(this.numberAt, 2 * count);
  }
}
