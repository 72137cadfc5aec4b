import { sharedSlots } from './pools.js';

it('leaves a quarter of the processors to who comes by, of two slots for each; one slot at least works', () => {
  const busy = [1, 2, 4, 8, 16, 32].map((slots) => sharedSlots(slots).busySlots);
  expect(busy).toEqual([1, 1, 1, 3, 6, 12]);
});
