import { mapInPortions } from './in-portions.js';

const items = Array.from({ length: 100 }, (_, n) => n);
const doubled = (portion: readonly number[]) => portion.map((n) => 2 * n);

it('maps nothing, and a short list within the turn of the event loop in which it was asked to', async () => {
  let turns = 0;
  const turn = () => Promise.resolve((turns += 1));
  expect(await mapInPortions([], () => 1, doubled, turn)).toEqual([]);
  expect(await mapInPortions(items, () => 1, doubled, turn)).toEqual(doubled(items));
  expect(turns).toBe(0);
});

it('takes a turn for each portion of a long one, the more of them the more work an item is', async () => {
  const seen: (number | 'turn')[] = [];
  const turn = () => Promise.resolve(seen.push('turn'));
  const map = (portion: readonly number[]) => {
    seen.push(portion.length);
    return doubled(portion);
  };
  expect(await mapInPortions(items.slice(0, 50), () => 500, map, turn)).toEqual(doubled(items.slice(0, 50)));
  expect(seen).toEqual(['turn', 20, 'turn', 20, 'turn', 10]);
});

it('lets others in meanwhile', async () => {
  const seen: string[] = [];
  const map = (portion: readonly number[]) => portion.map((n) => seen.push(`item ${n}`));
  const mapped = mapInPortions(items.slice(0, 2), () => 10_000, map);
  setImmediate(() => seen.push('another'));
  await mapped;
  expect(seen).toEqual(['item 0', 'another', 'item 1']);
});
