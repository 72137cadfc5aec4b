/** Of an id, as it stands in columns and packed rows. */
export const ID_BYTES = 16;

/** Ids that stand one behind the other, as PostgreSQL reads them. */
export function namesOf(ids: Buffer): string[] {
  return Array.from({ length: ids.length / ID_BYTES }, (_, place) =>
    ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES),
  );
}

/** An id as it is answered. A page has dozens: written digit by digit, it takes a quarter of what slices take. */
export function uuidOf(bytes: Uint8Array): string {
  for (let byte = 0; byte < ID_BYTES; byte += 1) {
    const at = PLACES[byte]!;
    TEXT[at] = DIGITS[bytes[byte]! >>> 4]!;
    TEXT[at + 1] = DIGITS[bytes[byte]! & 15]!;
  }
  return TEXT.toString('latin1');
}

/** Where the digits of each byte stand between the dashes. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DIGITS = Buffer.from('0123456789abcdef');
const TEXT = Buffer.alloc(36, '-');
