import { columnsOf, emptyListings, readListing, type ListingColumns } from './listing-columns.js';
import { LISTING_BYTES, listingsAt, PROPERTY_BYTES } from './packed-rows.js';
import { ID_BYTES } from './property-ids.js';

/** Properties of a segment. */
export const SLOTS = 2 ** 14;
/** Listings of a segment, unless one property alone has more. */
const LISTINGS = 2 * SLOTS;
/** The key of a property that was taken away. */
export const GONE = -1;

/**
 * Some thousand properties and their online listings in columns. What is written stays: a property that changes is
 * taken away here and appended elsewhere.
 */
export class Segment {
  readonly ids = new Uint8Array(ID_BYTES * SLOTS);
  /** Map keys; GONE where the property was taken away. */
  readonly keys = new Float64Array(SLOTS);
  readonly lat = new Float64Array(SLOTS);
  readonly lng = new Float64Array(SLOTS);
  /** The lowest price, or NaN. */
  readonly minPrice = new Float64Array(SLOTS);
  /** Where the listings of a property begin: they end where those of the next one do. */
  readonly first = new Uint32Array(SLOTS + 1);
  listings: ListingColumns;
  size = 0;
  live = 0;
  /** Whether all listings have a point. */
  isPlaced = true;
  /** All points of listings and all keys lie within. */
  readonly bounds = {
    south: Infinity,
    north: -Infinity,
    west: Infinity,
    east: -Infinity,
    from: Infinity,
    to: -Infinity,
  };

  constructor(private readonly capacity = LISTINGS) {
    this.listings = emptyListings(capacity);
  }

  /** An empty one in which a property of so many listings has room. */
  static forListings(count: number): Segment {
    return new Segment(Math.max(LISTINGS, count));
  }

  get listingCount(): number {
    return this.first[this.size]!;
  }

  get bytes(): number {
    const { ids, keys, lat, lng, minPrice, first, listings } = this;
    return [ids, keys, lat, lng, minPrice, first, ...columnsOf(listings)]
      .map(({ byteLength }) => byteLength)
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  hasRoomFor(listings: number): boolean {
    return this.size < SLOTS && this.listingCount + listings <= this.capacity;
  }

  /** Takes over the packed property that begins there; answers its slot. */
  append(rows: Buffer, at: number): number {
    const slot = this.size;
    const count = listingsAt(rows, at);
    this.ids.set(rows.subarray(at, at + ID_BYTES), ID_BYTES * slot);
    this.keys[slot] = rows.readUInt32BE(at + 16) * 2 ** 32 + rows.readUInt32BE(at + 20);
    this.lat[slot] = rows.readDoubleBE(at + 24);
    this.lng[slot] = rows.readDoubleBE(at + 32);
    this.minPrice[slot] = rows.readDoubleBE(at + 40);
    const first = this.first[slot]!;
    for (let place = first; place < first + count; place += 1) {
      readListing(this.listings, place, rows, at + PROPERTY_BYTES + (place - first) * LISTING_BYTES);
      this.widen(this.listings.lat[place]!, this.listings.lng[place]!);
    }
    return this.close(first + count);
  }

  /** Takes over a property of another segment; answers its slot. */
  take(other: Segment, from: number): number {
    const slot = this.size;
    const first = this.first[slot]!;
    const [begin, end] = [other.first[from]!, other.first[from + 1]!];
    this.ids.set(other.idOf(from), ID_BYTES * slot);
    for (const name of ['keys', 'lat', 'lng', 'minPrice'] as const) this[name][slot] = other[name][from]!;
    for (const name of Object.keys(this.listings) as (keyof ListingColumns)[])
      this.listings[name].set(other.listings[name].subarray(begin, end), first);
    for (let place = begin; place < end; place += 1) this.widen(other.listings.lat[place]!, other.listings.lng[place]!);
    return this.close(first + end - begin);
  }

  idOf(slot: number): Uint8Array {
    return this.ids.subarray(ID_BYTES * slot, ID_BYTES * (slot + 1));
  }

  remove(slot: number): void {
    this.keys[slot] = GONE;
    this.live -= 1;
  }

  /** Gives back the room for listings that nothing will take. */
  seal(): void {
    const end = this.listingCount;
    this.listings = Object.fromEntries(
      Object.entries(this.listings as object as Record<string, Uint8Array>).map(([name, column]) => [
        name,
        column.slice(0, end),
      ]),
    ) as unknown as ListingColumns;
  }

  private widen(lat: number, lng: number): void {
    const { bounds } = this;
    if (Number.isNaN(lat) || Number.isNaN(lng)) this.isPlaced = false;
    if (lat < bounds.south) bounds.south = lat;
    if (lat > bounds.north) bounds.north = lat;
    if (lng < bounds.west) bounds.west = lng;
    if (lng > bounds.east) bounds.east = lng;
  }

  /** The property that was written is whole; its listings end there. */
  private close(end: number): number {
    const slot = this.size;
    this.bounds.from = Math.min(this.bounds.from, this.keys[slot]!);
    this.bounds.to = Math.max(this.bounds.to, this.keys[slot]!);
    this.size = slot + 1;
    this.first[this.size] = end;
    this.live += 1;
    return slot;
  }
}
