/** What deliveries say that ended because their destination was given up; FAILED, so that a replay of what failed finds them. */
export const SWITCHED_OFF_MESSAGE = 'DESTINATION_SWITCHED_OFF: The destination failed for 5 days and was switched off; send a test or write it anew, then replay what failed.';
export const SUPPRESSED_MESSAGE = 'ADDRESS_SUPPRESSED: The mail server said that there is no such mailbox; write the address anew to send to it again.';

/** Why an endpoint was given up, as alerts show it. */
export const switchedOffReasonOf = (lastMessage: string): string => `DESTINATION_SWITCHED_OFF: It failed for 5 days. The last failure was ${lastMessage}`;

export const isSuppressed = (reason: string | null): boolean => reason?.startsWith('ADDRESS_SUPPRESSED') ?? false;
