import { readAnswers } from './api-log.js';
import { describeSlow, slowSearches } from './explain-slow.js';
import type { PoliteAnswer } from './judge-answers.js';

const search = (at: number, ms: number, lateMs = 0): PoliteAnswer => ({
  route: 'search',
  at,
  lateMs,
  ms,
  ending: 200,
  requestId: String(at),
});
const parts = { connectionMs: 0, databaseMs: 0, loopDelayMs: 0, processorWaitMs: 0 };
const line = (at: number, more: object) =>
  JSON.stringify({ level: 'debug', time: new Date(at).toISOString(), ...parts, ...more, msg: 'answered' });

it('says of which parts the slowest tenth of the searches is made', () => {
  const quick = Array.from({ length: 18 }, (_, n) => search(1_000 + n, 10));
  const slow = [search(5_000, 300, 50), search(9_000, 500), { ...search(9_500, 900), route: 'count' as const }];
  const log = [
    ...quick.map(({ at }) => line(at + 10, { requestId: String(at), ms: 8, waitedMs: 0 })),
    line(5_290, { requestId: '5000', ms: 60, waitedMs: 20, connectionMs: 5, databaseMs: 25, loopDelayMs: 30 }),
    line(9_490, { requestId: '9000', ms: 450, waitedMs: 400, databaseMs: 40, processorWaitMs: 5 }),
    '{"level":"warn","msg":"something else"}',
    line(9_600, { requestId: '9500', ms: 1 }).slice(0, 60), // cut by a kill
  ].join('\n');
  const found = slowSearches([...quick, ...slow], readAnswers(log), [{ from: 6_000, to: 8_000 }]);
  expect(found).toEqual([
    {
      ...{ ms: 500, lateMs: 0, arrivalMs: 40, waitedMs: 400, connectionMs: 0, databaseMs: 40, workMs: 10 },
      ...{ returnMs: 10, loopDelayMs: 0, processorWaitMs: 5, sinceStartMs: 1_000 },
    },
    {
      ...{ ms: 300, lateMs: 50, arrivalMs: 180, waitedMs: 20, connectionMs: 5, databaseMs: 25, workMs: 10 },
      ...{ returnMs: 10, loopDelayMs: 30, processorWaitMs: 0, sinceStartMs: null },
    },
  ]);
  expect(describeSlow(found)[0]).toContain('2 searches above the p90');
  expect(describeSlow(found)[0]).toContain('1 within 5 s of a start of the API');
  expect(describeSlow([])).toEqual([]);
});
