import { waitingNotice, type WaitsFor } from '@gable/domain/delivery';
import { IS_UNCONFIRMED } from './queue-requests.js';

/** Why what is due to an endpoint waits, as read by `WAITING`; times are in text, as JSON has them. */
export interface WaitingRow {
  failures: number;
  openedAt: string | null;
  probeAt: string | null;
  waitsFor: WaitsFor | null;
  switchedOffReason: string | null;
  confirmation: {
    firstAskedAt: string;
    askedAt: string;
    sentAt: string | null;
    isDue: boolean;
    againAt: string;
  } | null;
}

/** As JSON, of a table called endpoint. */
export const WAITING = `
  json_build_object('failures', endpoint.failures, 'openedAt', endpoint.opened_at, 'probeAt', endpoint.probe_at, 'switchedOffReason', endpoint.switched_off_reason,
    'waitsFor', case when endpoint.waits_for = 'MAIL_SERVER' then 'MAIL_SERVER' when ${IS_UNCONFIRMED} then 'CONFIRMATION' end,
    'confirmation', (
      select json_build_object('firstAskedAt', first_asked_at, 'askedAt', asked_at, 'sentAt', sent_at, 'isDue', due_at is not null, 'againAt', again_at)
      from mail_confirmation where endpoint_id = endpoint.id))`;

/** The sentence for its owner; null where nothing keeps it. */
export function noticeOf({ openedAt, probeAt, switchedOffReason, confirmation, ...row }: WaitingRow): string | null {
  return (
    switchedOffReason ??
    waitingNotice({
      ...row,
      openedAt: date(openedAt),
      probeAt: date(probeAt),
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
