import { AddressTable } from '../columns/address-table.js';
import { ID_BYTES } from '../columns/property-ids.js';
import { bytesAt, CityBlock, cityAt, GONE } from './city-block.js';

/** Cities in memory, the one that was asked least recently first, and where in them each property stands. */
export class CityBlocks {
  private readonly blocks = new Map<number, CityBlock>();
  /** By handle: the block and the slot in it. A property that has listings in several cities has several. */
  private readonly places: { block: CityBlock; slot: number }[] = [];
  private readonly free: number[] = [];
  private blockBytes = 0;
  private readonly table = new AddressTable((handle) => {
    const { block, slot } = this.places[handle]!;
    return block.idOf(slot);
  });

  get size(): number {
    return this.blocks.size;
  }

  get properties(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.blockBytes + this.table.bytes + PLACE_BYTES * this.places.length;
  }

  /** Whether a city is there as a whole. */
  has(city: number): boolean {
    return this.blocks.get(city)?.isWhole ?? false;
  }

  /** The block of a city, which is the one asked most recently from now on. */
  get(city: number): CityBlock | undefined {
    const block = this.blocks.get(city);
    if (!block?.isWhole) return undefined;
    this.blocks.delete(city);
    this.blocks.set(city, block);
    return block;
  }

  /** A city without properties, to which those are added that `put` brings; it is whole when `complete` says so. */
  add(city: number): void {
    const former = this.blocks.get(city);
    if (former !== undefined) this.forget(city, former);
    this.blocks.set(city, new CityBlock());
  }

  complete(city: number): void {
    const block = this.blocks.get(city);
    if (block !== undefined) block.isWhole = true;
  }

  /** Forgets cities, least recently asked first, until what is left takes no more than that. */
  shrinkTo(mostBytes: number): void {
    for (const [city, block] of this.blocks) {
      if (this.blockBytes + PER_PROPERTY * this.properties <= mostBytes) return;
      this.forget(city, block);
    }
  }

  /** Forgets all cities. */
  clear(): void {
    this.blocks.clear();
    this.table.clear();
    this.places.length = this.free.length = this.blockBytes = 0;
  }

  /** Puts packed properties in the place of those of these ids: what is not among them is in no city any more. */
  replace(ids: Buffer, packedRows: Buffer): void {
    for (let at = 0; at < ids.length; at += ID_BYTES) this.removeAll(ids.subarray(at, at + ID_BYTES));
    this.put(packedRows);
  }

  /** Puts packed properties into their cities; those of other cities are passed over. */
  put(packedRows: Buffer): void {
    for (let at = 0; at < packedRows.length; at += bytesAt(packedRows, at)) {
      const block = this.blocks.get(cityAt(packedRows, at));
      if (block === undefined) continue;
      const handle = this.free.pop() ?? this.places.length;
      const before = block.bytes;
      const place = { block, slot: block.append(packedRows, at, handle) };
      this.blockBytes += block.bytes - before;
      this.places[handle] = place;
      this.table.add(packedRows.subarray(at, at + ID_BYTES), handle);
    }
  }

  private removeAll(id: Uint8Array): void {
    for (let handle = this.table.find(id); handle >= 0; handle = this.table.find(id)) {
      const { block, slot } = this.places[handle]!;
      this.table.remove(id, handle);
      this.free.push(handle);
      block.remove(slot);
      if (block.isSparse) block.compact((moved, to) => (this.places[moved]!.slot = to));
    }
  }

  private forget(city: number, block: CityBlock): void {
    for (let slot = 0; slot < block.size; slot += 1) {
      const handle = block.handles[slot]!;
      if (handle === GONE) continue;
      this.table.remove(block.idOf(slot), handle);
      this.free.push(handle);
    }
    this.blockBytes -= block.bytes;
    this.blocks.delete(city);
  }
}

/** About what a place takes. */
const PLACE_BYTES = 40;
/** And what a property takes besides its block. */
const PER_PROPERTY = PLACE_BYTES + 24;
