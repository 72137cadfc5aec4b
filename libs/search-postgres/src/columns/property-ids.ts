/** Of an id, as it stands in columns and packed rows. */
export const ID_BYTES = 16;

/** Ids that stand one behind the other, as PostgreSQL reads them. */
export function namesOf(ids: Buffer): string[] {
  return Array.from({ length: ids.length / ID_BYTES }, (_, place) =>
    ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES),
  );
}

/** An id as it is answered. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
