import { waitAfterDeath, waitAfterTry } from './retry-rules.js';

it('tries a job three times, a little later each time', () => {
  expect([1, 2, 3].map(waitAfterTry)).toEqual([1_000, 5_000, undefined]);
});

it('is patient with workers that end, and then less so', () => {
  const waits = Array.from({ length: 20 }, (_, n) => waitAfterDeath(n + 1));
  expect(waits.slice(0, 4)).toEqual([0, 0, 2_000, 4_000]);
  expect([waits[18], waits[19]]).toEqual([60_000, undefined]);
});
