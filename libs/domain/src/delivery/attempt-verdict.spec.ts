import { judgeEmail, judgeWebhook, type AttemptVerdict } from './attempt-verdict.js';

const SENTENCES = { TIMEOUT: 'No answer came.' };
const kindOf = ({ kind }: AttemptVerdict) => kind;

describe('a webhook', () => {
  it('is judged by its status alone: every status there is', () => {
    for (let status = 100; status < 600; status += 1) {
      const isSuccess = status >= 200 && status < 300;
      const verdict = judgeWebhook({ kind: 'answered', status, retryAfterMs: 7_000 }, SENTENCES);
      expect(verdict).toMatchObject({
        kind: isSuccess ? 'DELIVERED' : status === 410 ? 'END' : 'RETRY',
        responseStatus: status,
        retryAfterMs: status === 429 || status === 503 ? 7_000 : 0,
        blamesDestination: !isSuccess,
        refusesRecipient: false,
        message: isSuccess
          ? null
          : expect.stringMatching(new RegExp(`^HTTP_${status}: The receiver [^\n]{10,100}\\.$`)),
      });
    }
  });

  it.each([
    ['FORBIDDEN_ADDRESS', 'END'],
    ['INVALID_URL', 'END'],
    ['TIMEOUT', 'RETRY'],
    ['UNKNOWN_HOST', 'RETRY'],
    ['CONNECTION_REFUSED', 'RETRY'],
    ['CONNECTION_RESET', 'RETRY'],
    ['CONNECTION_FAILED', 'RETRY'],
    ['UNREACHABLE', 'RETRY'],
    ['TLS_FAILED', 'RETRY'],
    ['MALFORMED_RESPONSE', 'RETRY'],
  ])('that failed with %s: %s', (code, kind) => {
    expect(judgeWebhook({ kind: 'failed', code }, SENTENCES)).toMatchObject({
      kind,
      responseStatus: null,
      blamesDestination: true,
      message: expect.stringMatching(new RegExp(`^${code}: `)),
    });
  });

  it('that we broke off ourselves is no attempt', () => {
    expect(judgeWebhook({ kind: 'failed', code: 'ABORTED' }, SENTENCES)).toMatchObject({
      kind: 'BROKEN_OFF',
      blamesDestination: false,
      message: null,
    });
  });

  it.each([
    [410, /gone for good/],
    [429, /called less often/],
    [300, /a redirect, which is never followed/],
    [399, /a redirect, which is never followed/],
    [400, /answered 400 instead of/],
    [199, /answered 199 instead of/],
  ])('that was answered with %s says what that means', (status, sentence) => {
    expect(judgeWebhook({ kind: 'answered', status }, SENTENCES).message).toMatch(sentence);
  });

  it('says the code and the channel’s sentence', () => {
    expect(judgeWebhook({ kind: 'failed', code: 'TIMEOUT' }, SENTENCES).message).toBe('TIMEOUT: No answer came.');
  });
});

describe('a mail', () => {
  it.each<[number, string | undefined, string, boolean]>([
    [250, undefined, 'DELIVERED', false],
    [251, undefined, 'DELIVERED', false],
    [421, undefined, 'RETRY', false],
    [450, '4.2.1', 'RETRY', false],
    [451, undefined, 'RETRY', false],
    [452, '4.1.1', 'RETRY', false],
    [550, undefined, 'END', true],
    [550, '5.1.1', 'END', true],
    [553, '5.1.3', 'END', true],
    [554, '5.1.2', 'END', true],
    [550, '5.0.0', 'END', true],
    [550, '5.2.1', 'END', true],
    [550, '5.4.1', 'END', true],
    [550, '5.1.7', 'RETRY', false],
    [550, '5.1.8', 'RETRY', false],
    [553, '5.1.8', 'RETRY', false],
    [550, '5.2.2', 'RETRY', false],
    [550, '5.3.4', 'RETRY', false],
    [550, '5.6.1', 'RETRY', false],
    [550, '5.7.1', 'RETRY', false],
    [550, '5.7.26', 'RETRY', false],
    [550, '4.7.1', 'RETRY', false],
    [554, '5.7.1', 'RETRY', false],
    [552, '5.2.2', 'RETRY', false],
    [500, undefined, 'RETRY', false],
  ])('answered %i %s: %s', (status, enhancedStatus, kind, refusesRecipient) => {
    expect(judgeEmail({ kind: 'answered', status, enhancedStatus }, SENTENCES)).toMatchObject({
      kind,
      refusesRecipient,
      responseStatus: status,
    });
  });

  it.each<[number, string | undefined, string]>([
    [550, undefined, 'RETRY'],
    [550, '5.0.0', 'RETRY'],
    [550, '5.7.1', 'RETRY'],
    [550, '5.1.1', 'END'],
    [550, '5.2.1', 'END'],
  ])('whose text was answered %i %s, with its recipient accepted: %s', (status, enhancedStatus, kind) => {
    const report = { kind: 'answered', status, enhancedStatus, isOfText: true } as const;
    expect(judgeEmail(report, SENTENCES)).toMatchObject({ kind, refusesRecipient: kind === 'END' });
  });

  it.each(['TIMEOUT', 'MAIL_SERVER_REFUSED', 'CONNECTION_REFUSED'])(
    'that failed with %s says nothing of the recipient',
    (code) => {
      expect(judgeEmail({ kind: 'failed', code }, SENTENCES)).toMatchObject({
        kind: 'RETRY',
        blamesDestination: false,
      });
    },
  );

  it.each(['5.1.7', '5.1.8'])('whose sender is refused, said of the recipient with %s, does not blame that', (code) => {
    const report = { kind: 'answered', status: 550, enhancedStatus: code } as const;
    expect(judgeEmail(report, SENTENCES)).toMatchObject({ kind: 'RETRY', blamesDestination: false });
    expect(judgeEmail({ ...report, enhancedStatus: '5.7.1' }, SENTENCES).blamesDestination).toBe(true);
  });

  it('to something that is no address ends', () => {
    expect(kindOf(judgeEmail({ kind: 'failed', code: 'INVALID_RECIPIENT' }, SENTENCES))).toBe('END');
  });
});
