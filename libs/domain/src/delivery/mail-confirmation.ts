/** The link in a mail that asks an address to confirm works for so long after the mail was asked for. */
export const CONFIRMATION_LINK_MS = 7 * 86_400_000;
/** After so many attempts one mail is given up, those included that a crash cut off. */
export const CONFIRMATION_ATTEMPTS = 10;

/**
 * Mails that ask one address within a day, whichever accounts name it: nobody's mailbox can be filled by many
 * accounts.
 */
export const CONFIRMATIONS_PER_ADDRESS = 3;
/** Mails that one account has sent within a day to addresses that never asked for them. */
export const CONFIRMATIONS_PER_ACCOUNT = 200;

/** Mails that asked others within the last day. */
export interface RecentConfirmations {
  readonly toAddress: number;
  readonly ofAccount: number;
}

/** Whether one more address may be asked now. A further attempt of the same mail is no further mail. */
export function mayAskToConfirm({ toAddress, ofAccount }: RecentConfirmations): boolean {
  return toAddress < CONFIRMATIONS_PER_ADDRESS && ofAccount < CONFIRMATIONS_PER_ACCOUNT;
}
