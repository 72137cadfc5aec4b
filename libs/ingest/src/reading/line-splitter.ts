import { isUtf8 } from 'node:buffer';

/** One line of a feed that is not blank; `number` counts from 1 and counts blank lines too. */
export interface FeedLine {
  number: number;
  text: string;
  /** Bytes of the line as it was read. */
  bytes: number;
  /** Why the line could not even be read as text; then `text` is its readable beginning. */
  unreadable?: string;
  /** All of a line that is not UTF-8, with marks in the place of what is no character. */
  decoded?: string;
}

/** Longest line that is read, in bytes; a longer one is rejected without being held in memory. */
export const MAX_LINE_BYTES = 1_048_576;
const KEPT_OF_UNREADABLE = 2_000;
const FIRST_CAPACITY = 4_096;
const NEW_LINE = 0x0a;
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/**
 * Cuts chunks into lines. Of a line that goes on in the next chunk it holds a copy, at most `MAX_LINE_BYTES`, however
 * small the chunks and however long the line.
 */
export class LineSplitter {
  private held = Buffer.alloc(0);
  /** Bytes of the line under way; those beyond the bound are counted and not held. */
  private length = 0;
  private number = 0;

  /** Bytes that are held of the line under way. */
  get heldBytes(): number {
    return this.held.length;
  }

  *push(chunk: Buffer): Generator<FeedLine> {
    let start = this.length === 0 ? this.skipBlank(chunk, 0) : 0;
    for (let end = chunk.indexOf(NEW_LINE, start); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      const line = this.lineOf(chunk.subarray(start, end));
      if (line !== undefined) yield line;
      start = this.skipBlank(chunk, end + 1);
    }
    this.hold(chunk.subarray(start));
  }

  *end(): Generator<FeedLine> {
    if (this.length === 0) return;
    const line = this.lineOf(Buffer.alloc(0));
    if (line !== undefined) yield line;
  }

  /**
   * Counts blank lines from there on, and answers where the next line begins. Byte by byte: a bomb of nothing but ends
   * of lines costs a buffer for each of them otherwise, which is many times as much.
   */
  private skipBlank(chunk: Buffer, from: number): number {
    for (let start = from; ; this.number += 1) {
      let end = start;
      while (isBlank(chunk[end])) end += 1;
      if (chunk[end] !== NEW_LINE) return start;
      start = end + 1;
    }
  }

  private hold(part: Buffer): void {
    const free = MAX_LINE_BYTES - this.length;
    if (free > 0 && part.length > 0) {
      const added = Math.min(free, part.length);
      this.makeRoom(this.length + added);
      part.copy(this.held, this.length, 0, added);
    }
    this.length += part.length;
  }

  private makeRoom(needed: number): void {
    if (this.held.length >= needed) return;
    const larger = Buffer.allocUnsafe(Math.min(MAX_LINE_BYTES, Math.max(FIRST_CAPACITY, 2 * needed)));
    this.held.copy(larger, 0, 0, this.length);
    this.held = larger;
  }

  /** The line that ends with these bytes; undefined for a blank one. */
  private lineOf(rest: Buffer): FeedLine | undefined {
    const isWhole = this.length === 0;
    if (!isWhole) this.hold(rest);
    const length = isWhole ? rest.length : this.length;
    const bytes = isWhole ? rest : this.held.subarray(0, Math.min(length, MAX_LINE_BYTES));
    this.length = 0;
    this.number += 1;
    return read(this.number, bytes, length);
  }
}

function read(number: number, bytes: Buffer, length: number): FeedLine | undefined {
  if (length > MAX_LINE_BYTES) {
    const unreadable = `the line has ${length} bytes; at most ${MAX_LINE_BYTES} are read`;
    return { number, text: beginningOf(bytes), bytes: KEPT_OF_UNREADABLE, unreadable };
  }
  if (!isUtf8(bytes)) {
    const decoded = bytes.toString('utf8');
    const unreadable = 'the line is not valid UTF-8';
    return { number, text: beginningOf(bytes), bytes: KEPT_OF_UNREADABLE, unreadable, decoded };
  }
  const text = trimmed(bytes.toString('utf8'), number);
  return text === '' ? undefined : { number, text, bytes: length };
}

function beginningOf(bytes: Buffer): string {
  return bytes.toString('utf8', 0, Math.min(bytes.length, KEPT_OF_UNREADABLE));
}

function trimmed(text: string, number: number): string {
  const withoutMark = number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
  return withoutMark.trim();
}
