import { foldUnits, type WordVisitor } from '@gable/domain/words';
import type { Lexicon } from './lexicon.js';
import { WordCache } from './word-cache.js';

/** In which of the texts a word was met, as bits. */
export const IN_TITLE = 1;
export const IN_DESCRIPTION = 2;

const LAST_READING = 2 ** 29 - 1;
const NONE = -1;

/**
 * Which words of the lexicon stand in the texts of one listing, and where. The texts are read when that is first asked:
 * most listings meet no alert that asks for words.
 */
export class TextReading implements WordVisitor {
  private title = '';
  private description = '';
  private isRead = true;
  private reading = 0;
  /** By word: the reading in which it was met last and the texts, as bits; how often; and where last. */
  private states = new Int32Array(64);
  private counts = new Int32Array(64);
  private lasts = new Int32Array(64);
  /** By place: the word there, 0 where it is in no entry; and the place before it of the same word. */
  private wordAt = new Int32Array(256);
  private nextAt = new Int32Array(256);
  private places = 0;
  /** The text that is read. */
  private bit = IN_TITLE;
  /** The first place of the description; one before it stands for the border. */
  private descriptionFrom = 0;
  /** Words and beginnings in whose cells boxes stand, each once. */
  private met = new Int32Array(64);
  private metCount = 0;

  constructor(
    private readonly lexicon: Lexicon,
    private readonly cache = new WordCache(lexicon),
  ) {}

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
    this.metCount = 0;
  }

  /** Whether two listings say the same. */
  saysTheSame(other: TextReading): boolean {
    return this.title === other.title && this.description === other.description;
  }

  /** The texts in which a word or beginning stands, as bits. */
  textsWith(word: number): number {
    if (!this.isRead) this.read();
    const state = this.states[word] as number;
    return state >>> 2 === this.reading ? state & 3 : 0;
  }

  /** Whether words follow each other in one of these texts; they stand in `words` from `from` to `to`. */
  hasPhrase(words: Int32Array, from: number, to: number, texts: number): boolean {
    let rarest = from;
    for (let at = from; at < to; at += 1) {
      if ((this.textsWith(words[at] as number) & texts) === 0) return false;
      if (this.countOf(words[at] as number) < this.countOf(words[rarest] as number)) rarest = at;
    }
    const { wordAt, nextAt } = this;
    const before = rarest - from;
    let place = this.lasts[words[rarest] as number] as number;
    for (; place !== NONE; place = nextAt[place] as number) {
      const start = place - before;
      if (start < 0 || ((start < this.descriptionFrom ? IN_TITLE : IN_DESCRIPTION) & texts) === 0) continue;
      let at = from;
      while (at < to && wordAt[start + at - from] === words[at]) at += 1;
      if (at === to) return true;
    }
    return false;
  }

  /** The words that were met and in whose cells boxes stand. */
  keys(): { readonly words: Int32Array; readonly count: number } {
    if (!this.isRead) this.read();
    return { words: this.met, count: this.metCount };
  }

  private countOf(word: number): number {
    return this.counts[word] as number;
  }

  private read(): void {
    this.isRead = true;
    this.reading += 1;
    if (this.reading >= LAST_READING) {
      this.states.fill(0);
      this.reading = 1;
    }
    if (this.states.length < this.lexicon.end)
      for (const list of ['states', 'counts', 'lasts', 'met'] as const)
        this[list] = new Int32Array(2 * this.lexicon.end);
    this.places = this.metCount = 0;
    this.cache.catchUp();
    this.readText(this.title, IN_TITLE);
    this.wordAt[this.places++] = 0;
    this.descriptionFrom = this.places;
    this.readText(this.description, IN_DESCRIPTION);
    this.wordAt[this.places] = 0; // no phrase goes on behind the end with what an earlier listing left
  }

  private readText(text: string, bit: number): void {
    if (text === '') return;
    this.bit = bit;
    foldUnits(text, this);
  }

  /** A word of the text that is read. */
  word(units: Uint16Array, from: number, to: number, hash: number): void {
    const { cache } = this;
    const place = this.places;
    if (place + 3 > this.wordAt.length) this.enlarge();
    this.places = place + 1;
    cache.find(units, from, to, hash);
    const { word, beginnings, beginningCount } = cache;
    this.wordAt[place] = word;
    if (word !== 0) this.note(word, place);
    for (let which = 0; which < beginningCount; which += 1) this.note(beginnings[which] as number, NONE);
  }

  private note(word: number, place: number): void {
    const { states, bit } = this;
    const state = states[word] as number;
    if (state >>> 2 !== this.reading) {
      states[word] = (this.reading << 2) | bit;
      this.counts[word] = 1;
      this.lasts[word] = place;
      if (place !== NONE) this.nextAt[place] = NONE;
      this.lexicon.noteSeen(word);
      if (this.lexicon.isKey(word)) this.met[this.metCount++] = word;
      return;
    }
    states[word] = state | bit;
    if (place === NONE) return;
    this.counts[word] = (this.counts[word] as number) + 1;
    this.nextAt[place] = this.lasts[word] as number;
    this.lasts[word] = place;
  }

  private enlarge(): void {
    const [wordAt, nextAt] = [new Int32Array(2 * this.wordAt.length), new Int32Array(2 * this.nextAt.length)];
    wordAt.set(this.wordAt);
    nextAt.set(this.nextAt);
    [this.wordAt, this.nextAt] = [wordAt, nextAt];
  }
}
