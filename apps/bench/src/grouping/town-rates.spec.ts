import { WEIGHTS } from '@gable/domain/testing';
import { DECIMAL_BITS, TOWN_WEIGHTS } from './town-rates.js';

describe('the shipped weights', () => {
  const levels = Object.entries(TOWN_WEIGHTS).flatMap(([signal, weights]) =>
    Object.entries(weights).map(([level, bits]) => [signal, level, bits] as const),
  );

  it.each(levels)('of %s, "%s", are the rates of the town of 13 portals', (signal, level, bits) => {
    expect(WEIGHTS.levels[signal]?.[level]).toBeCloseTo(bits, 3);
  });

  it('know no level of words and pictures that the town did not teach', () => {
    for (const signal of ['text', 'pictures'])
      expect(Object.keys(WEIGHTS.levels[signal]!).sort()).toEqual(Object.keys(TOWN_WEIGHTS[signal]!).sort());
  });

  it('hear two bits more in equal decimals of an area', () => {
    const { same, 'same to the decimal': toTheDecimal } = WEIGHTS.levels['area']!;
    expect(toTheDecimal! - same!).toBeCloseTo(DECIMAL_BITS, 2);
  });
});
