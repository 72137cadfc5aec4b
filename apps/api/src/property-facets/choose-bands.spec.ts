import { chooseBands } from './choose-bands.js';

describe('chooseBands', () => {
  it('ends bands at round values near the quantiles, open at both sides', () => {
    expect(chooseBands([98_700, 149_000, 251_300])).toEqual([
      { min: null, max: 99_000 },
      { min: 99_000, max: 150_000 },
      { min: 150_000, max: 250_000 },
      { min: 250_000, max: null },
    ]);
  });

  it('makes one end of quantiles that are said alike', () => {
    expect(chooseBands([100_100, 100_200, 100_300])).toEqual([
      { min: null, max: 100_000 },
      { min: 100_000, max: null },
    ]);
  });

  it('has none where nothing states a value', () => {
    expect(chooseBands([])).toEqual([]);
  });
});
