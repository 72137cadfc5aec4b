import { firstAttempt, nextAttempt, resentAttempt } from './queued-attempt.js';

describe('an attempt that is queued', () => {
  it('is due at once; a mail not before its alert may send one', () => {
    expect(firstAttempt(100)).toEqual({ attemptNumber: 1, roundStart: 0, scheduledAt: 100, dueAt: 100 });
    expect([firstAttempt(100, 99).dueAt, firstAttempt(100, 101).dueAt, firstAttempt(100, null).dueAt]).toEqual([
      100, 101, 100,
    ]);
    expect(firstAttempt(100, 101).scheduledAt).toBe(100);
  });

  it('after a failure goes on in its round, at the time of the schedule', () => {
    expect(nextAttempt({ attemptNumber: 12, roundStart: 10 }, 500)).toEqual({
      attemptNumber: 13,
      roundStart: 10,
      scheduledAt: 500,
      dueAt: 500,
    });
  });

  it('of a delivery that is sent again begins a new round at once', () => {
    expect(resentAttempt(10, 500)).toEqual({ attemptNumber: 11, roundStart: 10, scheduledAt: 500, dueAt: 500 });
  });
});
