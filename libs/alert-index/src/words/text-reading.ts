import { foldUnits, mixUnit, NO_LETTERS, type WordVisitor } from '@gable/domain/words';
import type { Lexicon } from './lexicon.js';
import { WordTable } from './word-table.js';

/** In which of the texts a word was met, as bits. */
export const IN_TITLE = 1;
export const IN_DESCRIPTION = 2;

const LAST_READING = 2 ** 29 - 1;
const NOWHERE = -1;

/**
 * Which words stand in the texts of one listing, and where. The texts are read when that is first asked: most listings
 * meet no alert that asks for words. What was said of a word is remembered for the listing.
 */
export class TextReading implements WordVisitor {
  private title = '';
  private description = '';
  private isRead = true;
  private reading = 0;
  private readonly table = new WordTable();
  /** The text that is read. */
  private bit = IN_TITLE;
  /** By number in the lexicon: the reading in which it was asked for last and the texts, as bits; and its row. */
  private states = new Int32Array(64);
  private rowOf = new Int32Array(64);
  private keyNumbers = new Int32Array(64);

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
    this.table.begin(0);
  }

  /** Whether two listings say the same. */
  saysTheSame(other: TextReading): boolean {
    return this.title === other.title && this.description === other.description;
  }

  /** The texts in which a word or beginning stands, as bits. */
  textsWith(word: number): number {
    if (!this.isRead) this.read();
    const state = this.states[word] as number;
    return state >>> 2 === this.reading ? state & 3 : this.lookUp(word);
  }

  /** Whether words follow each other in one of these texts; their numbers stand in `words` from `from` to `to`. */
  hasPhrase(words: Int32Array, from: number, to: number, texts: number): boolean {
    const { table, rowOf } = this;
    let rarest = from;
    for (let at = from; at < to; at += 1) {
      if ((this.textsWith(words[at] as number) & texts) === 0) return false;
      if (this.countOf(words[at] as number) < this.countOf(words[rarest] as number)) rarest = at;
    }
    const before = rarest - from;
    let place = table.lastPlace(rowOf[words[rarest] as number] as number);
    for (; place !== NOWHERE; place = table.placeBefore(place)) {
      const start = place - before;
      if (start < 0 || (table.textAt(start) & texts) === 0) continue;
      let at = from;
      while (at < to && table.rowAt(start + at - from) === rowOf[words[at] as number]) at += 1;
      if (at === to) return true;
    }
    return false;
  }

  /** The words and beginnings that the texts have and in whose cells boxes stand. */
  keys(): { readonly words: Int32Array; readonly count: number } {
    if (!this.isRead) this.read();
    const { lexicon, table } = this;
    if (this.keyNumbers.length < lexicon.end) this.keyNumbers = new Int32Array(2 * lexicon.end);
    let count = 0;
    for (let row = table.firstRow(); row !== NOWHERE; row = table.nextRow(row)) {
      const [from, to, hash] = [table.from(row), table.to(row), table.hash(row)];
      if (!lexicon.mayBeKey(hash)) continue;
      const word = lexicon.findKey(table.units, from, to, hash);
      if (word !== 0) this.keyNumbers[count++] = word;
    }
    return { words: this.keyNumbers, count: lexicon.keyBeginnings === 0 ? count : this.addKeyBeginnings(count) };
  }

  /** A word of the text that is read. */
  word(units: Uint16Array, from: number, to: number, hash: number): void {
    this.table.add(units, from, to, hash, this.bit);
  }

  private addKeyBeginnings(words: number): number {
    const { lexicon, table } = this;
    const found = new Set<number>();
    for (let row = table.firstRow(); row !== NOWHERE; row = table.nextRow(row)) {
      const [from, to] = [table.from(row), table.to(row)];
      let hash = NO_LETTERS;
      for (let at = from; at < to; at += 1) {
        hash = mixUnit(hash, table.units[at] as number);
        if (lexicon.beginnings[at + 1 - from] === 0 || !lexicon.mayBeKey(hash)) continue;
        const beginning = lexicon.findKeyBeginning(table.units, from, at + 1, hash);
        if (beginning !== 0) found.add(beginning);
      }
    }
    let count = words;
    for (const beginning of found) this.keyNumbers[count++] = beginning;
    return count;
  }

  private lookUp(word: number): number {
    const { lexicon, table } = this;
    const text = lexicon.textOf(word);
    let texts = 0;
    if (lexicon.isBeginning(word)) texts = table.textsWithBeginning(text);
    else {
      const row = table.find(text, lexicon.hashOf(word));
      this.rowOf[word] = row;
      if (row !== NOWHERE) texts = table.texts(row);
    }
    if (texts !== 0) lexicon.noteSeen(word);
    this.states[word] = (this.reading << 2) | texts;
    return texts;
  }

  private countOf(word: number): number {
    return this.table.count(this.rowOf[word] as number);
  }

  private read(): void {
    this.isRead = true;
    this.reading += 1;
    if (this.reading >= LAST_READING) {
      this.states.fill(0);
      this.reading = 1;
    }
    if (this.states.length < this.lexicon.end) {
      this.states = new Int32Array(2 * this.lexicon.end);
      this.rowOf = new Int32Array(2 * this.lexicon.end);
    }
    this.table.begin(this.title.length + this.description.length);
    this.readText(this.title, IN_TITLE);
    this.table.addBorder();
    this.readText(this.description, IN_DESCRIPTION);
  }

  private readText(text: string, bit: number): void {
    if (text === '') return;
    this.bit = bit;
    foldUnits(text, this);
  }
}
