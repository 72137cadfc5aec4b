import os from 'node:os';
import path from 'node:path';
import { runFuzz, type FuzzOutcome } from '@gable/testing';
import { ApiUnderTest, KEY_PEPPER } from './testing/api-under-test.js';

const REQUESTS = 2_100;
const SEED = 1;

let api: ApiUnderTest;
let outcome: FuzzOutcome;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  outcome = await runFuzz({
    base: new URL(api.url),
    apiKey: await api.makeKey(),
    database: api.database,
    keyPepper: KEY_PEPPER,
    rejectFile: path.join(os.tmpdir(), `gable-fuzz-${process.pid}.rejects`),
    requests: REQUESTS,
    seed: SEED,
  });
}, 600_000);
afterAll(() => api.stop());

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
