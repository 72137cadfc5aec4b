import { SORT_FIELDS, type SortField } from '@gable/search';
import { columnsOf, emptyListings, readListing, type ListingColumns } from '../columns/listing-columns.js';
import { LISTING_BYTES } from '../columns/packed-rows.js';
import { ID_BYTES } from '../columns/property-ids.js';
import { HEAD_BYTES } from './city-statements.js';

/** The handle of a property that was taken away. */
export const GONE = -1;
const FIRST_KEY = 32;
/** Gone properties that a block may hold besides as many as are left. */
const SPARE = 64;

/** A packed property of a city: where it begins, and what stands at its head. */
export const cityAt = (rows: Buffer, at: number): number =>
  rows.readUInt32BE(at + 16) * 2 ** 32 + rows.readUInt32BE(at + 20);
const countAt = (rows: Buffer, at: number): number => rows.readInt32BE(at + HEAD_BYTES - 4);
export const bytesAt = (rows: Buffer, at: number): number => HEAD_BYTES + LISTING_BYTES * countAt(rows, at);

/** The properties of a city with their online listings there, in columns. */
export class CityBlock {
  ids = new Uint8Array(0);
  revisions = new Float64Array(0);
  /** What properties are sorted by, times in epoch milliseconds; NaN where it is missing. */
  keys = Object.fromEntries(SORT_FIELDS.map((field) => [field, new Float64Array(0)])) as Record<
    SortField,
    Float64Array<ArrayBuffer>
  >;
  /** Where the listings of a property begin: they end where those of the next one do. */
  first = new Uint32Array(1);
  /** By listing: the slot of its property. */
  owners = new Uint32Array(0);
  /** By what each property is known outside; GONE where it was taken away. */
  handles = new Int32Array(0);
  listings: ListingColumns = emptyListings(0);
  size = 0;
  live = 0;
  /** Whether all of its properties are in it. */
  isWhole = false;
  /** Memory of the columns. */
  bytes = 0;
  /** Nothing is known of where listings lie. */
  readonly isPlaced = false;
  readonly bounds = { south: -Infinity, north: Infinity, west: -Infinity, east: Infinity };

  get listingCount(): number {
    return this.first[this.size]!;
  }

  idOf(slot: number): Uint8Array {
    return this.ids.subarray(ID_BYTES * slot, ID_BYTES * (slot + 1));
  }

  /** Takes over the packed property that begins there; answers its slot. */
  append(rows: Buffer, at: number, handle: number): number {
    const slot = this.size;
    const begin = this.first[slot]!;
    const end = begin + countAt(rows, at);
    this.makeRoom(slot + 1, end);
    this.ids.set(rows.subarray(at, at + ID_BYTES), ID_BYTES * slot);
    this.revisions[slot] = rows.readDoubleBE(at + 24);
    SORT_FIELDS.forEach((field, n) => (this.keys[field][slot] = rows.readDoubleBE(at + FIRST_KEY + 8 * n)));
    for (let place = begin; place < end; place += 1)
      readListing(this.listings, place, rows, at + HEAD_BYTES + (place - begin) * LISTING_BYTES);
    this.owners.fill(slot, begin, end);
    this.handles[slot] = handle;
    this.first[slot + 1] = end;
    this.size += 1;
    this.live += 1;
    return slot;
  }

  remove(slot: number): void {
    this.handles[slot] = GONE;
    this.live -= 1;
  }

  /** Whether more than half of it is of what is gone. */
  get isSparse(): boolean {
    return this.size - this.live > this.live + SPARE;
  }

  /** Closes the gaps; tells the new slot of each property that is left. */
  compact(onMoved: (handle: number, slot: number) => void): void {
    let to = 0;
    for (let from = 0; from < this.size; from += 1) {
      const handle = this.handles[from]!;
      if (handle === GONE) continue;
      this.move(from, to);
      onMoved(handle, to);
      to += 1;
    }
    this.size = to;
  }

  private move(from: number, to: number): void {
    const [begin, end] = [this.first[from]!, this.first[from + 1]!];
    const place = this.first[to]!;
    this.ids.copyWithin(ID_BYTES * to, ID_BYTES * from, ID_BYTES * (from + 1));
    for (const column of [this.revisions, this.handles, ...Object.values(this.keys)]) column[to] = column[from]!;
    for (const column of columnsOf(this.listings)) column.copyWithin(place, begin, end);
    this.first[to + 1] = place + end - begin;
    this.owners.fill(to, place, this.first[to + 1]);
  }

  private makeRoom(properties: number, listings: number): void {
    if (properties <= this.handles.length && listings <= this.listings.price.length) return;
    if (properties > this.handles.length) {
      const capacity = grown(properties);
      this.ids = enlarged(this.ids, ID_BYTES * capacity);
      this.revisions = enlarged(this.revisions, capacity);
      this.handles = enlarged(this.handles, capacity);
      this.first = enlarged(this.first, capacity + 1);
      for (const field of SORT_FIELDS) this.keys[field] = enlarged(this.keys[field], capacity);
    }
    if (listings > this.listings.price.length) {
      const larger = emptyListings(grown(listings));
      for (const name of Object.keys(larger) as (keyof ListingColumns)[]) larger[name].set(this.listings[name]);
      this.listings = larger;
      this.owners = enlarged(this.owners, larger.price.length);
    }
    const columns: ArrayBufferView[] = [this.ids, this.revisions, this.first, this.owners, this.handles];
    this.bytes = [...columns, ...Object.values(this.keys), ...columnsOf(this.listings)].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }
}

const grown = (needed: number): number => 8 + Math.ceil(needed * 1.25);

interface Column<T> {
  set(values: T): void;
}

function enlarged<T extends Column<T>>(column: T, length: number): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}
