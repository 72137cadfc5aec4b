import fc from 'fast-check';
import { eachAtLeisure, sortAtLeisure } from './at-leisure.js';

it('does everything in order, and pauses behind each 2,000 items', async () => {
  const items = Array.from({ length: 4_500 }, (_, place) => place);
  const [seen, pauses]: [number[], number[]] = [[], []];
  const pause = async (): Promise<void> => void pauses.push(seen.length);
  await eachAtLeisure(items, pause, (item, place) => {
    expect(item).toBe(place);
    seen.push(item);
  });
  expect([seen, pauses]).toEqual([items, [2_000, 4_000, 4_500]]);
});

it('sorts as sorting at once does, and pauses behind each 2,000 items or more', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(numbers, async (items) => {
      const sorted = await sortAtLeisure(
        items,
        async () => {},
        (item) => Math.floor(item / 100),
        (one, other) => one - other,
      );
      expect(sorted).toEqual([...items].sort((one, other) => one - other));
    }),
  );
  let pauses = 0;
  const many = Array.from({ length: 10_000 }, (_, place) => (7_919 * place) % 10_000);
  await sortAtLeisure(
    many,
    async () => void (pauses += 1),
    (item) => Math.floor(item / 100),
    (one, other) => one - other,
  );
  expect(pauses).toBe(10); // five of sorting into portions, five of sorting these
});
