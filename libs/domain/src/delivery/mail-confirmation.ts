/** The link in a mail that asks an address to confirm works for so long after the mail was asked for. */
export const CONFIRMATION_LINK_MS = 7 * 86_400_000;
/** After so many attempts one mail is given up, those included that a crash cut off. */
export const CONFIRMATION_ATTEMPTS = 10;

/** Mails that ask one address within a day, whichever accounts name it: nobody's mailbox can be filled by many accounts. */
export const CONFIRMATIONS_PER_ADDRESS = 3;
/** Mails that one account has sent within a day to addresses that never asked for them. */
export const CONFIRMATIONS_PER_ACCOUNT = 200;

/** How often an address was asked to confirm, and until when it is not asked again. Times in milliseconds since 1970. */
export interface ConfirmationRequest {
  readonly mails: number;
  readonly againAt: number;
}

/**
 * Asks an address once more, or null where it is too early: at most once a day, and half as often after each mail that nobody answered. `asked` is
 * null for one that was never asked.
 */
export function nextConfirmation(asked: ConfirmationRequest | null, now: number): ConfirmationRequest | null {
  if (asked !== null && asked.againAt > now) return null;
  const before = asked?.mails ?? 0;
  return { mails: before + 1, againAt: now + Math.min(2 ** before, LONGEST_CONFIRMATION_PAUSE_DAYS) * DAY_MS };
}

const DAY_MS = 86_400_000;
const LONGEST_CONFIRMATION_PAUSE_DAYS = 32;

/** Mails that asked others within the last day. */
export interface RecentConfirmations {
  readonly toAddress: number;
  readonly ofAccount: number;
}

/** Whether one more address may be asked now. A further attempt of the same mail is no further mail. */
export function mayAskToConfirm({ toAddress, ofAccount }: RecentConfirmations): boolean {
  return toAddress < CONFIRMATIONS_PER_ADDRESS && ofAccount < CONFIRMATIONS_PER_ACCOUNT;
}
