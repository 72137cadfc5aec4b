import { AlertIndex } from '../alert-index.js';
import { fuzzAlertIndex } from './fuzz-alert-index.js';

describe('the alert index against the plain matcher', () => {
  it('says the same of a million pairs while alerts come and go', () => {
    let [pairs, matches] = [0, 0];
    for (let seed = 1; pairs < 1_000_000; seed += 1) {
      const result = fuzzAlertIndex({ seed, rounds: 60, alerts: seed % 2 === 0 ? 300 : 1_500 });
      expect(result.difference).toBeNull();
      pairs += result.pairs;
      matches += result.matches;
    }
    // A fuzz in which nothing matches would prove nothing.
    expect(matches / pairs).toBeGreaterThan(0.1);
  });

  it('reports the first difference with all that is needed to see it again', () => {
    const match = jest.spyOn(AlertIndex.prototype, 'match').mockReturnValue(0);
    const { difference } = fuzzAlertIndex({ seed: 1, rounds: 5 });
    match.mockRestore();
    expect(difference).toMatchObject({ seed: 1, round: expect.any(Number), got: [] });
    expect(difference?.criteria.size).toBeGreaterThan(0);
  });
});
