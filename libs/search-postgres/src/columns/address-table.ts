/**
 * Where each id stands, as an address that whoever keeps the table can read an id at. Sixteen bytes for an entry, half
 * of them its hash: to grow, the table reads no ids, which takes a tenth of the time in which an event loop is held.
 */
export class AddressTable {
  private addresses = new Int32Array(LEAST_PLACES).fill(EMPTY);
  private hashes = new Int32Array(LEAST_PLACES);
  /** Places that are not EMPTY. */
  private used = 0;
  private live = 0;

  /** `isAt` says whether an id stands at an address; `idAt` reads it. */
  constructor(private readonly idAt: (address: number) => Uint8Array) {}

  get bytes(): number {
    return this.addresses.byteLength + this.hashes.byteLength;
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
    this.insert(hash(id), address);
  }

  /** Forgets an id: where it stands at several addresses, the one that is named or that comes first. */
  remove(id: Uint8Array, address?: number): void {
    const at = this.placeOf(id, address);
    if (at < 0) return;
    this.addresses[at] = REMOVED;
    this.live -= 1;
  }

  /** Forgets all ids. */
  clear(): void {
    this.empty(LEAST_PLACES);
  }

  private placeOf(id: Uint8Array, address?: number): number {
    const last = this.addresses.length - 1;
    const hashed = hash(id);
    for (let at = hashed & last; ; at = (at + 1) & last) {
      const there = this.addresses[at]!;
      if (there === EMPTY) return -1;
      if (there === REMOVED || this.hashes[at]! !== hashed || (address !== undefined && there !== address)) continue;
      if (isSame(this.idAt(there), id)) return at;
    }
  }

  private insert(hashed: number, address: number): void {
    const last = this.addresses.length - 1;
    let at = hashed & last;
    while (this.addresses[at]! !== EMPTY) at = (at + 1) & last;
    this.addresses[at] = address;
    this.hashes[at] = hashed;
    this.used += 1;
    this.live += 1;
  }

  /** Twice as large as it has to be, without the places of what was removed. */
  private rebuild(): void {
    const { addresses, hashes, live } = this;
    let length = LEAST_PLACES;
    while (length < 3 * live) length *= 2;
    this.empty(length);
    for (let at = 0; at < addresses.length; at += 1) if (addresses[at]! >= 0) this.insert(hashes[at]!, addresses[at]!);
  }

  private empty(length: number): void {
    this.addresses = new Int32Array(length).fill(EMPTY);
    this.hashes = new Int32Array(length);
    this.used = this.live = 0;
  }
}

const LEAST_PLACES = 1_024;
const EMPTY = -1;
const REMOVED = -2;

/** The end of a UUID of version 7 is random; the factor is that of Fibonacci hashing. */
function hash(id: Uint8Array): number {
  const end = (id[12]! << 24) | (id[13]! << 16) | (id[14]! << 8) | id[15]!;
  const mixed = Math.imul(end ^ (id[11]! << 11), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  for (let byte = 15; byte >= 0; byte -= 1) if (one[byte] !== other[byte]) return false;
  return true;
}
