/**
 * The geometric operators of PostgreSQL take coordinates that differ by less than 1e-6 for equal. In millionths of a
 * degree that is a ten-thousandth of a millimetre on the ground.
 */
export const POLYGON_SCALE = 1_000_000;

/** Nothing lies east of it: a place there is written -180 (`lngOf` of `place-sql.ts`). */
const LAST_MERIDIAN = 180;

/**
 * How far polygons are moved to the west and to the south, in millionths of a degree: 0.9 mm and 0.2 µm. PostgreSQL
 * lets a border belong to its polygon. Moved by more than what it takes for equal, a point on one belongs to what is
 * east of it, and north where it runs from west to east, as `pointInArea` has it; of an edge that rises less than a
 * quarter of a thousandth, either may be.
 */
const MOVED = [8e-3, 2e-6] as const;

/** `polygon` in PostgreSQL's catalogue (pg_type.dat). */
const POLYGON_OID = 604;
const ARRAY_HEADER_BYTES = 20;
const POSITION_BYTES = 16;

/**
 * A polygon[] in the binary format of PostgreSQL, which node-postgres sends as it is: neither side writes or reads
 * numbers as text, which took longer than everything else. A polygon without positions becomes null.
 * @param polygons longitudes and latitudes in turns, degrees
 */
export function polygonArray(polygons: readonly (readonly number[])[]): Buffer {
  const size = polygons.reduce((bytes, { length }) => bytes + bytesOf(length), ARRAY_HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  // One dimension, whether there are nulls, the type of the elements, how many, the number of the first.
  const header = [1, polygons.some(({ length }) => length === 0) ? 1 : 0, POLYGON_OID, polygons.length, 1];
  for (const word of header) at = buffer.writeInt32BE(word, at);
  for (const degrees of polygons) {
    if (degrees.length === 0) {
      at = buffer.writeInt32BE(-1, at);
      continue;
    }
    at = buffer.writeInt32BE(bytesOf(degrees.length) - 4, at);
    at = buffer.writeInt32BE(degrees.length / 2, at);
    for (let place = 0; place < degrees.length; place += 1) {
      const each = degrees[place]!;
      at = buffer.writeDoubleBE(each * POLYGON_SCALE - (each === LAST_MERIDIAN ? 0 : MOVED[place % 2]!), at);
    }
  }
  return buffer;
}

/** An element with its length in front; null is the length alone. */
function bytesOf(numbers: number): number {
  return numbers === 0 ? 4 : 8 + (numbers / 2) * POSITION_BYTES;
}
