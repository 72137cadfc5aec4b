import fc from 'fast-check';
import {
  CLOSED_BREAKER,
  FAILURES_TO_OPEN,
  FIRST_PROBE_MS,
  LONGEST_PROBE_MS,
  SWITCH_OFF_AFTER_MS,
  SWITCH_OFF_FAILURES,
  admission,
  afterFailure,
  afterSuccess,
  probeReturned,
  probing,
  reopened,
  type BreakerState,
} from './breaker.js';

const DAY = 86_400_000;
const failed = (times: number, at = 0, state: BreakerState = CLOSED_BREAKER): BreakerState =>
  Array.from({ length: times }).reduce<BreakerState>((before) => afterFailure(before, at, false), state);

describe('the breaker', () => {
  it('opens at the tenth failure in a row, not at the ninth, and one success begins anew', () => {
    expect(admission(failed(FAILURES_TO_OPEN - 1), 0)).toBe('ALL');
    expect(admission(failed(FAILURES_TO_OPEN), 0)).toBe('WAIT');
    expect(admission(failed(FAILURES_TO_OPEN - 1, 0, afterSuccess(failed(FAILURES_TO_OPEN - 1))), 0)).toBe('ALL');
  });

  it('of an endpoint that somebody asks for again lets one delivery try, and waits where that fails', () => {
    const state = reopened(5);
    expect(admission(state, 5)).toBe('PROBE');
    expect(afterSuccess(state)).toEqual(CLOSED_BREAKER);
    expect(afterFailure(state, 5, true)).toMatchObject({ failures: FAILURES_TO_OPEN + 1, switchedOffAt: null });
    expect(admission(afterFailure(state, 5, true), 5)).toBe('WAIT');
  });

  it('probes after 30 s, then after twice as long each time, up to 15 minutes', () => {
    let state = failed(FAILURES_TO_OPEN);
    let now = 0;
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      waits.push((state.probeAt! - now) / 1_000);
      now = state.probeAt!;
      expect([admission(state, now - 1), admission(state, now)]).toEqual(['WAIT', 'PROBE']);
      state = afterFailure(probing(state, now + 30_000), now, true);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('lets nobody else through while a probe is under way, and somebody else once it was given back', () => {
    const open = failed(FAILURES_TO_OPEN);
    const underWay = probing(open, 60_000);
    expect(admission(underWay, 31_000)).toBe('WAIT');
    expect(admission(probeReturned(underWay, 31_000), 31_000)).toBe('PROBE');
    expect(probeReturned(CLOSED_BREAKER, 5)).toBe(CLOSED_BREAKER);
  });

  it('does not take an attempt for a probe that was under way when it opened', () => {
    const open = failed(FAILURES_TO_OPEN);
    expect(afterFailure(open, 15_000, false)).toEqual({ ...open, failures: FAILURES_TO_OPEN + 1 });
  });

  it('gives up after five days and twenty failures, whichever comes last', () => {
    const since = failed(SWITCH_OFF_FAILURES - 2, 0);
    expect(admission(afterFailure(since, SWITCH_OFF_AFTER_MS, true), 6 * DAY)).not.toBe('NONE');
    const enough = failed(SWITCH_OFF_FAILURES + 5, 0);
    expect(admission(afterFailure(enough, SWITCH_OFF_AFTER_MS - 1, true), 4 * DAY)).not.toBe('NONE');
    const off = afterFailure(enough, SWITCH_OFF_AFTER_MS, true);
    expect(admission(off, 10 * DAY)).toBe('NONE');
    expect([afterSuccess(off), afterFailure(off, 10 * DAY, true)]).toEqual([off, off]);
  });

  it('holds to its rules in every history', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: DAY }),
      succeeds: fc.boolean(),
      luck: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let state: BreakerState = CLOSED_BREAKER;
        let now = 0;
        let inARow = 0;
        let since = 0;
        for (const { waitMs, succeeds, luck } of steps) {
          now += waitMs;
          const may = admission(state, now);
          if (may === 'WAIT' || may === 'NONE') continue;
          const isProbe = may === 'PROBE';
          if (succeeds && luck === 0) {
            state = afterSuccess(state);
            inARow = 0;
            expect(state).toEqual(CLOSED_BREAKER);
            continue;
          }
          if (inARow === 0) since = now;
          inARow += 1;
          state = afterFailure(state, now, isProbe);
          expect(state.failures).toBe(inARow);
          const isOff = inARow >= SWITCH_OFF_FAILURES && now - since >= SWITCH_OFF_AFTER_MS;
          expect(state.switchedOffAt !== null).toBe(isOff);
          if (!isOff) expect(state.openedAt !== null).toBe(inARow >= FAILURES_TO_OPEN);
          if (state.probeAt !== null) {
            expect(state.probeAt - now).toBeGreaterThanOrEqual(FIRST_PROBE_MS);
            expect(state.probeAt - now).toBeLessThanOrEqual(LONGEST_PROBE_MS);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
