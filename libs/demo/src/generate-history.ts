import type { Random } from './random.js';

/** What happens to a property on the market, `age` days before the reference. */
export interface Happening {
  age: number;
  what: 'PRICE' | 'OFFER' | 'REMOVED' | 'BACK';
  /** Of PRICE and BACK: the new price against the one before. */
  factor: number;
}

export interface PropertyHistory {
  /** When it came to the market. */
  age: number;
  /** Oldest first. */
  happenings: Happening[];
}

/** How far back the demo remembers. */
export const HISTORY_DAYS = 120;
const PRICE_STEPS = [
  [0, 70],
  [1, 19],
  [2, 8],
  [3, 3],
] as const;

/** What became of a property in the last 120 days. */
export function generateHistory(random: Random): PropertyHistory {
  const age = random.between(0.2, HISTORY_DAYS);
  const happenings: Happening[] = [];
  const steps = random.weighted(PRICE_STEPS);
  for (let step = 1; step <= steps; step++) {
    const factor = random.chance(0.12) ? random.between(1.01, 1.05) : random.between(0.92, 0.985);
    happenings.push({ age: age * (1 - step / (steps + 1)) * random.between(0.9, 1), what: 'PRICE', factor });
  }
  if (age > 15 && random.chance(0.2)) happenings.push(...ending(age, random));
  return { age, happenings: happenings.sort((one, other) => other.age - one.age) };
}

function ending(age: number, random: Random): Happening[] {
  const removed = random.between(0, age - 12);
  const back = removed - random.between(5, 30);
  return [
    ...(random.chance(0.5) ? [{ age: removed + random.between(2, 10), what: 'OFFER' as const, factor: 1 }] : []),
    { age: removed, what: 'REMOVED', factor: 1 },
    // A sale that fell through brings the property back, often a little cheaper.
    ...(back > 0 && random.chance(0.4)
      ? [{ age: back, what: 'BACK' as const, factor: random.chance(0.5) ? 1 : random.between(0.94, 0.99) }]
      : []),
  ];
}
