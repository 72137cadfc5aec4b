import { RecentLoad } from './recent-load.js';

it('rises towards what is asked for, and falls by half in each half-life', () => {
  let now = 0;
  const load = new RecentLoad(() => now, 1_000);
  expect(load.of('a')).toBe(0);
  load.set('a', 2);
  now = 1_000;
  expect(load.of('a')).toBeCloseTo(1);
  now = 20_000;
  expect(load.of('a')).toBeCloseTo(2);
  load.set('a', 0);
  now = 22_000;
  expect(load.of('a')).toBeCloseTo(0.5);
  expect(load.of('b')).toBe(0);
});

it('is a share of the time where something is asked for now and then', () => {
  let now = 0;
  const load = new RecentLoad(() => now, 1_000);
  for (; now < 20_000; now += 90) {
    load.set('a', 1);
    now += 10;
    load.set('a', 0);
  }
  expect(load.of('a')).toBeCloseTo(0.1, 1);
});

it('forgets who changed least recently where there are too many', () => {
  let now = 0;
  const load = new RecentLoad(() => now, 1_000, 2);
  for (const account of ['a', 'b', 'a', 'c']) load.set(account, 1);
  now = 1_000;
  expect(['a', 'b', 'c'].map((account) => load.of(account) > 0)).toEqual([true, false, true]);
});
