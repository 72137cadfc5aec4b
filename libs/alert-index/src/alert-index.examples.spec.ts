import { CRITERIA_EXAMPLES, exampleCriteria } from '@gable/domain/testing';
import { AlertIndex } from './alert-index.js';
import { found } from './testing/alert-builders.js';

describe('AlertIndex, holding every criteria example at once', () => {
  const index = new AlertIndex();
  CRITERIA_EXAMPLES.forEach((example, id) => index.add(id, exampleCriteria(example)));

  for (const [id, { says, meets, misses }] of CRITERIA_EXAMPLES.entries()) {
    it(says, () => {
      expect(meets.filter((listing) => !found(index, listing).includes(id))).toEqual([]);
      expect(misses.filter((listing) => found(index, listing).includes(id))).toEqual([]);
    });
  }
});
