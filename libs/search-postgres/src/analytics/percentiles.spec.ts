import { SeededRandom } from '@gable/domain/testing';
import { percentilesOf } from './percentiles.js';

const packed = (values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => buffer.writeDoubleBE(value, i * 8));
  return buffer;
};

describe('percentilesOf', () => {
  it('interpolates linearly between the two nearest values', () => {
    expect(percentilesOf(packed([40, 10, 20]), [0.75, 0.5, 1, 0.25])).toEqual([30, 20, 40, 15]);
    expect(percentilesOf(packed([7]), [0.01, 1])).toEqual([7, 7]);
  });

  it('knows none of no values', () => {
    expect([percentilesOf(null, [0.5, 0.9]), percentilesOf(packed([]), [0.5])]).toEqual([[null, null], [null]]);
  });

  it('reads values wherever in memory they lie', () => {
    const odd = Buffer.concat([Buffer.from([1]), packed([3, -2.5, 1e300])]).subarray(1);
    expect(percentilesOf(odd, [0.5, 1])).toEqual([3, 1e300]);
  });

  it('puts NaN last, as PostgreSQL does', () => {
    expect(percentilesOf(packed([NaN, 2, NaN, 1, Infinity]), [0.25, 0.5, 1])).toEqual([2, Infinity, NaN]);
  });

  it('finds what sorting finds, of values in any order, many of them the same, whatever was asked before', () => {
    const random = new SeededRandom(5);
    for (let round = 0; round < 300; round += 1) {
      const few = random.whole(1, 400);
      const values = Array.from({ length: random.whole(1, 200) }, () => random.whole(-few, few) / 8);
      const runs = random.chance(0.5)
        ? values
        : [...values.slice(0, 50).sort((a, b) => a - b), ...values.slice(50).sort((a, b) => a - b)];
      const sorted = [...values].sort((a, b) => a - b);
      const fractions = Array.from({ length: 5 }, () => random.whole(0, 1_000) / 1_000);
      expect(percentilesOf(packed(runs), fractions)).toEqual(
        fractions.map((fraction) => {
          const place = fraction * (sorted.length - 1);
          const below = sorted[Math.floor(place)]!;
          return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)]! - below);
        }),
      );
    }
  });
});
