import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
const pool = new Uint8Array(RANDOM_BYTES * 512);
let used = pool.length;
let msecs = 0;
let seq = 0;

/**
 * A new identifier: UUID version 7 (RFC 9562). Ids made by one process ascend, also within a millisecond: their order
 * is the order of arrival, which grouping relies on. Randomness is drawn for 512 ids at once, since a draw costs as
 * much as the rest of a line.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += RANDOM_BYTES));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = (random[6]! << 16) | (random[7]! << 8) | random[8]!; // leaves room to count up within 32 bits
  } else {
    seq += 1; // also when the clock was set back
  }
  return v7({ msecs, seq, random });
}
