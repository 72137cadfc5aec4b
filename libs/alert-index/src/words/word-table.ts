/** Words of a row: hash, texts as bits (0: the row is empty), units from and to, the last place, how often. */
const ROW = 6;
const [HASH, TEXTS, FROM, TO, LAST, COUNT] = [0, 1, 2, 3, 4, 5] as const;
/** Words of a place: its row, the place before it of the same word, the text. */
const PLACE = 3;
const [AT_ROW, BEFORE, TEXT] = [0, 1, 2] as const;
const NOWHERE = -1;
const LEAST_ROWS = 64;
/** Letters that every beginning has. */
const INITIALS = 3;

/**
 * The words of one listing, each once, with its places: small enough for the caches of a processor that also holds a
 * million alerts. What is asked is compared letter by letter.
 */
export class WordTable {
  units = new Uint16Array(1_024);
  private used = 0;
  private rows = new Int32Array(ROW * LEAST_ROWS);
  private mask = LEAST_ROWS - 1;
  private rowCount = 0;
  private places = new Int32Array(PLACE * 256);
  private placeCount = 0;
  /** By initials: the last row that begins so, and by row the one before; made when first asked. */
  private byInitials = new Int32Array(LEAST_ROWS);
  private sameInitials = new Int32Array(LEAST_ROWS);
  private hasInitials = false;

  /** Forgets everything; `length` is that of the texts to come. */
  begin(length: number): void {
    let rows = LEAST_ROWS;
    while (rows < length / 4) rows *= 2;
    if (this.rows.length < ROW * rows) this.rows = new Int32Array(ROW * rows);
    else this.rows.fill(0, 0, ROW * rows);
    this.mask = rows - 1;
    this.used = this.rowCount = this.placeCount = 0;
    this.hasInitials = false;
  }

  add(units: Uint16Array, from: number, to: number, hash: number, text: number): void {
    let row = this.rowFor(hash);
    const { rows } = this;
    while (rows[row + TEXTS] !== 0 && !(rows[row + HASH] === hash && this.isAt(row, units, from, to)))
      row = this.nextInTable(row);
    if (rows[row + TEXTS] === 0) {
      if (2 * this.rowCount > this.mask) {
        this.grow();
        return this.add(units, from, to, hash, text);
      }
      this.make(row, units, from, to, hash);
    }
    if (PLACE * (this.placeCount + 2) > this.places.length) this.growPlaces();
    const place = this.placeCount++;
    this.places[PLACE * place + AT_ROW] = row;
    this.places[PLACE * place + BEFORE] = rows[row + LAST] as number;
    this.places[PLACE * place + TEXT] = text;
    rows[row + LAST] = place;
    rows[row + COUNT] = (rows[row + COUNT] as number) + 1;
    rows[row + TEXTS] = (rows[row + TEXTS] as number) | text;
  }

  /** Between two texts: no phrase goes across. */
  addBorder(): void {
    const place = this.placeCount++;
    this.places[PLACE * place + AT_ROW] = NOWHERE;
    this.places[PLACE * place + TEXT] = 0;
  }

  /** The row of a word; -1 where it does not occur. */
  find(word: string, hash: number): number {
    const { rows } = this;
    for (let row = this.rowFor(hash); rows[row + TEXTS] !== 0; row = this.nextInTable(row))
      if (rows[row + HASH] === hash && this.length(row) === word.length && this.beginsWith(row, word)) return row;
    return NOWHERE;
  }

  /** The texts in which a word begins so, as bits. */
  textsWithBeginning(beginning: string): number {
    if (!this.hasInitials) this.gatherInitials();
    let texts = 0;
    const initials = initialsOf(beginning.charCodeAt(0), beginning.charCodeAt(1), beginning.charCodeAt(2));
    let row = this.byInitials[initials & this.mask] as number;
    for (; row !== NOWHERE; row = this.sameInitials[row / ROW] as number)
      if (this.length(row) >= beginning.length && this.beginsWith(row, beginning)) texts |= this.texts(row);
    return texts;
  }

  texts(row: number): number {
    return this.rows[row + TEXTS] as number;
  }
  hash(row: number): number {
    return this.rows[row + HASH] as number;
  }
  from(row: number): number {
    return this.rows[row + FROM] as number;
  }
  to(row: number): number {
    return this.rows[row + TO] as number;
  }
  /** How often a word occurs. */
  count(row: number): number {
    return this.rows[row + COUNT] as number;
  }
  lastPlace(row: number): number {
    return this.rows[row + LAST] as number;
  }
  /** The place before of the same word; -1 behind the first. */
  placeBefore(place: number): number {
    return this.places[PLACE * place + BEFORE] as number;
  }
  /** The row of the word at a place; -1 at the border and behind the end. */
  rowAt(place: number): number {
    return place < this.placeCount ? (this.places[PLACE * place + AT_ROW] as number) : NOWHERE;
  }
  textAt(place: number): number {
    return this.places[PLACE * place + TEXT] as number;
  }

  /** Rows in no promised order; -1 behind the last. */
  firstRow(): number {
    return this.nextRow(-ROW);
  }
  nextRow(row: number): number {
    for (let next = row + ROW; next < ROW * (this.mask + 1); next += ROW)
      if (this.rows[next + TEXTS] !== 0) return next;
    return NOWHERE;
  }

  private rowFor(hash: number): number {
    return ROW * ((hash ^ (hash >>> 15)) & this.mask);
  }

  private nextInTable(row: number): number {
    return row === ROW * this.mask ? 0 : row + ROW;
  }

  private length(row: number): number {
    return this.to(row) - this.from(row);
  }

  private beginsWith(row: number, text: string): boolean {
    const from = this.from(row);
    for (let at = 0; at < text.length; at += 1) if (this.units[from + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  private isAt(row: number, units: Uint16Array, from: number, to: number): boolean {
    if (this.length(row) !== to - from) return false;
    const start = this.from(row) - from;
    for (let at = from; at < to; at += 1) if (this.units[start + at] !== units[at]) return false;
    return true;
  }

  private make(row: number, units: Uint16Array, from: number, to: number, hash: number): void {
    if (this.used + to - from > this.units.length) {
      const larger = new Uint16Array(2 * this.units.length + to - from);
      larger.set(this.units);
      this.units = larger;
    }
    const { rows } = this;
    rows[row + HASH] = hash;
    rows[row + FROM] = this.used;
    for (let at = from; at < to; at += 1) this.units[this.used++] = units[at] as number;
    rows[row + TO] = this.used;
    rows[row + LAST] = NOWHERE;
    rows[row + COUNT] = 0;
    this.rowCount += 1;
  }

  private gatherInitials(): void {
    this.hasInitials = true;
    if (this.byInitials.length <= this.mask) {
      this.byInitials = new Int32Array(this.mask + 1);
      this.sameInitials = new Int32Array(this.mask + 1);
    }
    this.byInitials.fill(NOWHERE, 0, this.mask + 1);
    for (let row = this.firstRow(); row !== NOWHERE; row = this.nextRow(row)) {
      if (this.length(row) < INITIALS) continue;
      const from = this.from(row);
      const { units } = this;
      const initials =
        initialsOf(units[from] as number, units[from + 1] as number, units[from + 2] as number) & this.mask;
      this.sameInitials[row / ROW] = this.byInitials[initials] as number;
      this.byInitials[initials] = row;
    }
  }

  /** Doubles the rows; places follow their words. */
  private grow(): void {
    const old = this.rows;
    const end = ROW * (this.mask + 1);
    const moved = new Int32Array(this.mask + 1);
    this.mask = 2 * this.mask + 1;
    this.rows = new Int32Array(ROW * (this.mask + 1));
    for (let from = 0; from < end; from += ROW) {
      if (old[from + TEXTS] === 0) continue;
      let row = this.rowFor(old[from + HASH] as number);
      while (this.rows[row + TEXTS] !== 0) row = this.nextInTable(row);
      for (let word = 0; word < ROW; word += 1) this.rows[row + word] = old[from + word] as number;
      moved[from / ROW] = row;
    }
    for (let place = 0; place < this.placeCount; place += 1) {
      const row = this.places[PLACE * place + AT_ROW] as number;
      if (row !== NOWHERE) this.places[PLACE * place + AT_ROW] = moved[row / ROW] as number;
    }
  }

  private growPlaces(): void {
    const larger = new Int32Array(2 * this.places.length);
    larger.set(this.places);
    this.places = larger;
  }
}

function initialsOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(first ^ Math.imul(second ^ Math.imul(third, 0x9e37_79b1), 0x85eb_ca6b), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 15);
}
