import { usedBetween } from './used-processors.js';

it('says who used processors in between, the greatest first, and nobody who did not', () => {
  const before = { api: 2, worker: 10, driver: 1 };
  const after = { api: 4.04, worker: 15.46, driver: 1.02, postgres: 3 };
  expect(Object.entries(usedBetween(before, after))).toEqual([
    ['worker', 5.5],
    ['postgres', 3],
    ['api', 2],
  ]);
});
