import { waitingNotice, type WaitsFor } from '@gable/domain/delivery';

/** Why what is due to an endpoint waits, as read by `WAITING`; times are in text, as JSON has them. */
export interface WaitingRow {
  failures: number;
  openedAt: string | null;
  probeAt: string | null;
  waitsFor: WaitsFor | null;
  switchedOffReason: string | null;
  origin: { origin: string; openedAt: string; probeAt: string | null } | null;
  confirmation: {
    firstAskedAt: string;
    askedAt: string;
    sentAt: string | null;
    isDue: boolean;
    againAt: string;
  } | null;
  nextMailAt: string | null;
}

/** The sentence for its owner; null where nothing keeps it. */
export function noticeOf({
  openedAt,
  probeAt,
  switchedOffReason,
  origin,
  confirmation,
  nextMailAt,
  ...row
}: WaitingRow): string | null {
  return (
    switchedOffReason ??
    waitingNotice({
      ...row,
      openedAt: date(openedAt),
      probeAt: date(probeAt),
      origin: origin && { origin: origin.origin, openedAt: new Date(origin.openedAt), probeAt: date(origin.probeAt) },
      nextMailAt: date(nextMailAt),
      confirmation: confirmation && {
        isDue: confirmation.isDue,
        askedAt: new Date(confirmation.askedAt),
        sentAt: date(confirmation.sentAt),
        againAt: new Date(confirmation.againAt),
      },
    })
  );
}

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
