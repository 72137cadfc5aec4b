import { mostCalled, readAccountState, usageQuery } from './account-state.js';

it('asks for whole UTC days, today included', () => {
  expect(usageQuery({ days: 7 }, new Date('2026-11-03T23:59:00Z'))).toEqual({
    startDate: '2026-10-28',
    granularity: 'day',
  });
  expect(usageQuery({ key: 'k' }, new Date('2026-11-30T00:00:00Z'))).toEqual({
    startDate: '2026-11-01',
    granularity: 'day',
    apiKeyId: 'k',
  });
});

it('reads the address, and leaves out what is none of ours', () => {
  expect(readAccountState({ days: 90, key: 'k' })).toEqual({ days: 90, key: 'k' });
  expect(readAccountState({ days: 91, key: 3 })).toEqual({});
});

it('puts first what is called most', () => {
  const rows = [
    { name: 'b', calls: 2 },
    { name: 'c', calls: 9 },
    { name: 'a', calls: 2 },
  ];
  expect(mostCalled(rows).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});
