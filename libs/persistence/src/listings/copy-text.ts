/**
 * What a cell of a COPY may hold. Objects are written as JSON, arrays of numbers or uuids as PostgreSQL arrays, bytes
 * as bytea.
 */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly (number | string)[]
  | { readonly json: unknown }
  | null
  | undefined;

const [TAB, LINE_FEED, BACKSLASH, CARRIAGE_RETURN] = [0x09, 0x0a, 0x5c, 0x0d];
const [NULL, TRUE, FALSE, HEX] = [0x4e /* N */, 0x74 /* t */, 0x66 /* f */, 0x78 /* x */];
const HEX_DIGITS = Buffer.from('0123456789abcdef');
const FIRST_BYTES_PER_ROW = 512;
/** Ids, numbers and words are shorter; longer texts are worth the way into the engine. */
const SHORT = 48;

/**
 * Rows in the text that COPY reads (PostgreSQL documentation, COPY, "Text Format"), as bytes. Most cells are empty or
 * short: they are written byte by byte, which leaves nothing for the garbage collector and takes half of the time of
 * strings that are joined and then encoded.
 */
export class CopyText {
  private bytes: Buffer;
  private length = 0;

  constructor(rows: number) {
    this.bytes = Buffer.allocUnsafe(Math.max(1, rows) * FIRST_BYTES_PER_ROW);
  }

  /** All that was written; nothing may be written behind it. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** Writes a cell, which is not the first of its row if `isNext`. */
  cell(cell: Cell, isNext: boolean): void {
    this.makeRoom(3);
    if (isNext) this.bytes[this.length++] = TAB;
    if (cell === null || cell === undefined) this.mark(NULL);
    else if (typeof cell === 'string') this.text(cell);
    else if (typeof cell === 'number' || typeof cell === 'bigint') this.plain(`${cell}`);
    else if (typeof cell === 'boolean') this.bytes[this.length++] = cell ? TRUE : FALSE;
    else if (cell instanceof Date) this.plain(cell.toISOString());
    else if (cell instanceof Uint8Array) this.hex(cell);
    else if ('json' in cell) this.json(JSON.stringify(cell.json));
    else this.plain(`{${cell.join(',')}}`);
  }

  endRow(): void {
    this.makeRoom(1);
    this.bytes[this.length++] = LINE_FEED;
  }

  /** A letter behind the backslash that tells it from a text. */
  private mark(letter: number): void {
    this.bytes[this.length++] = BACKSLASH;
    this.bytes[this.length++] = letter;
  }

  /** Text of ours: ASCII that needs no escape. */
  private plain(text: string): void {
    this.makeRoom(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  private text(text: string): void {
    if (text.length > SHORT || !this.short(text)) this.encoded(SPECIAL.test(text) ? escape(text) : text);
  }

  /** False, and nothing is written, where a character is not plain ASCII. */
  private short(text: string): boolean {
    this.makeRoom(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7e || unit === BACKSLASH) return false;
      bytes[at++] = unit;
    }
    this.length = at;
    return true;
  }

  /** JSON has escaped all but its own escapes. */
  private json(json: string): void {
    this.encoded(json.includes('\\') ? json.replaceAll('\\', '\\\\') : json);
  }

  private encoded(text: string): void {
    this.makeRoom(3 * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  private hex(value: Uint8Array): void {
    this.makeRoom(3 + 2 * value.length);
    this.bytes[this.length++] = BACKSLASH;
    this.mark(HEX);
    for (const byte of value) {
      this.bytes[this.length++] = HEX_DIGITS[byte >> 4]!;
      this.bytes[this.length++] = HEX_DIGITS[byte & 15]!;
    }
  }

  private makeRoom(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, needed));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<number, string>> = {
  [BACKSLASH]: '\\\\',
  [LINE_FEED]: '\\n',
  [CARRIAGE_RETURN]: '\\r',
  [TAB]: '\\t',
};

function escape(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character.charCodeAt(0)]!);
}
