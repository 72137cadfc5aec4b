import { CONFIRMATION_LINK_MS } from './mail-confirmation.js';

/** What due deliveries of an endpoint wait for, other than a probe. */
export type WaitsFor = 'ACCOUNT' | 'MAIL_SERVER' | 'CONFIRMATION';

/** A mail that asks an address to confirm. */
export interface ConfirmationAsked {
  readonly askedAt: Date;
  /** The mail server took it; null: not yet, or it was given up. */
  readonly sentAt: Date | null;
  /** It is still to be sent, or tried again. */
  readonly isDue: boolean;
  /** Asking before that sends no further mail. */
  readonly againAt: Date;
}

/** What holds back the deliveries of an endpoint. */
export interface WaitingEndpoint {
  readonly failures: number;
  readonly openedAt: Date | null;
  /** Null: whenever something is due. */
  readonly probeAt: Date | null;
  /** The host as a whole does not answer; null where it does. */
  readonly origin: { readonly origin: string; readonly openedAt: Date; readonly probeAt: Date | null } | null;
  readonly waitsFor: WaitsFor | null;
  readonly confirmation: ConfirmationAsked | null;
  /** The address got as many mails as it may: none before that; null where it may get one. */
  readonly nextMailAt: Date | null;
}

/** Why what is due to an endpoint waits, as a stable code and a sentence for its owner; null where nothing keeps it. */
export function waitingNotice(waiting: WaitingEndpoint): string | null {
  const { failures, openedAt, probeAt, origin, waitsFor, confirmation, nextMailAt } = waiting;
  if (waitsFor === 'ACCOUNT') return 'ACCOUNT_BLOCKED: The account is blocked; this goes out once it is let in again.';
  if (waitsFor === 'MAIL_SERVER')
    return 'MAIL_NOT_CONFIGURED: No mail server is configured (SMTP_URL); the mail waits until there is one.';
  if (waitsFor === 'CONFIRMATION')
    return (
      'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. ' + `${askedSentence(confirmation)}`
    );
  if (openedAt !== null)
    return (
      `DESTINATION_FAILING: The destination failed ${failures} times in a row and is only probed since ` +
      `${openedAt.toISOString()}. ${probeSentence(probeAt)}`
    );
  if (nextMailAt !== null)
    return (
      'ADDRESS_LIMIT: So many mails went to this address that the next one waits, as the operator has set it; ' +
      `one goes at ${nextMailAt.toISOString()}, and matches are gathered until then.`
    );
  if (origin === null) return null;
  return (
    `HOST_FAILING: Nothing at ${origin.origin} answers, and it is only probed since ` +
    `${origin.openedAt.toISOString()}. ${probeSentence(origin.probeAt)}`
  );
}

function probeSentence(probeAt: Date | null): string {
  const next = probeAt === null ? 'The next delivery probes it' : `The next probe is due at ${probeAt.toISOString()}`;
  return `${next}; this goes out once one is answered.`;
}

function askedSentence(asked: ConfirmationAsked | null): string {
  if (asked === null || asked.isDue)
    return 'A mail that asks for it is about to be sent; mails go out once its link was used.';
  if (asked.sentAt === null) return 'The mail that asks for it could not be sent; a test of the alert tries again.';
  const until = new Date(asked.askedAt.getTime() + CONFIRMATION_LINK_MS);
  return (
    `The mail that asks for it went out at ${asked.sentAt.toISOString()}; mails go out once its link was ` +
    `used, which works until ${until.toISOString()}. ` +
    `From ${asked.againAt.toISOString()} on, a test of the alert sends another.`
  );
}
