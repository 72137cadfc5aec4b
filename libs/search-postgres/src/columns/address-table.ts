/** Where each id stands, as an address that whoever keeps the table can read an id at. Eight bytes for an entry. */
export class AddressTable {
  private addresses = new Int32Array(1024).fill(EMPTY);
  /** Places that are not EMPTY. */
  private used = 0;
  private live = 0;

  /** `isAt` says whether an id stands at an address; `idAt` reads it. */
  constructor(private readonly idAt: (address: number) => Uint8Array) {}

  get bytes(): number {
    return this.addresses.byteLength;
  }

  get size(): number {
    return this.live;
  }

  /** The address of an id, or -1. */
  find(id: Uint8Array): number {
    const at = this.placeOf(id);
    return at < 0 ? -1 : this.addresses[at]!;
  }

  /** Notes an id, at one more address where it is there. */
  add(id: Uint8Array, address: number): void {
    if (2 * (this.used + 1) > this.addresses.length) this.rebuild();
    this.insert(id, address);
  }

  /** Forgets an id: where it stands at several addresses, the one that is named or that comes first. */
  remove(id: Uint8Array, address?: number): void {
    const at = this.placeOf(id, address);
    if (at < 0) return;
    this.addresses[at] = REMOVED;
    this.live -= 1;
  }

  private placeOf(id: Uint8Array, address?: number): number {
    const last = this.addresses.length - 1;
    for (let at = hash(id) & last; ; at = (at + 1) & last) {
      const there = this.addresses[at]!;
      if (there === EMPTY) return -1;
      if (there === REMOVED || (address !== undefined && there !== address)) continue;
      if (isSame(this.idAt(there), id)) return at;
    }
  }

  private insert(id: Uint8Array, address: number): void {
    const last = this.addresses.length - 1;
    let at = hash(id) & last;
    while (this.addresses[at]! !== EMPTY) at = (at + 1) & last;
    this.addresses[at] = address;
    this.used += 1;
    this.live += 1;
  }

  /** Twice as large as it has to be, without the places of what was removed. */
  private rebuild(): void {
    const kept = this.addresses.filter((address) => address >= 0);
    let length = 1024;
    while (length < 3 * kept.length) length *= 2;
    this.addresses = new Int32Array(length).fill(EMPTY);
    this.used = this.live = 0;
    for (const address of kept) this.insert(this.idAt(address), address);
  }
}

const EMPTY = -1;
const REMOVED = -2;

/** The end of a UUID of version 7 is random; the factor is that of Fibonacci hashing. */
function hash(id: Uint8Array): number {
  const end = (id[12]! << 24) | (id[13]! << 16) | (id[14]! << 8) | id[15]!;
  const mixed = Math.imul(end ^ (id[11]! << 11), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  for (let byte = 15; byte >= 0; byte -= 1) if (one[byte] !== other[byte]) return false;
  return true;
}
