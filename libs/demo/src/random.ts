/** A stream of numbers that is the same for the same seed, on every machine. */
export class Random {
  private state: number;

  constructor(seed: string) {
    // FNV-1a: close seeds such as "property 1" and "property 2" must not give streams that resemble each other.
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    this.state = hash >>> 0;
    for (let warmUp = 0; warmUp < 3; warmUp++) this.next();
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let word = this.state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number, both bounds included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T;
  }

  /** One of the choices, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return (choices.at(-1) as readonly [T, number])[0];
  }

  /** About 1: most values within one spread of it, none further than three. */
  around(spread: number): number {
    return 1 + spread * 2 * (this.next() + this.next() + this.next() - 1.5);
  }

  shuffle<T>(choices: readonly T[]): T[] {
    const order = [...choices];
    for (let at = order.length - 1; at > 0; at--) {
      const other = this.integer(0, at);
      [order[at], order[other]] = [order[other] as T, order[at] as T];
    }
    return order;
  }
}
