import { AddressTable } from './address-table.js';
import { listingsAt, placesOf } from './packed-rows.js';
import { ID_BYTES } from './property-ids.js';
import { GONE, Segment, SLOTS } from './segment.js';

/** All properties that stand on the map, with what maps ask of them and of their online listings. */
export class PropertyColumns {
  private readonly segments: (Segment | null)[] = [];
  private readonly table = new AddressTable((address) => this.idAt(address));
  private open = -1;

  /** In the order in which they were read, which is that of map keys where nothing was written since. */
  *all(): Generator<Segment> {
    for (const segment of this.segments) if (segment !== null && segment.live > 0) yield segment;
  }

  get properties(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + (segment?.bytes ?? 0), this.table.bytes);
  }

  /** Puts packed properties in the place of those of these ids: what is not among them stands on no map any more. */
  replace(ids: Buffer, packedRows: Buffer): void {
    for (let at = 0; at < ids.length; at += ID_BYTES) this.remove(ids.subarray(at, at + ID_BYTES));
    this.put(packedRows);
  }

  /** Puts packed properties in, each in the place of its former state. */
  put(packedRows: Buffer): void {
    for (const at of placesOf(packedRows)) {
      this.remove(packedRows.subarray(at, at + ID_BYTES));
      this.append(packedRows, at);
    }
  }

  private append(rows: Buffer, at: number): void {
    const place = this.placeFor(listingsAt(rows, at));
    const slot = this.segments[place]!.append(rows, at);
    this.table.add(rows.subarray(at, at + ID_BYTES), place * SLOTS + slot);
  }

  private placeFor(listings: number): number {
    const open = this.segments[this.open];
    if (open?.hasRoomFor(listings)) return this.open;
    open?.seal();
    const free = this.segments.indexOf(null);
    this.open = free < 0 ? this.segments.length : free;
    this.segments[this.open] = Segment.forListings(listings);
    return this.open;
  }

  private remove(id: Uint8Array): void {
    const address = this.table.find(id);
    if (address < 0) return;
    this.table.remove(id);
    const place = Math.floor(address / SLOTS);
    const segment = this.segments[place]!;
    segment.remove(address % SLOTS);
    if (place !== this.open && 2 * segment.live < segment.size) this.dissolve(place);
  }

  /** Moves what is left of a segment, so that less than half of the memory is of what is gone. */
  private dissolve(from: number): void {
    const segment = this.segments[from]!;
    for (let slot = 0; slot < segment.size; slot += 1) {
      if (segment.keys[slot] === GONE) continue;
      const id = segment.idOf(slot);
      this.table.remove(id);
      const place = this.placeFor(segment.first[slot + 1]! - segment.first[slot]!);
      this.table.add(id, place * SLOTS + this.segments[place]!.take(segment, slot));
    }
    this.segments[from] = null;
  }

  private idAt(address: number): Uint8Array {
    return this.segments[Math.floor(address / SLOTS)]!.idOf(address % SLOTS);
  }
}
