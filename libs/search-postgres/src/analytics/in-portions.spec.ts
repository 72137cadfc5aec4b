import { mapInPortions } from './in-portions.js';

const items = Array.from({ length: 100 }, (_, n) => n);

it('maps a short list within one turn of the event loop', async () => {
  let turns = 0;
  const turn = () => Promise.resolve((turns += 1));
  expect(
    await mapInPortions(
      items,
      () => 1,
      (n, index) => n + index,
      turn,
    ),
  ).toEqual(items.map((n) => 2 * n));
  expect(turns).toBe(0);
});

it('takes more turns the more work an item is, none behind the last one', async () => {
  const mappedAt: number[] = [];
  let mapped = 0;
  const turn = () => Promise.resolve(mappedAt.push(mapped));
  expect(
    await mapInPortions(
      items,
      () => 1_000,
      (n) => ((mapped += 1), -n),
      turn,
    ),
  ).toEqual(items.map((n) => -n));
  expect(mappedAt).toEqual([20, 40, 60, 80]);
});

it('lets others in meanwhile', async () => {
  const seen: string[] = [];
  setImmediate(() => seen.push('another'));
  await mapInPortions(
    items.slice(0, 2),
    () => 20_000,
    (n) => seen.push(`item ${n}`),
  );
  expect(seen).toEqual(['item 0', 'another', 'item 1']);
});
