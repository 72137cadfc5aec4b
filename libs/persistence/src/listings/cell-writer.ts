import type { Cell } from './cell.js';

/** A type of PostgreSQL as an entity names it, with `[]` behind it for an array. */
export type CellType = string;

/** Writes a cell that holds something. */
export type WriteCell = (cell: NonNullable<Cell>, room: CellRoom) => void;

/**
 * A value that its column cannot hold. The code is the one that PostgreSQL gives where it reads such a value as text
 * (PostgreSQL documentation, Appendix A), so that a line which holds it is found in the same way.
 */
export class CellRefused extends Error {
  override readonly name = 'CellRefused';
  constructor(
    readonly code: '22003' | '22P02' | '54000',
    message: string,
  ) {
    super(message);
  }
}

/** Bytes that cells are written into, one behind the other. Kept, so that it is not made for every table and batch. */
export class CellRoom {
  bytes: Buffer = Buffer.allocUnsafeSlow(ROOM);
  view = viewOf(this.bytes);
  length = 0;

  /** Makes sure of so many bytes behind what is written. */
  reserve(count: number): void {
    if (this.bytes.length - this.length >= count) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.take(larger);
  }

  /** What was written since the last time; the room is empty then. */
  taken(): Buffer {
    const written = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    if (this.bytes.length > MOST_KEPT) this.take(Buffer.allocUnsafeSlow(ROOM));
    return written;
  }

  int16(value: number): void {
    this.view.setInt16(this.length, value);
    this.length += 2;
  }

  int32(value: number): void {
    this.view.setInt32(this.length, value);
    this.length += 4;
  }

  /** UTF-8; halves of a pair become U+FFFD. */
  text(value: string): void {
    this.reserve(value.length * BYTES_OF_A_UNIT);
    this.length += value.length < SHORT && this.ascii(value) ? value.length : this.bytes.write(value, this.length);
  }

  /** Writes as far as there is nothing else, which for short texts takes less than to ask the runtime. */
  private ascii(value: string): boolean {
    const { bytes, length } = this;
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) return false;
      bytes[length + i] = unit;
    }
    return true;
  }

  private take(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }
}

const ROOM = 1 << 20;
const MOST_KEPT = 16 * ROOM;
/** UTF-8 of a unit of UTF-16, at most. */
const BYTES_OF_A_UNIT = 3;
/** Units of a text that are written one by one. */
const SHORT = 24;

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
