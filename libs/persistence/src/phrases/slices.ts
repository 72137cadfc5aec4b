import { SLICES } from './phrase-signature.js';

/** Listings of a segment at most, as the column of slices has bits. */
export const SEGMENT_LISTINGS = 30_720;
/** Listings of a row of `phrase_listings`. */
export const ROW_LISTINGS = 240;
const SLICE_BYTES = SEGMENT_LISTINGS / 8;
/** Signatures that are turned at a stretch: some milliseconds. */
const STRETCH = 2_000;

/**
 * The signatures of a segment, a slice after the other: in slice n the bits number n of all signatures, the first at
 * the left. Other work of the process comes between.
 */
export async function slicesOf(signatures: readonly Buffer[]): Promise<Buffer> {
  const slices = Buffer.alloc(SLICES * SLICE_BYTES);
  for (let start = 0; start < signatures.length; start += STRETCH) {
    await new Promise((resolve) => setImmediate(resolve));
    for (let at = start; at < Math.min(signatures.length, start + STRETCH); at += 1) turn(signatures[at]!, at, slices);
  }
  return slices;
}

function turn(signature: Buffer, at: number, slices: Buffer): void {
  const byte = at >> 3;
  const bit = 0x80 >> (at & 7);
  for (let eight = 0; eight < SLICES / 8; eight += 1)
    for (let bits = signature[eight]!; bits !== 0; bits &= bits - 1) {
      const slice = eight * 8 + 31 - Math.clz32(bits & -bits);
      slices[slice * SLICE_BYTES + byte]! |= bit;
    }
}

/** Slices from one number to before another, as hexadecimal digits. */
export function digitsOf(slices: Buffer, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, n) =>
    slices.toString('hex', (from + n) * SLICE_BYTES, (from + n + 1) * SLICE_BYTES),
  );
}

/** The places of the bits that are set; `bits` as `bit_send` gives them, their number before them. */
export function placesOf(bits: Buffer): number[] {
  const places: number[] = [];
  for (let at = 4; at < bits.length; at += 1)
    for (let byte = bits[at]!, n = 0; byte !== 0; byte = (byte << 1) & 0xff, n += 1)
      if (byte & 0x80) places.push((at - 4) * 8 + n);
  return places;
}
