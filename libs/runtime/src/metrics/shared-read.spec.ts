import { keptRead, sharedRead } from './shared-read.js';

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

it('keeps what it read for its time, and not what failed', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  let reads = 0;
  const read = keptRead(1_000, () => {
    reads += 1;
    return reads === 3 ? Promise.reject(new Error('away')) : Promise.resolve(reads);
  });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now.mockReturnValue(999);
  expect(await read()).toBe(1);
  now.mockReturnValue(1_000);
  expect(await read()).toBe(2);
  now.mockReturnValue(2_000);
  await expect(read()).rejects.toThrow('away');
  expect(await read()).toBe(4);
  now.mockRestore();
});
