import type { FoldedUnits } from '@gable/domain/words';

/** Words of an entry: number (0: none), mixed hash, where its letters begin, how many there are. */
const ENTRY = 4;
const ENTRY_SHIFT = 2;
const [NUMBER, HASH, OFFSET, LENGTH] = [0, 1, 2, 3] as const;
const NO_ENTRY = -1;
const FIRST_ENTRIES = 64;
const MIXER = 0x85eb_ca6b;
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
  /** Sum of the letters that were prefetched: what is used is not optimised away. */
  private prefetched = 0;
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

  /**
   * Writes the number of each word of a folded text, 0 where nobody asks for it, into `into` from `first` on. In
   * rounds that do not wait for what they read themselves, so that the processor fetches memory side by side.
   */
  findWords({ units, count, ends, hashes }: FoldedUnits, into: Int32Array, first: number): void {
    this.findEntries(count, ends, hashes, into, first);
    const { entries, letters } = this;
    let sum = 0;
    for (let place = first; place < first + count; place += 1) {
      const entry = into[place] as number;
      if (entry !== NO_ENTRY) sum ^= letters[entries[entry + OFFSET] as number] as number;
    }
    this.prefetched = sum;
    let from = 1;
    for (let word = 0; word < count; word += 1) {
      const end = ends[word] as number;
      const entry = into[first + word] as number;
      if (entry !== NO_ENTRY) {
        const offset = (entries[entry + OFFSET] as number) - from;
        let place = from;
        while (place < end && letters[offset + place] === units[place]) place += 1;
        // Other letters of the same hash and length: what was asked for may stand behind them.
        into[first + word] =
          place === end ? (entries[entry + NUMBER] as number) : this.find(units, from, end, hashes[word] as number);
      } else into[first + word] = 0;
      from = end + 1;
    }
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

  get bytes(): number {
    return this.entries.byteLength + this.letters.byteLength + this.bits.byteLength;
  }

  /** The entry of each word with its hash and length; NO_ENTRY for none. Hashes are mixed in place. */
  private findEntries(count: number, ends: Int32Array, hashes: Int32Array, into: Int32Array, first: number): void {
    const { entries } = this;
    const mask = entries.length - ENTRY;
    for (let word = 0; word < count; word += 1) {
      const mixed = mix(hashes[word] as number);
      hashes[word] = mixed;
      into[first + word] = entries[(mixed << ENTRY_SHIFT) & mask] as number;
    }
    let from = 1;
    for (let word = 0; word < count; word += 1) {
      const end = ends[word] as number;
      const mixed = hashes[word] as number;
      let at = NO_ENTRY;
      if (into[first + word] !== 0) {
        at = (mixed << ENTRY_SHIFT) & mask;
        while (entries[at + HASH] !== mixed || entries[at + LENGTH] !== end - from) {
          at = (at + ENTRY) & mask;
          if (entries[at + NUMBER] !== 0) continue;
          at = NO_ENTRY;
          break;
        }
      }
      into[first + word] = at;
      from = end + 1;
    }
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
  const mixed = Math.imul(hash ^ (hash >>> 15), MIXER);
  return mixed ^ (mixed >>> 13);
}

function mixBeginning(hash: number): number {
  return mix(hash ^ BEGINNING_SALT);
}
