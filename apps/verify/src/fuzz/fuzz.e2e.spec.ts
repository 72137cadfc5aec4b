import path from 'node:path';
import { fuzzApi } from './fuzz-api.js';
import type { FuzzOutcome } from './run-fuzz.js';

const REQUESTS = 2_100;
const SEED = 1;

let outcome: FuzzOutcome;

beforeAll(async () => {
  outcome = await fuzzApi({ root: path.resolve(__dirname, '../../../..'), requests: REQUESTS, seed: SEED });
}, 600_000);

it('breaks at nothing, and answers everything as its document says', () => {
  expect(
    outcome.findings.map(
      ({ number, request, wrong }) =>
        `${wrong.join('; ')} <- ${request} (npm run fuzz -- --seed ${SEED} --only ${number})`,
    ),
  ).toEqual([]);
});

it('reaches every route, and each answers and refuses', () => {
  expect(outcome.coverage.reduce((sum, { requests }) => sum + requests, 0)).toBe(REQUESTS);
  expect(
    outcome.coverage
      .filter(({ succeeded, refused }) => succeeded === 0 || refused === 0)
      .map(({ route, statuses }) => `${route}: ${[...statuses].sort().join(' ')}`),
  ).toEqual([]);
});
