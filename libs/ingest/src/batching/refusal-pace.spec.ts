import { RefusalPace } from './refusal-pace.js';

/** Stores batches that took 10 ms to read and 5 to store; answers the rest after each. */
function restsOf(...batches: readonly (readonly [accepted: number, refused: number])[]): number[] {
  const pace = new RefusalPace();
  return batches.map(([accepted, refused]) => {
    pace.stored({ accepted, refused, storedMs: 5 });
    return pace.restMs(10);
  });
}

describe('a feed whose lines are refused', () => {
  it('has a quarter of the time once a thousand were refused in a row', () => {
    expect(restsOf([0, 500], [0, 500], [0, 500], [0, 500])).toEqual([0, 0, 45, 45]);
  });

  it('has all of it again with the first batch of which a tenth is taken', () => {
    expect(restsOf([0, 2_000], [100, 900], [0, 900])).toEqual([45, 0, 0]);
  });

  it('is not let off for a good line now and then', () => {
    expect(restsOf([9, 991], [9, 991], [9, 991])).toEqual([0, 45, 45]);
  });

  it('never rests for the lines of an honest one, or those that are stored already', () => {
    expect(restsOf(...Array.from({ length: 50 }, () => [950, 50] as const))).toEqual(Array<number>(50).fill(0));
  });
});
