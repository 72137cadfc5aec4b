const EMPTY = 0;
const WORDS = 4;

/**
 * Small numbers for uuids and back: 16 bytes per uuid and 8 per place of an open table, where a Map of strings takes
 * over a hundred. Numbers of removed uuids are given out again.
 */
export class UuidTable {
  private words = new Uint32Array(WORDS * 1_024);
  private places = new Int32Array(2_048); // ref + 1
  private readonly free: number[] = [];
  private used = 0;
  size = 0;

  /** One more than the highest number given out so far. */
  get limit(): number {
    return this.used;
  }

  /** The number of a uuid; -1 where it has none. */
  find(uuid: string): number {
    return this.places[this.placeOf(parse(uuid))]! - 1;
  }

  /** Gives a uuid that has none a number. */
  add(uuid: string): number {
    if ((this.size + 1) * 2 > this.places.length) this.grow();
    const key = parse(uuid);
    const ref = this.free.pop() ?? this.used++;
    if ((ref + 1) * WORDS > this.words.length) this.words = grown(this.words);
    this.words.set(key, ref * WORDS);
    this.places[this.placeOf(key)] = ref + 1;
    this.size += 1;
    return ref;
  }

  remove(ref: number): void {
    let hole = this.placeOf(this.words.subarray(ref * WORDS, ref * WORDS + WORDS));
    const mask = this.places.length - 1;
    // Those behind move up, as far as their own place allows: no mark of the removed one stays.
    for (let next = (hole + 1) & mask; this.places[next] !== EMPTY; next = (next + 1) & mask) {
      const home = this.hash(this.places[next]! - 1) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      this.places[hole] = this.places[next]!;
      hole = next;
    }
    this.places[hole] = EMPTY;
    this.free.push(ref);
    this.size -= 1;
  }

  uuidOf(ref: number): string {
    const [a, b, c, d] = [
      this.words[ref * WORDS]!,
      this.words[ref * WORDS + 1]!,
      this.words[ref * WORDS + 2]!,
      this.words[ref * WORDS + 3]!,
    ];
    return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`;
  }

  /** Where a uuid stands, or where it would. */
  private placeOf(key: Uint32Array): number {
    const mask = this.places.length - 1;
    for (let place = mix(key[2]!, key[3]!) & mask; ; place = (place + 1) & mask) {
      const ref = this.places[place]! - 1;
      if (ref < 0 || this.isAt(ref, key)) return place;
    }
  }

  private isAt(ref: number, key: Uint32Array): boolean {
    const at = ref * WORDS;
    return (
      this.words[at] === key[0] &&
      this.words[at + 1] === key[1] &&
      this.words[at + 2] === key[2] &&
      this.words[at + 3] === key[3]
    );
  }

  private hash(ref: number): number {
    return mix(this.words[ref * WORDS + 2]!, this.words[ref * WORDS + 3]!);
  }

  private grow(): void {
    const before = this.places;
    this.places = new Int32Array(before.length * 2);
    const mask = this.places.length - 1;
    for (const entry of before) {
      if (entry === EMPTY) continue;
      let place = this.hash(entry - 1) & mask;
      while (this.places[place] !== EMPTY) place = (place + 1) & mask;
      this.places[place] = entry;
    }
  }
}

/** The same numbers in an array twice as long. */
export function grown<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(array: T): T {
  const longer = new (array.constructor as new (length: number) => T)(array.length * 2);
  longer.set(array);
  return longer;
}

/** Every event names its alert: looked up, two bytes at a time. */
const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));
const high = (word: number): string => HEX[word >>> 16]!;
const low = (word: number): string => HEX[word & 0xffff]!;

/** What `parse` read last: a new array for each look-up would take longer than the rest of it. */
const KEY = new Uint32Array(WORDS);
const DASH = 45;
/** The value of a hexadecimal digit by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => parseInt(String.fromCharCode(code), 16) || 0);

/** The words of a uuid, until the next one is read. */
function parse(uuid: string): Uint32Array {
  let word = 0;
  let digits = 0;
  for (let at = 0; at < uuid.length; at += 1) {
    const code = uuid.charCodeAt(at);
    if (code === DASH) continue;
    word = (word << 4) | DIGITS[code & 127]!;
    digits += 1;
    if ((digits & 7) === 0) KEY[(digits >> 3) - 1] = word;
  }
  return KEY;
}

/** The last 62 bits of a version 7 are random, but others may be given out in order. */
function mix(a: number, b: number): number {
  const hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
