import { LargeCities } from './large-cities.js';

it('asks for each city once in ten minutes', async () => {
  let now = 0;
  const asked: unknown[] = [];
  const cities = new LargeCities(
    (_text, parameters) => {
      asked.push(parameters[0]);
      return Promise.resolve([{ listings: parameters[0] === "'#5%0'" ? 125 : 124 }]);
    },
    () => now,
  );
  expect([await cities.has(5), await cities.has(6), await cities.has(5)]).toEqual([true, false, true]);
  now = 599_999;
  await cities.has(6);
  expect(asked).toEqual(["'#5%0'", "'#6%0'"]);
  now = 600_001;
  await cities.has(6);
  expect(asked).toHaveLength(3);
});
