// Read once: a look-up of the global per character shows where globals are slow (a vm context, as in Jest).
const { imul } = Math;

/**
 * Hashes text to a whole number of 53 bits: the same on every machine and in every version, because block keys are
 * stored. cyrb53 by bryc (public domain), a MurmurHash-like mix of two 32-bit lanes. Collisions only cost one
 * comparison.
 */
export function stableHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = imul(high ^ unit, 2654435761);
    low = imul(low ^ unit, 1597334677);
  }
  high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
  low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
