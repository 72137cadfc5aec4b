import type { WaitsFor } from '@gable/domain/delivery';
import type { Queryable, Transaction } from '../database.js';

/** A queue that waits for something other than its time. */
export interface HeldQueue {
  readonly endpointId: number;
  readonly waitsFor: WaitsFor;
  /** Of what it holds. */
  readonly earliest: Date;
}

/** Of a table called endpoint: its recipient has to say first that it wants mails. */
export const IS_UNCONFIRMED = `endpoint.channel = 'EMAIL' and endpoint.confirmed_at is null and (select confirmation_required from mail_policy)`;

/** Leaves queues alone until they are released: however many there are, they cost nothing. Addresses that were never asked are asked to confirm. */
export async function holdQueues(transaction: Transaction, held: readonly HeldQueue[], now: Date): Promise<void> {
  if (held.length === 0) return;
  const unconfirmed = held.filter(({ waitsFor }) => waitsFor === 'CONFIRMATION').map(({ endpointId }) => endpointId);
  if (unconfirmed.length > 0) await transaction.query(ASK_FIRST, [unconfirmed, now]);
  await transaction.query(HOLD, [
    held.map(({ endpointId }) => endpointId),
    held.map(({ waitsFor }) => waitsFor),
    held.map(({ earliest }) => earliest),
  ]);
}

/**
 * Has the queues looked at that need not wait, by a worker that has a mail server: another one without, or with an older setting, may have left them. Those
 * that were released themselves and are held by a claim that was under way come here, too.
 */
export async function releaseQueues(database: Queryable, now: Date): Promise<void> {
  await database.query(RELEASE, [now]);
}

const HOLD = `
  update delivery_endpoint endpoint set waits_for = held.waits_for, wake_at = null, wake_from = held.earliest
  from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as held(id, waits_for, earliest) where endpoint.id = held.id`;

// Their alerts are older than the requirement.
const ASK_FIRST = `
  select ask_to_confirm(endpoint_id, $2) from unnest($1::bigint[]) as held(endpoint_id)
  where not exists (select from mail_confirmation asked where asked.endpoint_id = held.endpoint_id)`;

const RELEASE = `
  update delivery_endpoint endpoint set waits_for = null, wake_at = $1
  where waits_for is not null and (waits_for = 'MAIL_SERVER' or not (${IS_UNCONFIRMED}))`;
