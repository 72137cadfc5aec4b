import { selectRank } from './select-rank.js';

/**
 * The percentiles of values as the database packs them: 8 bytes each, most significant first (`float8send`), in any
 * order. What PostgreSQL's percentile_cont finds, by the same steps, so that not even the last bit differs; null of no
 * values.
 */
export function percentilesOf(packed: Uint8Array | null, fractions: readonly number[]): (number | null)[] {
  if (packed === null || packed.length === 0) return fractions.map(() => null);
  const count = packed.length / 8;
  const numbers = unpack(packed);
  let settled = 0;
  const valueAt = (rank: number): number => {
    if (rank >= numbers.length) return NaN;
    const value = selectRank(numbers, rank, settled);
    settled = rank;
    return value;
  };
  const found = new Map<number, number>();
  for (const fraction of [...fractions].sort((a, b) => a - b)) {
    const place = fraction * (count - 1);
    const rank = Math.floor(place);
    const below = valueAt(rank);
    found.set(fraction, Math.ceil(place) === rank ? below : below + (place - rank) * (valueAt(rank + 1) - below));
  }
  return fractions.map((fraction) => found.get(fraction)!);
}

/** All values but NaN, which compares with nothing and is last in PostgreSQL. */
function unpack(packed: Uint8Array): Float64Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const numbers = new Float64Array(packed.byteLength / 8);
  let length = 0;
  for (let at = 0; at < packed.byteLength; at += 8) {
    const value = view.getFloat64(at);
    if (value === value) numbers[length++] = value;
  }
  return numbers.subarray(0, length);
}
