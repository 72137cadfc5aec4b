import { BroadSearches } from './broad-searches.js';

const search = (n: number) => ({ text: 'l.price >= $1', parameters: [n] });

it('remembers what was broad, by its text and its values', () => {
  const broad = new BroadSearches();
  broad.add(search(1));
  expect(broad.has(search(1))).toBe(true);
  expect(broad.has(search(2))).toBe(false);
  expect(broad.has({ text: 'l.area >= $1', parameters: [1] })).toBe(false);
});

it('forgets the oldest of more than a thousand, and takes nothing long', () => {
  const broad = new BroadSearches();
  for (let n = 0; n <= 1_000; n += 1) broad.add(search(n));
  expect([broad.has(search(0)), broad.has(search(1)), broad.has(search(1_000))]).toEqual([false, true, true]);
  const area = { text: 'inside', parameters: [Array.from({ length: 51 }, (_, n) => n)] };
  broad.add(area);
  expect(broad.has(area)).toBe(false);
  expect(broad.has(search(1))).toBe(true);
});

it('writes no drawn area down as text, which would be many times as long', () => {
  let written = 0;
  const polygon = Object.assign(Buffer.alloc(80_000), { toJSON: () => (written += 1) });
  const broad = new BroadSearches();
  const drawn = { text: 'inside', parameters: [polygon, 'x'.repeat(2_001)] };
  broad.add(drawn);
  expect([broad.has(drawn), written]).toEqual([false, 0]);
});
