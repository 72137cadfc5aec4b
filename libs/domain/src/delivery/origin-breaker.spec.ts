import { judgeWebhook } from './attempt-verdict.js';
import { FAILURES_TO_OPEN, FIRST_PROBE_MS } from './breaker.js';
import { CLOSED_ORIGIN, afterSign, originAdmission, originSign, type OriginState } from './origin-breaker.js';

const signOf = (code: string) => originSign(judgeWebhook({ kind: 'failed', code }, {}));
const silent = (endpointIds: readonly number[], before: OriginState = CLOSED_ORIGIN): OriginState =>
  endpointIds.reduce(
    (state, endpointId) => afterSign(state, { sign: 'SILENT', endpointId, isProbe: false, at: 0 }),
    before,
  );
const inTurns = (endpoints: number, failures = FAILURES_TO_OPEN): number[] =>
  Array.from({ length: failures }, (_, n) => n % endpoints);

describe('what an attempt says of an origin', () => {
  it('any status is an answer, whatever the endpoint is blamed for', () => {
    expect(
      [200, 301, 404, 410, 429, 500, 503].map((status) => originSign(judgeWebhook({ kind: 'answered', status }, {}))),
    ).toEqual(Array(7).fill('ANSWERED'));
  });

  it.each(['TIMEOUT', 'CONNECTION_REFUSED', 'CONNECTION_RESET', 'UNKNOWN_HOST', 'TLS_FAILED', 'UNREACHABLE'])(
    '%s is silence',
    (code) => expect(signOf(code)).toBe('SILENT'),
  );

  it.each(['ABORTED', 'FORBIDDEN_ADDRESS', 'INVALID_URL'])('%s says nothing', (code) =>
    expect(signOf(code)).toBeNull(),
  );
});

describe('the breaker of an origin', () => {
  it('opens when ten attempts in a row at three endpoints got no answer', () => {
    expect(originAdmission(silent(inTurns(3)), 0)).toBe('WAIT');
    expect(originAdmission(silent(inTurns(3, FAILURES_TO_OPEN - 1)), 0)).toBe('ALL');
  });

  it('stays closed for paths that hang at a host that answers others', () => {
    expect(originAdmission(silent(inTurns(2, 1_000)), 0)).toBe('ALL');
    const answered = afterSign(silent(inTurns(9, 9)), { sign: 'ANSWERED', endpointId: 99, isProbe: false, at: 0 });
    expect(originAdmission(silent(inTurns(9, 9), answered), 0)).toBe('ALL');
  });

  it('lets one probe through, later after each that fails, and closes at any answer', () => {
    const open = silent(inTurns(3));
    expect(originAdmission(open, FIRST_PROBE_MS)).toBe('PROBE');
    const probe = { endpointId: 1, isProbe: true, at: FIRST_PROBE_MS };
    const failed = afterSign(open, { ...probe, sign: 'SILENT' });
    expect(failed.probeAt).toBe(3 * FIRST_PROBE_MS);
    expect(afterSign(failed, { ...probe, sign: 'ANSWERED' })).toBe(CLOSED_ORIGIN);
    expect(originAdmission(afterSign(failed, { ...probe, sign: null }), FIRST_PROBE_MS)).toBe('PROBE');
  });

  it('is not put off by what was under way when it opened', () => {
    const open = silent(inTurns(3));
    expect(silent([7, 8, 9], open).probeAt).toBe(open.probeAt);
  });
});
