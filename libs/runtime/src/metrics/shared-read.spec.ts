import { sharedRead } from './shared-read.js';

it('reads once for all who ask meanwhile, and again for the next, also where it failed', async () => {
  let reads = 0;
  const read = sharedRead(() => {
    reads += 1;
    return reads === 2 ? Promise.reject(new Error('away')) : Promise.resolve(reads);
  });
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  await expect(read()).rejects.toThrow('away');
  expect(await read()).toBe(3);
});
