import { checkUsage, type RunRecord } from './check-usage.js';

const SERVED = [
  { at: 100, results: 5 },
  { at: 700, results: 1 },
  { at: 800, results: 2 },
];
const run = (kind: 'killed' | 'ended', calls: number, results: number, at = 1_000): RunRecord => ({
  name: 'run 1',
  end: { kind, at },
  served: SERVED,
  billed: { calls, results },
});

it('finds nothing where a killed process lost its last 250 ms or less', () => {
  for (const [calls, results] of [
    [2, 6],
    [3, 8],
  ] as const)
    expect(checkUsage([run('killed', calls, results)], 250)).toEqual({ overBilled: [], lost: [] });
});

it('finds what was billed and not served', () => {
  for (const [calls, results] of [
    [4, 8],
    [3, 9],
  ] as const)
    expect(checkUsage([run('killed', calls, results)], 250).overBilled).toHaveLength(1);
});

it('finds what was lost though it was older than 250 ms, or though the process ended in order', () => {
  expect(checkUsage([run('killed', 1, 5)], 250).lost).toEqual([
    'run 1 (killed) was billed 1 calls with 5 results; it had to keep 2 calls with 6 results of 3 calls with 8 results',
  ]);
  expect(checkUsage([run('killed', 2, 5)], 250).lost).toHaveLength(1);
  expect(checkUsage([run('ended', 2, 6)], 250).lost).toHaveLength(1);
  expect(checkUsage([run('ended', 3, 8)], 250)).toEqual({ overBilled: [], lost: [] });
});
