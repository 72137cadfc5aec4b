/** What is kept of each number, side by side: the last place of the word, and how often it occurs. */
const WORD = 2;
const [LAST, COUNT] = [0, 1] as const;
const NOWHERE = -1;

/** Where the words of one listing stand; worked out when somebody first asks for a phrase of words that all occur. */
export class Phrases {
  private numberAt = new Int32Array(0);
  private border = 0;
  private places = 0;
  private end = 0;
  private isReady = false;
  private words = new Int32Array(WORD * 64);
  /** The place before of the same word. */
  private placeBefore = new Int32Array(256);

  /**
   * Takes the numbers of the words at each place, 0 for those that nobody asks for, at the border of the texts and
   * behind them. From `border` on they are of the description. Numbers lie below `end`.
   */
  begin(numberAt: Int32Array<ArrayBuffer>, border: number, places: number, end: number): void {
    this.numberAt = numberAt;
    this.border = border;
    this.places = places;
    this.end = end;
    this.isReady = false;
  }

  /** Whether words follow each other in one of these texts. Each of them occurs. */
  has(words: Int32Array, from: number, to: number, inTitle: boolean, inDescription: boolean): boolean {
    if (!this.isReady) this.link();
    const { numberAt, placeBefore, border } = this;
    let rarest = from;
    for (let at = from + 1; at < to; at += 1)
      if (this.countOf(words[at] as number) < this.countOf(words[rarest] as number)) rarest = at;
    const before = rarest - from;
    let place = this.words[WORD * (words[rarest] as number) + LAST] as number;
    for (; place !== NOWHERE; place = placeBefore[place] as number) {
      const start = place - before;
      if (start < 0 || !(start < border ? inTitle : inDescription)) continue;
      let at = from;
      while (at < to && numberAt[start + at - from] === words[at]) at += 1;
      if (at === to) return true;
    }
    return false;
  }

  private countOf(word: number): number {
    return this.words[WORD * word + COUNT] as number;
  }

  /** Leads from each place to the one before it of the same word. */
  private link(): void {
    this.isReady = true;
    if (this.words.length < WORD * this.end) this.words = new Int32Array(2 * WORD * this.end);
    if (this.placeBefore.length < this.places) this.placeBefore = new Int32Array(2 * this.places);
    const { numberAt, placeBefore, words, places } = this;
    for (let place = 0; place < places; place += 1) {
      const word = WORD * (numberAt[place] as number);
      words[word + LAST] = NOWHERE;
      words[word + COUNT] = 0;
    }
    for (let place = 0; place < places; place += 1) {
      const word = WORD * (numberAt[place] as number);
      placeBefore[place] = words[word + LAST] as number;
      words[word + LAST] = place;
      words[word + COUNT] = (words[word + COUNT] as number) + 1;
    }
  }
}
