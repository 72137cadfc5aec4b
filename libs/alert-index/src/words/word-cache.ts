import { mixUnit, NO_LETTERS } from '@gable/domain/words';
import type { Lexicon } from './lexicon.js';

/** Longest word that is kept, in units of UTF-16; hardly any is longer. */
const MOST_UNITS = 24;
/** Beginnings of one word that alerts ask for; a word with more is looked up each time. */
const MOST_BEGINNINGS = 3;
const ROWS = 2 ** 13;
/** Words of a row: hash and length of a word, its number, those of its beginnings. */
const ROW = 8;
const [LENGTH, WORD, BEGINNINGS] = [1, 2, 3] as const;
/** What a length carries where a word has more beginnings than a row holds. */
const TOO_MANY = -1;

/**
 * What the lexicon says of the words that listings use most: the word itself and all of its beginnings by one look,
 * where the lexicon needs one look for each length that a beginning has. Forgets everything when the lexicon changes.
 */
export class WordCache {
  private readonly rows = new Int32Array(ROW * ROWS);
  private readonly units = new Uint16Array(MOST_UNITS * ROWS);
  private edition = 0;
  /** The word that was looked up, 0 where nobody asks for it, and the beginnings of it. */
  word = 0;
  readonly beginnings = new Int32Array(256);
  beginningCount = 0;

  constructor(private readonly lexicon: Lexicon) {}

  /** Call before a text is read. */
  catchUp(): void {
    if (this.edition === this.lexicon.edition) return;
    this.edition = this.lexicon.edition;
    this.rows.fill(0);
  }

  /** Looks up the word in these units, whose hash was mixed on the way: `word` and `beginnings` say what there is. */
  find(units: Uint16Array, from: number, to: number, hash: number): void {
    const length = to - from;
    const row = (hash ^ (hash >>> 15)) & (ROWS - 1);
    const { rows } = this;
    const at = ROW * row;
    if (rows[at] === hash && rows[at + LENGTH] === length) {
      const kept = this.units;
      let same = 0;
      const base = MOST_UNITS * row;
      while (same < length && kept[base + same] === units[from + same]) same += 1;
      if (same === length) {
        this.word = rows[at + WORD] as number;
        let count = 0;
        while (count < MOST_BEGINNINGS && rows[at + BEGINNINGS + count] !== 0) {
          this.beginnings[count] = rows[at + BEGINNINGS + count] as number;
          count += 1;
        }
        this.beginningCount = count;
        return;
      }
    }
    this.look(units, from, to, hash);
    if (length <= MOST_UNITS) this.keep(units, from, length, hash, row);
  }

  private look(units: Uint16Array, from: number, to: number, hash: number): void {
    const { lexicon, beginnings } = this;
    this.word = lexicon.findWord(units, from, to, hash);
    let count = 0;
    let mixed = NO_LETTERS;
    for (let at = from; at < to; at += 1) {
      mixed = mixUnit(mixed, units[at] as number);
      if (lexicon.beginnings[at + 1 - from] === 0) continue;
      const beginning = lexicon.findBeginning(units, from, at + 1, mixed);
      if (beginning !== 0) beginnings[count++] = beginning;
    }
    this.beginningCount = count;
  }

  private keep(units: Uint16Array, from: number, length: number, hash: number, row: number): void {
    const { rows, beginnings, beginningCount } = this;
    const at = ROW * row;
    rows[at] = hash;
    rows[at + LENGTH] = beginningCount > MOST_BEGINNINGS ? TOO_MANY : length;
    rows[at + WORD] = this.word;
    for (let place = 0; place < MOST_BEGINNINGS; place += 1)
      rows[at + BEGINNINGS + place] = place < beginningCount ? (beginnings[place] as number) : 0;
    for (let place = 0; place < length; place += 1)
      this.units[MOST_UNITS * row + place] = units[from + place] as number;
  }
}
