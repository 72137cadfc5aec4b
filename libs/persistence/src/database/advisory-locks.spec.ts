import { LOCKS } from './advisory-locks.js';

it('no two things are guarded by one lock', () => {
  const numbers = Object.values(LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
