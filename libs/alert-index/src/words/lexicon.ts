import { hashOfWord } from '@gable/domain/words';

/** What the hash of a beginning is mixed with: `terr*` is another key than the word `terr`. */
const BEGINNING_SALT = 0x5bd1_e995;
const FIRST_SIZE = 64;
/** Small enough for the first cache of a processor. */
const KEY_BITS = 2 ** 16;
/** Longest word in units of UTF-16: 100 code points of two each. */
const MOST_UNITS = 200;

/**
 * Words, and beginnings of words, that alerts ask for, each kept once under a number above 0. Found by hash and units,
 * so that looking up the words of a listing makes no strings.
 */
export class Lexicon {
  /** Pairs of a number and its hash; 0 where there is none. Open addressing. */
  private table = new Int32Array(2 * FIRST_SIZE);
  private readonly texts: string[] = [''];
  private readonly hashes: number[] = [0];
  private readonly plainHashes: number[] = [0];
  private readonly stars: number[] = [0];
  private readonly uses: number[] = [0];
  private readonly free: number[] = [];
  /** Listings that were read with the word in them: what is rare. */
  private seenIn = new Uint32Array(FIRST_SIZE);
  /** Words and beginnings in whose cells boxes stand, or stood since they came: laid out as `table`. */
  private keys = new Int32Array(2 * FIRST_SIZE);
  private keyCount = 0;
  private isKey = new Uint8Array(FIRST_SIZE);
  /** A bit for some of the hashes that keys have; bits of keys that went stay. */
  private keyBits = new Int32Array(KEY_BITS / 32);
  /** How many beginnings are among them. */
  keyBeginnings = 0;
  /** How many beginnings of each length in units there are. */
  readonly beginnings = new Int32Array(MOST_UNITS + 2);
  count = 0;
  private length = 0;

  /** One past the highest number given out. */
  get end(): number {
    return this.texts.length;
  }

  /** The number of a word or, with a star behind, of a beginning; one use more. */
  retain(key: string): number {
    const isBeginning = key.endsWith('*');
    const text = isBeginning ? key.slice(0, -1) : key;
    const hash = hashOf(text, isBeginning);
    const known = this.placeOf(text, hash);
    const found = this.table[known] as number;
    if (found !== 0) {
      this.uses[found] = (this.uses[found] as number) + 1;
      return found;
    }
    const number = this.free.pop() ?? this.texts.length;
    this.texts[number] = text;
    this.hashes[number] = hash;
    this.plainHashes[number] = hashOfWord(text);
    this.stars[number] = isBeginning ? 1 : 0;
    this.uses[number] = 1;
    if (isBeginning) this.beginnings[text.length] = (this.beginnings[text.length] as number) + 1;
    if (number >= this.seenIn.length) this.growNumbers();
    this.seenIn[number] = this.isKey[number] = 0;
    this.length += text.length;
    this.count += 1;
    if (4 * this.count > this.table.length) this.table = grown(this.table);
    enter(this.table, number, hash);
    return number;
  }

  /** One use less; a word that nobody asks for any more is forgotten. */
  release(number: number): void {
    const uses = (this.uses[number] as number) - 1;
    this.uses[number] = uses;
    if (uses > 0) return;
    const [text, hash] = [this.texts[number] as string, this.hashes[number] as number];
    if (this.isBeginning(number)) this.beginnings[text.length] = (this.beginnings[text.length] as number) - 1;
    takeOut(this.table, number, hash);
    if (this.isKey[number] === 1) {
      takeOut(this.keys, number, hash);
      this.isKey[number] = 0;
      this.keyCount -= 1;
      if (this.isBeginning(number)) this.keyBeginnings -= 1;
    }
    this.texts[number] = '';
    this.free.push(number);
    this.length -= text.length;
    this.count -= 1;
  }

  /** The number of a word or beginning that is held; 0 where it is not. */
  find(key: string): number {
    const isBeginning = key.endsWith('*');
    const text = isBeginning ? key.slice(0, -1) : key;
    return this.table[this.placeOf(text, hashOf(text, isBeginning))] as number;
  }

  /** The number of the word in these units if boxes stand in its cells, else 0. `hash` is `hashOfWord` of it. */
  findKey(units: Uint16Array, from: number, to: number, hash: number): number {
    return this.findUnits(units, from, to, finish(hash));
  }

  /** The same for a beginning. */
  findKeyBeginning(units: Uint16Array, from: number, to: number, hash: number): number {
    return this.findUnits(units, from, to, finish(hash ^ BEGINNING_SALT));
  }

  /** Notes that boxes stand in the cells of a word; that is forgotten with the word. */
  makeKey(number: number): void {
    if (this.isKey[number] === 1) return;
    this.isKey[number] = 1;
    const hash = this.hashes[number] as number;
    if (this.isBeginning(number)) this.keyBeginnings += 1;
    this.keyCount += 1;
    if (4 * this.keyCount > this.keys.length) this.keys = grown(this.keys);
    enter(this.keys, number, hash);
    const bit = this.hashOf(number) & (KEY_BITS - 1);
    this.keyBits[bit >>> 5] = (this.keyBits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  /** False where no word or beginning of this `hashOfWord` is a key. */
  mayBeKey(hash: number): boolean {
    const bit = hash & (KEY_BITS - 1);
    return (((this.keyBits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  textOf(number: number): string {
    return this.texts[number] as string;
  }

  /** `hashOfWord` of a word. */
  hashOf(number: number): number {
    return this.plainHashes[number] as number;
  }

  isBeginning(number: number): boolean {
    return this.stars[number] === 1;
  }

  /** Counts a listing that has the word. */
  noteSeen(number: number): void {
    this.seenIn[number] = (this.seenIn[number] as number) + 1;
  }

  /** How often a word was met in listings, as far as that is known. */
  timesSeen(key: string): number {
    return this.seenIn[this.find(key)] as number;
  }

  get bytes(): number {
    // A string takes about 24 bytes beside its letters; a number in a list 8.
    return this.table.byteLength + this.seenIn.byteLength + this.keys.byteLength + 64 * this.end + this.length;
  }

  private findUnits(units: Uint16Array, from: number, to: number, hash: number): number {
    const { keys: table, texts } = this;
    const mask = table.length - 2;
    for (let place = (hash << 1) & mask; ; place = (place + 2) & mask) {
      const number = table[place] as number;
      if (number === 0) return 0;
      if (table[place + 1] !== hash) continue;
      const text = texts[number] as string;
      if (text.length !== to - from) continue;
      let at = 0;
      while (at < text.length && text.charCodeAt(at) === units[from + at]) at += 1;
      if (at === text.length) return number;
    }
  }

  /** Where the table has a text, or where it would stand. */
  private placeOf(text: string, hash: number): number {
    const { table } = this;
    const mask = table.length - 2;
    let place = (hash << 1) & mask;
    while (
      table[place] !== 0 &&
      !(
        table[place + 1] === hash &&
        this.hashes[table[place] as number] === hash &&
        this.texts[table[place] as number] === text
      )
    )
      place = (place + 2) & mask;
    return place;
  }

  private growNumbers(): void {
    const seenIn = new Uint32Array(2 * this.seenIn.length);
    seenIn.set(this.seenIn);
    this.seenIn = seenIn;
    const isKey = new Uint8Array(2 * this.isKey.length);
    isKey.set(this.isKey);
    this.isKey = isKey;
  }
}

function hashOf(text: string, isBeginning: boolean): number {
  const hash = hashOfWord(text);
  return finish(isBeginning ? hash ^ BEGINNING_SALT : hash);
}

function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
}

function enter(table: Int32Array, number: number, hash: number): void {
  const mask = table.length - 2;
  let place = (hash << 1) & mask;
  while (table[place] !== 0) place = (place + 2) & mask;
  table[place] = number;
  table[place + 1] = hash;
}

/** Empties the place of a number and closes the gap, so that no later entry of the run is cut off from its place. */
function takeOut(table: Int32Array, number: number, hash: number): void {
  const mask = table.length - 2;
  let gap = (hash << 1) & mask;
  while (table[gap] !== number) gap = (gap + 2) & mask;
  for (let place = (gap + 2) & mask; table[place] !== 0; place = (place + 2) & mask) {
    const preferred = ((table[place + 1] as number) << 1) & mask;
    if (((place - preferred) & mask) >= ((place - gap) & mask)) {
      table[gap] = table[place] as number;
      table[gap + 1] = table[place + 1] as number;
      gap = place;
    }
  }
  table[gap] = 0;
}

/** The same entries in a table of twice the size. */
function grown(table: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * table.length);
  for (let from = 0; from < table.length; from += 2)
    if (table[from] !== 0) enter(larger, table[from] as number, table[from + 1] as number);
  return larger;
}
