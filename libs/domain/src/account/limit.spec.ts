import { effectiveLimit } from './limit.js';

it.each([
  [
    { key: 1, account: 2, plan: 3 },
    { limit: 1, source: 'key' },
  ],
  [
    { key: null, account: 2, plan: 3 },
    { limit: 2, source: 'account' },
  ],
  [
    { account: null, plan: 3 },
    { limit: 3, source: 'plan' },
  ],
  [
    { key: null, account: null, plan: null },
    { limit: 4, source: 'setting' },
  ],
  [
    { key: 0, account: 2 },
    { limit: 0, source: 'key' },
  ],
])('of %j beside a setting of 4 counts %j', (said, counts) => {
  expect(effectiveLimit(said, 4)).toEqual(counts);
});
