import fc from 'fast-check';
import { judgeWebhook } from './attempt-verdict.js';
import { CLOSED_BREAKER } from './breaker.js';
import {
  DELIVERIES_PER_RUN,
  DELIVERIES_PER_RUN_WELL,
  nextLookAt,
  planRun,
  type EndpointState,
} from './endpoint-run.js';
import { applyOutcome } from './apply-outcome.js';
import { CLOSED_ORIGIN, type OriginState } from './origin-breaker.js';
import { ATTEMPT_MS, LEASE_MS, holdsLease, mayBegin } from './lease.js';
import { NO_MAIL_YET, mailLookAgainAt, mailTaken, mailTried, mayTakeMail, type MailState } from './mail-digest.js';
import { settleAttempt } from './settle-attempt.js';
import { type DeliverySituation, skipReason } from './skip-reason.js';

const verdictOf = (status: number) => judgeWebhook({ kind: 'answered', status }, {});

describe('an attempt that ended', () => {
  const settle = (status: number, attemptNumber: number, roundStart = 0) =>
    settleAttempt({ attemptNumber, roundStart, verdict: verdictOf(status), endedAt: 1_000 }, [10, 20], () => 0.5);

  it('is followed by the next, by none, or by itself', () => {
    expect([settle(200, 1), settle(500, 1), settle(500, 2), settle(500, 3), settle(410, 1)]).toEqual([
      { kind: 'DELIVERED' },
      { kind: 'AGAIN', nextAt: 1_010 },
      { kind: 'AGAIN', nextAt: 1_020 },
      { kind: 'DEAD', scheduleRanOut: true },
      { kind: 'DEAD', scheduleRanOut: false },
    ]);
    expect(
      settleAttempt(
        { attemptNumber: 1, roundStart: 0, verdict: judgeWebhook({ kind: 'failed', code: 'ABORTED' }, {}), endedAt: 5 },
        [10],
        () => 0,
      ),
    ).toEqual({ kind: 'PUT_BACK' });
  });

  it('of a resend has the whole schedule before it', () => {
    expect([settle(500, 11, 10), settle(500, 12, 10), settle(500, 13, 10)]).toMatchObject([
      { nextAt: 1_010 },
      { nextAt: 1_020 },
      { kind: 'DEAD' },
    ]);
  });
});

describe('a lease', () => {
  it('is longer than an attempt, and one that began in time ends in time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LEASE_MS }), (at) => {
        if (mayBegin(LEASE_MS, at)) expect(at + ATTEMPT_MS).toBeLessThan(LEASE_MS);
      }),
    );
    expect(mayBegin(LEASE_MS, 0)).toBe(true);
  });

  it('is held by one owner for one attempt until one time', () => {
    const mine = { owner: 'a', attemptNumber: 2, leasedUntil: new Date(30_000) };
    const others = [
      { ...mine, owner: 'b' },
      { ...mine, owner: null, leasedUntil: null },
      { ...mine, attemptNumber: 3 },
      { ...mine, leasedUntil: new Date(60_000) },
      undefined,
    ];
    expect(holdsLease({ ...mine, leasedUntil: new Date(30_000) }, mine)).toBe(true);
    expect(others.map((current) => holdsLease(current, mine))).toEqual([false, false, false, false, false]);
  });
});

describe('a run of an endpoint', () => {
  const closed: EndpointState = { answersWell: true, breaker: CLOSED_BREAKER };
  const open: EndpointState = {
    answersWell: false,
    breaker: { ...CLOSED_BREAKER, failures: 10, openedAt: 0, probeAt: 30_000 },
  };

  it('takes a few, and more where the last thing was taken; one behind an open breaker, and none before its time', () => {
    const unsure = { ...closed, answersWell: false };
    expect([unsure, closed, open].map((state) => planRun(state, null, 0).take)).toEqual([
      DELIVERIES_PER_RUN,
      DELIVERIES_PER_RUN_WELL,
      0,
    ]);
    expect([planRun(open, null, 30_000)]).toEqual([{ take: 1, underWayLimit: 1, isProbe: true, probesOrigin: false }]);
    expect(planRun({ ...open, breaker: { ...open.breaker, switchedOffAt: 1 } }, null, 60_000).take).toBe(0);
  });

  it('at an origin that does not answer waits for its probe, but for one that took the last thing', () => {
    const origin: OriginState = { ...CLOSED_ORIGIN, failures: 10, openedAt: 0, probeAt: 30_000 };
    const fresh = { ...closed, answersWell: false };
    expect([planRun(fresh, origin, 0).take, planRun(closed, origin, 0).take]).toEqual([0, DELIVERIES_PER_RUN_WELL]);
    expect(planRun(fresh, origin, 30_000)).toEqual({ take: 1, underWayLimit: 1, isProbe: true, probesOrigin: true });
    expect([nextLookAt(fresh, origin, 5, 100), nextLookAt(closed, origin, 5, 100)]).toEqual([30_000, 100]);
    expect(planRun(open, { ...origin, probeAt: 90_000 }, 30_000).take).toBe(0);
  });

  it('is followed by the next look: at once, when something is due, at the probe, or never', () => {
    expect([
      nextLookAt(closed, null, 5, 100),
      nextLookAt(closed, null, 500, 100),
      nextLookAt(open, null, 5, 100),
      nextLookAt(open, null, 90_000, 100),
      nextLookAt(closed, null, null, 100),
    ]).toEqual([100, 500, 30_000, 90_000, null]);
  });
});

describe('the outcome of a delivery', () => {
  const fresh: EndpointState = { answersWell: false, breaker: CLOSED_BREAKER };

  it('counts failures of its own only', () => {
    const ended = { isProbe: false, at: 5 };
    expect(applyOutcome(fresh, { ...ended, verdict: verdictOf(500) }).state.breaker.failures).toBe(1);
    expect(applyOutcome(fresh, { ...ended, verdict: { ...verdictOf(500), blamesDestination: false } }).state).toBe(
      fresh,
    );
    expect(applyOutcome(fresh, { ...ended, verdict: null }).state).toBe(fresh);
    expect(applyOutcome(fresh, { ...ended, verdict: verdictOf(204) }).state).toEqual({
      answersWell: true,
      breaker: CLOSED_BREAKER,
    });
  });

  it('gives up a mailbox that does not exist at once, and says so once', () => {
    const verdict = { ...verdictOf(500), refusesRecipient: true };
    const first = applyOutcome(fresh, { isProbe: false, at: 5, verdict });
    expect([
      first.givenUp,
      first.state.breaker.switchedOffAt,
      applyOutcome(first.state, { isProbe: false, at: 9, verdict }).givenUp,
    ]).toEqual(['NO_MAILBOX', 5, null]);
  });

  it('gives up an endpoint that failed for days, and says so once', () => {
    const failing = { ...CLOSED_BREAKER, failures: 30, failingSince: 0, openedAt: 1, probeAt: 2 };
    const end = (state: EndpointState, at: number) =>
      applyOutcome(state, { isProbe: true, at, verdict: verdictOf(500) });
    const days = 5 * 86_400_000;
    const before = end({ answersWell: true, breaker: failing }, days - 1);
    const after = end(before.state, days);
    expect([before.givenUp, after.givenUp, end(after.state, days + 1).givenUp]).toEqual([
      null,
      'FAILED_FOR_DAYS',
      null,
    ]);
    expect([before.state.answersWell, after.state.breaker.switchedOffAt]).toEqual([false, days]);
  });
});

describe('mails of an alert', () => {
  it('go out once in the gathering time, one at a time, in every history', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 400 }), ends: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let mailState: MailState = NO_MAIL_YET;
        let now = 0;
        let mail = 0;
        let lastTried = -Infinity;
        for (const { wait, ends } of steps) {
          now += wait;
          const id = `m${mail}`;
          if (mayTakeMail(mailState, id, now)) {
            if (mailState.openDelivery === null) expect(now - lastTried).toBeGreaterThanOrEqual(300);
            mailState = mailTried(mailTaken(id, now, 300), id, now, 300, ends);
            lastTried = now;
            if (ends) mail += 1;
          } else expect(mailLookAgainAt(mailState, null, now)).toBeGreaterThan(now);
        }
      }),
    );
  });
});

describe('a reason not to send', () => {
  const fine: DeliverySituation = {
    alert: { deleted: false, active: true, notificationConfig: null },
    destination: 'CURRENT',
    unsubscribed: false,
    isTest: false,
    eventTypes: ['NEW_MATCH'],
  };
  it.each<[string | null, Partial<DeliverySituation>]>([
    [null, {}],
    ['ALERT_DELETED', { alert: null }],
    ['ALERT_DELETED', { alert: { deleted: true, active: false, notificationConfig: null }, destination: 'REMOVED' }],
    ['ALERT_INACTIVE', { alert: { deleted: false, active: false, notificationConfig: null } }],
    ['DESTINATION_CHANGED', { destination: 'CHANGED' }],
    ['DESTINATION_REMOVED', { destination: 'REMOVED' }],
    ['UNSUBSCRIBED', { unsubscribed: true }],
    ['RULE_OFF', { eventTypes: ['PRICE_CHANGED'] }],
    [null, { eventTypes: ['PRICE_CHANGED', 'NEW_MATCH'] }],
    ['EVENT_GONE', { eventTypes: [] }],
    [null, { eventTypes: null }],
    [null, { isTest: true, eventTypes: null, alert: { deleted: false, active: false, notificationConfig: null } }],
  ])('%s', (reason, situation) => expect(skipReason({ ...fine, ...situation })).toBe(reason));
});
