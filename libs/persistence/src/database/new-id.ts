import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
const pool = new Uint8Array(RANDOM_BYTES * 512);
let used = pool.length;
let sequence = randomBytes(3).readUIntBE(0, 3); // counts up within 32 bits

/**
 * A new identifier: UUID version 7 (RFC 9562) of a moment of the database's clock, never of this host's. Ids ascend
 * with that moment, whichever process makes them, and within a moment in the order in which a process makes them:
 * pages are ordered by them, and grouping relies on it. Randomness is drawn for 512 ids at once, since a draw costs
 * as much as the rest of a line.
 */
export function newId(at: Date): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += RANDOM_BYTES));
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: sequence, random });
}

/** The lowest id of version 7 that a moment can have. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Before every id that newId makes, where reading by ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Behind every such id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
