import { createHash } from 'node:crypto';

/** The key a listing is found by its address with: PostgreSQL bigint, the first 8 bytes of SHA-256. */
export function urlHash(url: string): bigint {
  return createHash('sha256').update(url).digest().readBigInt64BE(0);
}
