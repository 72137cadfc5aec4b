import fc from 'fast-check';
import { TokenBuckets } from './token-buckets.js';

it('gives a minute’s worth at once, then one at a time, and says how long to wait', () => {
  let now = 0;
  const buckets = new TokenBuckets(6, () => now);
  expect(Array.from({ length: 7 }, () => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  expect(buckets.take('b')).toBe(0);
  now += 9_999;
  expect(buckets.take('a')).toBe(1);
  now += 1;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 10]);
  now += 3_600_000;
  expect(Array.from({ length: 7 }, () => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10]);
});

it('gives nobody more than a minute’s worth and what was refilled since, whenever it is asked', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.integer({ min: 0, max: 5_000 })), (perMinute, pauses) => {
      let now = 0;
      let taken = 0;
      const buckets = new TokenBuckets(perMinute, () => now);
      for (const pause of pauses) {
        now += pause;
        if (buckets.take('a') === 0) taken += 1;
        expect(taken).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000 + 1e-6);
      }
    }),
  );
});

it('forgets the name that was used least recently where there are too many', () => {
  const buckets = new TokenBuckets(1, () => 0, 2);
  buckets.take('a');
  buckets.take('b');
  expect(buckets.take('a')).toBeGreaterThan(0);
  buckets.take('c');
  expect(buckets.take('a')).toBeGreaterThan(0);
  expect(buckets.take('b')).toBe(0);
});
