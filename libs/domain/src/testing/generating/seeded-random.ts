/**
 * Seeded random choices; equal seeds make equal choices on every machine (mulberry32, Tommy Ettinger, public domain).
 */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  /** One to `most` different entries, in the order of the list. */
  some<T>(from: readonly T[], most: number): readonly T[] {
    const count = this.whole(1, Math.min(most, from.length));
    const places = new Set<number>();
    while (places.size < count) places.add(this.whole(0, from.length - 1));
    return from.filter((_, place) => places.has(place));
  }
}
