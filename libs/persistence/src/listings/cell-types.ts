import type { Cell } from './cell.js';
import { CellRefused, type CellRoom, type CellType, type WriteCell } from './cell-writer.js';

/** How the cells of a type are written, as the receive function of the type reads them. */
export function cellWriter(type: CellType): WriteCell {
  const element = type.endsWith('[]') ? type.slice(0, -2) : undefined;
  const write = element === undefined ? WRITERS[type] : ARRAYS[element];
  if (write === undefined) throw new Error(`No cell of type ${type} can be written.`);
  return write;
}

/** A value of a fixed number of bytes, behind that number. */
const fixed =
  (size: number, write: WriteCell): WriteCell =>
  (cell, room) => {
    room.int32(size);
    write(cell, room);
  };

/** A value of some length, which is written before it once it is known. */
const measured =
  (write: WriteCell): WriteCell =>
  (cell, room) => {
    const start = room.length;
    room.length += 4;
    write(cell, room);
    room.view.setInt32(start, room.length - start - 4);
  };

function whole(cell: NonNullable<Cell>, least: number, most: number): number {
  const value = Number(cell);
  if (!Number.isInteger(value)) throw new CellRefused('22P02', 'A cell of whole numbers holds another value.');
  if (value < least || value > most) throw new CellRefused('22003', 'A number is out of the range of its column.');
  return value;
}

function writeInt64(cell: NonNullable<Cell>, room: CellRoom): void {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) {
    writeSafe(cell, room);
    return;
  }
  const value = bigintOf(cell);
  if (value !== BigInt.asIntN(64, value)) throw new CellRefused('22003', 'A number is out of the range of its column.');
  room.view.setBigInt64(room.length, value);
  room.length += 8;
}

function bigintOf(cell: NonNullable<Cell>): bigint {
  try {
    return BigInt(cell as string | number | bigint);
  } catch {
    throw new CellRefused('22P02', 'A cell of whole numbers holds another value.');
  }
}

/** A whole number below 2^53 in 64 bits, without making a bigint of it. */
function writeSafe(value: number, room: CellRoom): void {
  const high = Math.floor(value / 0x1_0000_0000);
  room.int32(high);
  room.int32(value - high * 0x1_0000_0000);
}

/** Microseconds since 2000. */
function writeTimestamp(cell: NonNullable<Cell>, room: CellRoom): void {
  const milliseconds = (cell as Date).getTime() - EPOCH_2000;
  if (Number.isNaN(milliseconds)) throw new RangeError('Invalid time value');
  const micros = milliseconds * 1_000;
  if (Number.isSafeInteger(micros)) writeSafe(micros, room);
  else writeInt64(BigInt(milliseconds) * 1_000n, room);
}

const EPOCH_2000 = Date.UTC(2000, 0, 1);

/** 16 bytes of the 32 digits, which hyphens may stand between. */
function writeUuid(cell: NonNullable<Cell>, room: CellRoom): void {
  const text = cell as string;
  const { bytes } = room;
  let at = room.length;
  const end = at + 16;
  let half = -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === HYPHEN) continue;
    const digit = unit < DIGITS.length ? DIGITS[unit]! : NO_DIGIT;
    if (digit === NO_DIGIT || at === end) throw new CellRefused('22P02', 'A cell of uuids holds another value.');
    if (half < 0) half = digit << 4;
    else {
      bytes[at++] = half | digit;
      half = -1;
    }
  }
  if (at !== end) throw new CellRefused('22P02', 'A cell of uuids holds another value.');
  room.length = end;
}

const HYPHEN = 0x2d;
const NO_DIGIT = 255;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) {
  DIGITS[digit.toString(16).charCodeAt(0)] = digit;
  DIGITS[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

function writeBytes(cell: NonNullable<Cell>, room: CellRoom): void {
  const bytes = cell as Uint8Array;
  room.reserve(bytes.length);
  room.bytes.set(bytes, room.length);
  room.length += bytes.length;
}

const jsonOf = (cell: NonNullable<Cell>): string => JSON.stringify((cell as { readonly json: unknown }).json);

/**
 * Words between blanks, none of which needs quotes, each of them once and without places. PostgreSQL brings them into
 * their order.
 */
function writeWords(cell: NonNullable<Cell>, room: CellRoom): void {
  const words = new Set((cell as string).split(' '));
  words.delete('');
  let total = 0;
  room.int32(words.size);
  for (const word of words) {
    const at = room.length;
    room.text(word);
    const size = room.length - at;
    total += size;
    if (size > LONGEST_WORD) throw new CellRefused('54000', 'A word is too long for a tsvector.');
    room.reserve(ROOM_OF_A_WORD);
    room.bytes[room.length++] = 0;
    room.int16(0);
  }
  if (total > LONGEST_WORDS) throw new CellRefused('54000', 'The words are too long for a tsvector.');
}

/** The end of a word and the number of its places. */
const ROOM_OF_A_WORD = 16;
/** PostgreSQL documentation, "Limitations" of text search. */
const LONGEST_WORD = 2_046;
const LONGEST_WORDS = (1 << 20) - 1;

/** Room for whatever has a fixed size; what has none reserves its own. */
export const FIXED_ROOM = 64;

const WRITERS: Readonly<Record<CellType, WriteCell>> = {
  boolean: fixed(1, (cell, room) => {
    room.bytes[room.length++] = cell === true ? 1 : 0;
  }),
  smallint: fixed(2, (cell, room) => room.int16(whole(cell, -0x8000, 0x7fff))),
  integer: fixed(4, (cell, room) => room.int32(whole(cell, -0x8000_0000, 0x7fff_ffff))),
  bigint: fixed(8, writeInt64),
  real: fixed(4, (cell, room) => {
    room.view.setFloat32(room.length, cell as number);
    room.length += 4;
  }),
  'double precision': fixed(8, (cell, room) => {
    room.view.setFloat64(room.length, cell as number);
    room.length += 8;
  }),
  uuid: fixed(16, writeUuid),
  timestamptz: fixed(8, writeTimestamp),
  bytea: measured(writeBytes),
  text: measured((cell, room) => room.text(`${cell as string | number}`)),
  json: measured((cell, room) => room.text(jsonOf(cell))),
  jsonb: measured((cell, room) => {
    room.bytes[room.length++] = JSONB_VERSION;
    room.text(jsonOf(cell));
  }),
  tsvector: measured(writeWords),
};
const JSONB_VERSION = 1;

/** An array of one dimension without nulls, or of none. */
function arrayOf(element: CellType, oid: number): WriteCell {
  const write = WRITERS[element]!;
  return measured((cell, room) => {
    const values = cell as readonly (number | string)[];
    room.int32(values.length === 0 ? 0 : 1);
    room.int32(0);
    room.int32(oid);
    if (values.length === 0) return;
    room.int32(values.length);
    room.int32(1);
    for (const value of values) {
      room.reserve(FIXED_ROOM);
      write(value, room);
    }
  });
}

/** With the ids of their elements' types (catalog pg_type). */
const ARRAYS: Readonly<Record<CellType, WriteCell>> = {
  bigint: arrayOf('bigint', 20),
  integer: arrayOf('integer', 23),
  uuid: arrayOf('uuid', 2_950),
};
