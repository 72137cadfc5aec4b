/** Listings that a mail shows; the rest is counted. */
export const LISTINGS_PER_MAIL = 20;

/** What is remembered of an alert's mails. Times in milliseconds since 1970. */
export interface MailRhythm {
  /** The earliest time of another mail. */
  readonly nextMailAt: number;
  /** The mail that was taken and has not ended, retries included; null where there is none. */
  readonly openDelivery: string | null;
}

/** An alert that never sent a mail. */
export const NO_MAIL_YET: MailRhythm = Object.freeze({ nextMailAt: -Infinity, openDelivery: null });

/**
 * Whether a gathered mail may be closed and sent: not before the gathering time is over, and never beside another mail of the alert that has not ended, or
 * a retry of the one and the first attempt of the other could arrive together.
 */
export function mayTakeMail({ nextMailAt, openDelivery }: MailRhythm, deliveryId: string, now: number): boolean {
  return openDelivery === deliveryId || (openDelivery === null && nextMailAt <= now);
}

/** When to look again at a mail that had to wait: when the time is over; where another mail is open, not before that one is tried again (`openDueAt`). */
export function mailLookAgainAt(
  { nextMailAt, openDelivery }: MailRhythm,
  openDueAt: number | null,
  now: number,
): number {
  return openDelivery === null ? nextMailAt : Math.max(nextMailAt, now + OPEN_MAIL_PAUSE_MS, openDueAt ?? now);
}

/** The rhythm once a mail was taken, or tried again. */
export function mailTaken(deliveryId: string, now: number, gatherMs: number): MailRhythm {
  return { nextMailAt: now + gatherMs, openDelivery: deliveryId };
}

/** The rhythm once an attempt of a mail ended; the receiver may have got it just now. */
export function mailTried(
  rhythm: MailRhythm,
  deliveryId: string,
  endedAt: number,
  gatherMs: number,
  isOver: boolean,
): MailRhythm {
  return {
    nextMailAt: Math.max(rhythm.nextMailAt, endedAt + gatherMs),
    openDelivery: isOver && rhythm.openDelivery === deliveryId ? null : rhythm.openDelivery,
  };
}

const OPEN_MAIL_PAUSE_MS = 5_000;
