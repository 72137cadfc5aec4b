import { stableHash } from '../../property/grouping/stable-hash.js';
import { SeededRandom } from './seeded-random.js';

/** Choices of one numbered thing. Every thing has its own stream, so that it can be made without those before it. */
export function drawsFor(seed: number, what: string, number: number): SeededRandom {
  return new SeededRandom(stableHash(`${seed} ${what} ${number}`) % 4_294_967_296);
}

/** One of the choices, each as likely as its weight says. */
export function weighted<T>(random: SeededRandom, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  return choices.at(-1)![0];
}

/** A number between the two, every one as likely. */
export function between(random: SeededRandom, low: number, high: number): number {
  return low + (high - low) * random.next();
}

/** Rounds to a multiple of the step. */
export function toStep(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/** Degrees to about a metre: what listings and drawn shapes state, and one number on every machine. */
export function toMeter(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
