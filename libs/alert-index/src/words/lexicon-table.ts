/** Words of an entry: number (0: none), mixed hash, where its letters begin, how many there are. */
const ENTRY = 4;
const ENTRY_SHIFT = 2;
const [NUMBER, HASH, OFFSET, LENGTH] = [0, 1, 2, 3] as const;
const FIRST_ENTRIES = 64;
/** What the hash of a beginning is mixed with: `terr*` is another key than the word `terr`. */
const BEGINNING_SALT = 0x5bd1_e995;
/** Small enough for the first cache of a processor. */
const BIT_COUNT = 2 ** 16;

/**
 * Numbers of words by hash and letters, four words an entry, so that a word nobody asks for is told from the others by
 * one line of memory. Open addressing. Words and beginnings stand in it together.
 */
export class LexiconTable {
  private entries = new Int32Array(ENTRY * FIRST_ENTRIES);
  private used = 0;
  private letters = new Uint16Array(1_024);
  /** A bit for some of the hashes that beginnings have; bits of those that went stay until `clear`. */
  private bits = new Int32Array(BIT_COUNT / 32);

  /** Writes letters, which an entry may then name. */
  addLetters(from: number, text: string): void {
    if (from + text.length > this.letters.length) {
      const larger = new Uint16Array(2 * (from + text.length));
      larger.set(this.letters);
      this.letters = larger;
    }
    for (let at = 0; at < text.length; at += 1) this.letters[from + at] = text.charCodeAt(at);
  }

  textAt(from: number, to: number): string {
    return String.fromCharCode(...this.letters.subarray(from, to));
  }

  /** Adds a word or beginning that is not there yet. `hash` is `hashOfWord`, as everywhere here. */
  add(number: number, hash: number, offset: number, length: number, isBeginning: boolean): void {
    this.used += 1;
    if (2 * ENTRY * this.used > this.entries.length) this.grow();
    const mixed = isBeginning ? mixBeginning(hash) : mix(hash);
    const at = this.freePlace(mixed);
    this.entries[at + NUMBER] = number;
    this.entries[at + HASH] = mixed;
    this.entries[at + OFFSET] = offset;
    this.entries[at + LENGTH] = length;
    const bit = hash & (BIT_COUNT - 1);
    if (isBeginning) this.bits[bit >>> 5] = (this.bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  /** Takes an entry out and closes the gap, so that no later entry of the run is cut off from its place. */
  remove(number: number, hash: number, isBeginning: boolean): void {
    const { entries } = this;
    const mask = entries.length - ENTRY;
    let gap = ((isBeginning ? mixBeginning(hash) : mix(hash)) << ENTRY_SHIFT) & mask;
    while (entries[gap + NUMBER] !== number) gap = (gap + ENTRY) & mask;
    for (let at = (gap + ENTRY) & mask; entries[at + NUMBER] !== 0; at = (at + ENTRY) & mask) {
      const preferred = ((entries[at + HASH] as number) << ENTRY_SHIFT) & mask;
      if (((at - preferred) & mask) < ((at - gap) & mask)) continue;
      entries.copyWithin(gap, at, at + ENTRY);
      gap = at;
    }
    entries[gap + NUMBER] = 0;
    this.used -= 1;
  }

  /** Forgets all entries and letters. */
  clear(): void {
    this.entries.fill(0);
    this.bits.fill(0);
    this.used = 0;
  }

  findText(text: string, hash: number, isBeginning: boolean): number {
    const units = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
    return this.find(units, 0, text.length, isBeginning ? mixBeginning(hash) : mix(hash));
  }

  /** The number of the word in these units; 0 where nobody asks for it. */
  findWord(units: Uint16Array, from: number, to: number, hash: number): number {
    return this.find(units, from, to, mix(hash));
  }

  /** The same for a beginning. */
  findBeginning(units: Uint16Array, from: number, to: number, hash: number): number {
    return this.find(units, from, to, mixBeginning(hash));
  }

  /** False where there is no beginning of this hash. */
  mayBeBeginning(hash: number): boolean {
    return (((this.bits[(hash & (BIT_COUNT - 1)) >>> 5] as number) >>> (hash & 31)) & 1) === 1;
  }

  /** Reads of a word what `findWord` reads first. The number means nothing. */
  prefetch(hash: number): number {
    return this.entries[(mix(hash) << ENTRY_SHIFT) & (this.entries.length - ENTRY)] as number;
  }

  get bytes(): number {
    return this.entries.byteLength + this.letters.byteLength + this.bits.byteLength;
  }

  private find(units: Uint16Array, from: number, to: number, mixed: number): number {
    const { entries, letters } = this;
    const mask = entries.length - ENTRY;
    const length = to - from;
    for (let at = (mixed << ENTRY_SHIFT) & mask; ; at = (at + ENTRY) & mask) {
      const number = entries[at + NUMBER] as number;
      if (number === 0) return 0;
      if (entries[at + HASH] !== mixed || entries[at + LENGTH] !== length) continue;
      const offset = (entries[at + OFFSET] as number) - from;
      let place = from;
      while (place < to && letters[offset + place] === units[place]) place += 1;
      if (place === to) return number;
    }
  }

  private freePlace(mixed: number): number {
    const mask = this.entries.length - ENTRY;
    let at = (mixed << ENTRY_SHIFT) & mask;
    while (this.entries[at + NUMBER] !== 0) at = (at + ENTRY) & mask;
    return at;
  }

  private grow(): void {
    const old = this.entries;
    this.entries = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += ENTRY) {
      if (old[from + NUMBER] === 0) continue;
      const at = this.freePlace(old[from + HASH] as number);
      for (let word = 0; word < ENTRY; word += 1) this.entries[at + word] = old[from + word] as number;
    }
  }
}

function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
}

function mixBeginning(hash: number): number {
  return mix(hash ^ BEGINNING_SALT);
}
