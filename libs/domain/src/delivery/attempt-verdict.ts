/** How an attempt went, as a channel reports it: what the other side said, or why it could not be asked. */
export type AttemptReport =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly enhancedStatus?: string;
      /** Of a mail: its recipient was accepted, and this is said of its text. */
      readonly isOfText?: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly retryAfterMs?: number };

/** What an attempt means for its delivery and for the destination. */
export interface AttemptVerdict {
  /** BROKEN_OFF: we ended it ourselves; it does not count and is made again. */
  readonly kind: 'DELIVERED' | 'RETRY' | 'END' | 'BROKEN_OFF';
  readonly responseStatus: number | null;
  /** A stable code, a colon and a short sentence; never anything that the other side said. Null where delivered. */
  readonly message: string | null;
  /** How long the receiver asked to wait; 0 where it did not. */
  readonly retryAfterMs: number;
  /** The failure says something of the destination: its breaker counts it. */
  readonly blamesDestination: boolean;
  /** There is no such mailbox: nothing more is sent to it. */
  readonly refusesRecipient: boolean;
}

/** The sentences of the channel's failure codes. */
export type FailureSentences = Readonly<Record<string, string>>;

/**
 * Judges an attempt of a webhook by its HTTP status alone: 2xx is delivered; 410, a forbidden address and an invalid
 * one end the delivery; everything else, redirects too, is tried again. Only 429 and 503 may ask for patience.
 */
export function judgeWebhook(report: AttemptReport, sentences: FailureSentences): AttemptVerdict {
  if (report.kind === 'failed')
    return failed(report, sentences, { ends: ENDING_WEBHOOKS.has(report.code), blamesDestination: true });
  const { status, retryAfterMs = 0 } = report;
  if (status >= 200 && status < 300) return delivered(status);
  return {
    ...RETRIED,
    responseStatus: status,
    message: `HTTP_${status}: ${httpSentence(status)}`,
    kind: status === 410 ? 'END' : 'RETRY',
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs : 0,
  };
}

/**
 * Judges an attempt of a mail by the reply code (RFC 5321) and the enhanced status (RFC 3463). That there is no such
 * mailbox ends the delivery and every later one to it; other replies are tried again. Failures between us and our own
 * mail server are not the recipient's.
 */
export function judgeEmail(report: AttemptReport, sentences: FailureSentences): AttemptVerdict {
  if (report.kind === 'failed') {
    const ends = ENDING_EMAILS.has(report.code);
    return failed(report, sentences, { ends, blamesDestination: ends });
  }
  const { status, retryAfterMs = 0 } = report;
  if (status >= 200 && status < 300) return delivered(status);
  const noSuchMailbox = saysNoSuchMailbox(report);
  return {
    ...RETRIED,
    responseStatus: status,
    message: `SMTP_${status}: ${smtpSentence(status, noSuchMailbox)}`,
    kind: noSuchMailbox ? 'END' : 'RETRY',
    retryAfterMs,
    blamesDestination: !OF_THE_SENDER.test(report.enhancedStatus ?? ''),
    refusesRecipient: noSuchMailbox,
  };
}

/**
 * 5.1.x says so, and 550 where nothing beside it says otherwise. Servers also answer 550 to a sender or a text that
 * they do not want, most of them at RCPT TO: an address is not given up for our own name or for a mail of that day.
 */
function saysNoSuchMailbox({
  status,
  enhancedStatus,
  isOfText,
}: Extract<AttemptReport, { kind: 'answered' }>): boolean {
  if (status < 500) return false;
  if (enhancedStatus !== undefined && OF_SOMETHING_ELSE.test(enhancedStatus)) return false;
  if (enhancedStatus?.startsWith('5.1.')) return true;
  // RFC 5321 §4.3.2: 550 to DATA is a rejection for reasons of policy.
  return status === 550 && (isOfText !== true || enhancedStatus === '5.2.1');
}

/** Whom mails come from is not the recipient's fault. */
const OF_THE_SENDER = /^[45]\.1\.[78]$/;
/** The sender (5.1.7, 5.1.8), a full mailbox or a long mail, the system, the protocol, the content, a policy. */
const OF_SOMETHING_ELSE = /^[45]\.(?:1\.[78]|2\.[23]|[3567]\.\d+)$/;

const RETRIED: AttemptVerdict = Object.freeze({
  kind: 'RETRY',
  responseStatus: null,
  message: null,
  retryAfterMs: 0,
  blamesDestination: true,
  refusesRecipient: false,
});
const ENDING_WEBHOOKS: ReadonlySet<string> = new Set(['FORBIDDEN_ADDRESS', 'INVALID_URL']);
const ENDING_EMAILS: ReadonlySet<string> = new Set(['INVALID_RECIPIENT']);

function delivered(status: number): AttemptVerdict {
  return { ...RETRIED, kind: 'DELIVERED', responseStatus: status, blamesDestination: false };
}

function failed(
  report: { code: string; retryAfterMs?: number },
  sentences: FailureSentences,
  { ends, blamesDestination }: { ends: boolean; blamesDestination: boolean },
): AttemptVerdict {
  const { code, retryAfterMs = 0 } = report;
  if (code === 'ABORTED') return { ...RETRIED, kind: 'BROKEN_OFF', blamesDestination: false };
  return {
    ...RETRIED,
    message: `${code}: ${sentences[code] ?? 'The attempt failed.'}`,
    kind: ends ? 'END' : 'RETRY',
    retryAfterMs,
    blamesDestination,
  };
}

function httpSentence(status: number): string {
  if (status === 410) return 'The receiver answered that it is gone for good; this delivery is not tried again.';
  if (status === 429) return 'The receiver asked to be called less often.';
  if (status >= 300 && status < 400) return 'The receiver answered with a redirect, which is never followed.';
  return `The receiver answered ${status} instead of a status from 200 to 299.`;
}

function smtpSentence(status: number, noSuchMailbox: boolean): string {
  if (noSuchMailbox)
    return (
      'The mail server says that there is no such mailbox; nothing more is sent to this address until a test is, ' +
      'or it is taken from the alert and given again.'
    );
  return status < 500 ? 'The mail server asked to try again later.' : 'The mail server refused the mail.';
}
