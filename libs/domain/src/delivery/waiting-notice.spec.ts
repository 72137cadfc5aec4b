import { waitingNotice, type WaitingEndpoint } from './waiting-notice.js';

const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);
const NOTHING: WaitingEndpoint = {
  failures: 0,
  openedAt: null,
  probeAt: null,
  origin: null,
  waitsFor: null,
  confirmation: null,
  nextMailAt: null,
};
const asked = { askedAt: at('09:00:00'), sentAt: null, isDue: true, againAt: at('21:00:00') };

it.each<[string, Partial<WaitingEndpoint>, string | null]>([
  ['nothing', {}, null],
  ['nothing, whatever failed before', { failures: 9 }, null],
  [
    'a probe',
    { failures: 12, openedAt: at('10:00:00'), probeAt: at('10:01:00') },
    'DESTINATION_FAILING: The destination failed 12 times in a row and is only probed since ' +
      '2026-03-01T10:00:00.000Z. The next probe is due at 2026-03-01T10:01:00.000Z; this goes out once one is ' +
      'answered.',
  ],
  [
    'the next delivery',
    { failures: 10, openedAt: at('10:00:00') },
    'DESTINATION_FAILING: The destination failed 10 times in a row and is only probed since ' +
      '2026-03-01T10:00:00.000Z. The next delivery probes it; this goes out once one is answered.',
  ],
  [
    'its host',
    { origin: { origin: 'https://a.example', openedAt: at('10:00:00'), probeAt: at('10:01:00') } },
    'HOST_FAILING: Nothing at https://a.example answers, and it is only probed since 2026-03-01T10:00:00.000Z. ' +
      'The next probe is due at 2026-03-01T10:01:00.000Z; this goes out once one is answered.',
  ],
  [
    'its account before all else',
    { waitsFor: 'ACCOUNT', failures: 10, openedAt: at('10:00:00') },
    'ACCOUNT_BLOCKED: The account is blocked; this goes out once it is let in again.',
  ],
  [
    'a mail server',
    { waitsFor: 'MAIL_SERVER' },
    'MAIL_NOT_CONFIGURED: No mail server is configured (SMTP_URL); the mail waits until there is one.',
  ],
  [
    'a question that was never asked',
    { waitsFor: 'CONFIRMATION' },
    'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. A mail that asks for it is ' +
      'about to be sent; mails go out once its link was used.',
  ],
  [
    'a question on its way',
    { waitsFor: 'CONFIRMATION', confirmation: asked },
    'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. A mail that asks for it is ' +
      'about to be sent; mails go out once its link was used.',
  ],
  [
    'a question that could not be asked',
    { waitsFor: 'CONFIRMATION', confirmation: { ...asked, isDue: false } },
    'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. The mail that asks for it ' +
      'could not be sent; a test of the alert tries again.',
  ],
  [
    'an answer',
    { waitsFor: 'CONFIRMATION', confirmation: { ...asked, isDue: false, sentAt: at('09:00:02') } },
    'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. The mail that asks for it went ' +
      'out at 2026-03-01T09:00:02.000Z; mails go out once its link was used, ' +
      'which works until 2026-03-08T09:00:00.000Z. From 2026-03-01T21:00:00.000Z on, a test of the alert ' +
      'sends another.',
  ],
  [
    'its turn, where the address got as many mails as it may',
    { nextMailAt: at('12:09:36') },
    'ADDRESS_LIMIT: So many mails went to this address that the next one waits, as the operator has set it; one ' +
      'goes at 2026-03-01T12:09:36.000Z, and matches are gathered until then.',
  ],
  [
    'the recipient first, where the address fails, too',
    { waitsFor: 'CONFIRMATION', failures: 10, openedAt: at('10:00:00') },
    'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. A mail that asks for it is ' +
      'about to be sent; mails go out once its link was used.',
  ],
])('what is due waits for %s', (_, endpoint, notice) => {
  expect(waitingNotice({ ...NOTHING, ...endpoint })).toBe(notice);
});
