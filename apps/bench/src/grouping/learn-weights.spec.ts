import { generateLabelledListings, LEARNING_SEEDS } from '@gable/domain/testing';
import type { GroupingWeights } from '@gable/domain/grouping';
import { fitWeights } from './fit-weights.js';
import { learnWeights } from './learn-weights.js';
import type { ValenciaListing } from './read-valencia.js';
import { weightsFile } from './write-weights.js';

describe('fitWeights', () => {
  const kinds = [
    { columns: [0, 1], amounts: [1, 1], offset: 0, same: 80, other: 20 },
    { columns: [0], amounts: [1], offset: 0, same: 20, other: 80 },
  ];
  const free = { least: -10, most: 10 };

  it('finds the log-odds in bits', () => {
    const [constant, weight] = fitWeights(kinds, [free, free], 0);
    expect(constant).toBeCloseTo(-2, 3);
    expect(weight).toBeCloseTo(4, 3);
  });

  it('starts from what is known and keeps within the bounds', () => {
    expect(
      fitWeights([{ columns: [1], amounts: [1], offset: 1, same: 80, other: 20 }], [free, free], 0)[1],
    ).toBeCloseTo(1, 3);
    expect(fitWeights(kinds, [free, { least: -10, most: 0 }], 0)[1]).toBe(0);
  });
});

describe('learnWeights', () => {
  /** Generated properties in the place of real ones: one source, as València is. */
  const { arrivals, propertyOf } = generateLabelledListings(900, 300);
  const adverts = arrivals.map((item, place): ValenciaListing => ({
    ...item,
    sourceId: 'one',
    home: propertyOf(item),
    quarter: place % 3 === 0 ? '12' : '03',
    half: 'A',
  }));
  const learn = (): GroupingWeights => learnWeights(adverts, [generateLabelledListings(LEARNING_SEEDS[0]!, 200)]);
  const weights = learn();

  it('learns the same from the same adverts, to the last character of the file', () => {
    expect(weightsFile(learn(), 'x')).toBe(weightsFile(weights, 'x'));
  });

  it(
    'lets no agreement that only generated homes teach speak against one home, no difference for it, and ' +
      'nothing say more than it may',
    () => {
      const { balcony, reference, newBuilding } = weights.levels as Record<string, Record<string, number>>;
      expect(balcony!['both have it']).toBeGreaterThanOrEqual(0);
      expect(balcony!['both have it']).toBeLessThanOrEqual(2.5);
      expect(reference!['same']).toBeGreaterThan(0);
      expect(newBuilding!['another price']).toBeLessThanOrEqual(0);
      expect(
        Math.min(...Object.values(weights.levels).flatMap((levels) => Object.values(levels))),
      ).toBeGreaterThanOrEqual(-14);
    },
  );
});
