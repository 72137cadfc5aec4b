import fc from 'fast-check';
import { DELIVERY_SCHEDULE_MS, LONGEST_RETRY_AFTER_MS, retryDelayMs } from './settle-attempt.js';

const SCHEDULE = fc.array(fc.integer({ min: 1, max: 86_400_000 }), { maxLength: 12 });
const RANDOM = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the wait after a failed attempt', () => {
  it('is as documented', () => {
    expect(DELIVERY_SCHEDULE_MS.map((_, i) => retryDelayMs(DELIVERY_SCHEDULE_MS, i + 1, () => 0.5))).toEqual(
      [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000),
    );
  });

  it('lies within a fifth of the schedule, and there is none once that has run out', () => {
    fc.assert(
      fc.property(SCHEDULE, fc.integer({ min: 1, max: 14 }), RANDOM, (schedule, failed, random) => {
        const wait = retryDelayMs(schedule, failed, () => random);
        const planned = schedule[failed - 1];
        if (planned === undefined) expect(wait).toBeNull();
        else expect(Math.abs(wait! - planned)).toBeLessThanOrEqual(planned * 0.2 + 0.5);
      }),
    );
  });

  it('reaches both ends of the band', () => {
    expect([0, 0.999_999].map((random) => retryDelayMs([1_000], 1, () => random))).toEqual([800, 1_200]);
  });

  it('is prolonged by what the receiver asks, up to a day, and never shortened', () => {
    fc.assert(
      fc.property(
        SCHEDULE,
        RANDOM,
        fc.integer({ min: 0, max: 10 * LONGEST_RETRY_AFTER_MS }),
        (schedule, random, asked) => {
          fc.pre(schedule.length > 0);
          const alone = retryDelayMs(schedule, 1, () => random)!;
          expect(retryDelayMs(schedule, 1, () => random, asked)).toBe(
            Math.max(alone, Math.min(asked, LONGEST_RETRY_AFTER_MS)),
          );
        },
      ),
    );
    expect(retryDelayMs([], 1, () => 0, 5_000)).toBeNull();
  });
});
