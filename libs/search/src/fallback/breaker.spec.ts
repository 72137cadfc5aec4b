import {
  afterAnswer,
  afterProbe,
  afterFailure,
  CLOSED,
  FAILURES_IN_A_ROW,
  FIRST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  type BreakerState,
} from './breaker.js';

/** `.` an answer, `x` a failure. */
const after = (history: string, state = CLOSED): BreakerState =>
  [...history].reduce((before, each) => (each === 'x' ? afterFailure(before, 1_000) : afterAnswer(before)), state);
const isOpen = (history: string): boolean => after(history).openedAt !== null;

describe('the breaker of the search', () => {
  it('opens at the third failure in a row, and an answer between begins anew', () => {
    expect(['xx', 'xx.xx', 'xxx', '.........xxx'].map(isOpen)).toEqual([false, false, true, true]);
  });

  it('opens for an engine that answers every other time, not for one that fails now and then', () => {
    expect([isOpen('x.x.x.x.'), isOpen('x.x.x.x.x'), isOpen('x......x......x......x......x......x')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('probes half a second after it opened, then after twice as long each time, up to 8 seconds', () => {
    let state = after('x'.repeat(FAILURES_IN_A_ROW));
    const pauses = [state.probeAt! - 1_000];
    for (let probe = 0; probe < 6; probe += 1) {
      const now = state.probeAt!;
      state = afterProbe(state, false, now);
      pauses.push(state.probeAt! - now);
    }
    expect(pauses).toEqual([FIRST_PAUSE_MS, 1_000, 2_000, 4_000, 8_000, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS]);
  });

  it('closes after one good probe', () => {
    expect(afterProbe(after('xxx'), true, 2_000)).toMatchObject({ openedAt: null, probeAt: null, recent: [] });
  });

  it('is more patient with an engine that fails again at once, and forgets after a window of answers', () => {
    const back = afterProbe(after('xxx'), true, 2_000);
    expect(after('..xxx', back).probeAt).toBe(1_000 + 2 * FIRST_PAUSE_MS);
    expect(after(`${'.'.repeat(20)}xxx`, back).probeAt).toBe(1_000 + FIRST_PAUSE_MS);
  });

  it('is not moved by requests that were under way when it opened', () => {
    const open = after('xxx');
    expect([afterFailure(open, 9_000), afterAnswer(open), afterProbe(CLOSED, false, 5)]).toEqual([open, open, CLOSED]);
  });
});
