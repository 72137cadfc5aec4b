import { seenFrom } from './since.js';

it('is as long ago as from the moment of the list, and never to come', () => {
  jest.useFakeTimers({ now: 100_000 });
  const at = (ms: number) => new Date(ms).toISOString();
  expect(seenFrom(90_000, at(85_700))).toBe(95_750);
  expect(seenFrom(90_000, at(95_000))).toBe(99_750);
  jest.useRealTimers();
});
