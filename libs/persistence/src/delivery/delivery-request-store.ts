import type { Database } from '../database.js';
import { newId } from '../new-id.js';

/** Why a resend, a test or a replay cannot be queued. */
export type RequestRefusal = 'NOT_FOUND' | 'NO_DESTINATION';

/** Which deliveries of an alert are sent again: those begun in the period. */
export interface ReplaySelection {
  readonly since: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Only those that failed for good; else those that were delivered or skipped, too. */
  readonly onlyFailed?: boolean;
  /** Goes on after this one, which an earlier step answered. */
  readonly after?: string;
}

/** One step of a replay. */
export interface Replayed {
  readonly queued: number;
  /** Where the next step goes on; null where nothing is left. */
  readonly after: string | null;
}

/** Deliveries that one step of a replay queues at most: what a transaction of a second or two can hold. */
export const REPLAY_LIMIT = 10_000;

/**
 * What owners ask for. Everything asked for goes to where the alert sends now, bears the delivery's id, begins the schedule anew, and gives a destination
 * that was switched off one try.
 */
export class DeliveryRequestStore {
  constructor(private readonly database: Database) {}

  /** Sends a delivery again: its next attempt, or the one that waits, at once. Answers the attempt's id. */
  async resend(
    accountId: string,
    notificationId: string,
    now: Date,
  ): Promise<{ notificationId: string } | { refused: RequestRefusal }> {
    return this.database.transaction(async (transaction) => {
      const [found] = await transaction.query<FoundDelivery>(FIND_DELIVERY, [accountId, notificationId]);
      if (!found) return { refused: 'NOT_FOUND' };
      if (found.destination_id === null) return { refused: 'NO_DESTINATION' };
      await transaction.query(REOPEN, [[found.destination_id], now]);
      const [waiting] = await transaction.query<{ id: string }>(HURRY, [found.delivery_id, now]);
      if (waiting) return { notificationId: waiting.id };
      const id = newId();
      await transaction.query(FORGET_BODIES, [[found.delivery_id]]);
      await transaction.query(INSERT_AGAIN, [[id], [found.delivery_id], accountId, now]);
      return { notificationId: id };
    });
  }

  /** Queues a message that says it is a test. Answers the attempt's id. */
  async test(
    accountId: string,
    alertId: string,
    now: Date,
  ): Promise<{ notificationId: string } | { refused: RequestRefusal }> {
    return this.database.transaction(async (transaction) => {
      const [alert] = await transaction.query<{ destination_id: string | null }>(FIND_ALERT, [accountId, alertId]);
      if (!alert) return { refused: 'NOT_FOUND' };
      if (alert.destination_id === null) return { refused: 'NO_DESTINATION' };
      await transaction.query(REOPEN, [[alert.destination_id], now]);
      const id = newId();
      await transaction.query(INSERT_TEST, [id, newId(), alertId, now]);
      await transaction.query(ASK, [alert.destination_id, now]);
      return { notificationId: id };
    });
  }

  /** Sends the alert's deliveries of a period again, the oldest first and `REPLAY_LIMIT` at most; those that wait anyway are left alone. */
  async replay(
    accountId: string,
    alertId: string,
    { since, until, onlyFailed = false, after }: ReplaySelection,
    now: Date,
  ): Promise<Replayed | { refused: RequestRefusal }> {
    return this.database.transaction(async (transaction) => {
      const [alert] = await transaction.query<{ destination_id: string | null }>(FIND_ALERT, [accountId, alertId]);
      if (!alert) return { refused: 'NOT_FOUND' };
      if (alert.destination_id === null) return { refused: 'NO_DESTINATION' };
      await transaction.query(REOPEN, [[alert.destination_id], now]);
      const found = await transaction.query<{ id: string; delivery_id: string }>(SELECT_ENDED, [
        alertId,
        since,
        until ?? null,
        onlyFailed,
        REPLAY_LIMIT + 1,
        after ?? null,
      ]);
      const deliveries = found.slice(0, REPLAY_LIMIT);
      const ids = deliveries.map(({ delivery_id }) => delivery_id);
      await transaction.query(FORGET_BODIES, [ids]);
      await transaction.query(INSERT_AGAIN, [ids.map(() => newId()), ids, accountId, now]);
      return { queued: deliveries.length, after: found.length > REPLAY_LIMIT ? deliveries.at(-1)!.id : null };
    });
  }
}

interface FoundDelivery {
  delivery_id: string;
  destination_id: string | null;
}

const FIND_ALERT =
  'select destination_id from alert where account_id = $1 and id = $2 and deleted_at is null for no key update';

const FIND_DELIVERY = `
  select notification.delivery_id, alert.destination_id from event_notification notification join alert on alert.id = notification.alert_id
  where notification.account_id = $1 and notification.id = $2 and alert.deleted_at is null for no key update of alert`;

const REOPEN = `
  with reached as (select distinct endpoint_id from event_destination where id = any($1::uuid[])),
  reopened as (
    update delivery_endpoint set switched_off_at = null, switched_off_reason = null, failures = 10, failed_probes = 0, failing_since = $2, opened_at = $2, probe_at = $2
    from reached where delivery_endpoint.id = reached.endpoint_id and switched_off_at is not null returning id
  )
  update event_destination set switched_off_at = null, switched_off_reason = null from reopened where event_destination.endpoint_id = reopened.id`;

// One that is under way is answered as it is.
const HURRY = `
  with waiting as (
    select delivery.id, delivery.endpoint_id, delivery.owner, attempt.id as attempt_id
    from delivery join event_notification attempt on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
    where delivery.id = $1 and attempt.status = 'PENDING' for update of delivery
  ), hurried as (
    update delivery set due_at = $2 from waiting where delivery.id = waiting.id and waiting.owner is null and delivery.due_at > $2 returning waiting.endpoint_id
  ), knocked as (
    insert into delivery_knock (endpoint_id, at) select endpoint_id, $2 from hurried
  )
  select attempt_id as id from waiting`;

// Left by one that a write of the alert skipped; it may have been for another channel.
const FORGET_BODIES = 'delete from delivery_payload where delivery_id = any($1::uuid[])';

// The account is asked for outside: inside, the planner may look for each delivery among all of the account's attempts.
const INSERT_AGAIN = `
  insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at,
    created_at, updated_at)
  select again.id, last.account_id, last.alert_id, last.event_id, last.delivery_id, last.attempt_number + 1, destination.channel, destination.id, destination.address,
    'PENDING', $4, $4, $4
  from unnest($1::uuid[], $2::uuid[]) as again(id, delivery_id)
  cross join lateral (
    select * from event_notification attempt where attempt.delivery_id = again.delivery_id order by attempt_number desc limit 1
  ) last
  join alert on alert.id = last.alert_id
  join event_destination destination on destination.id = alert.destination_id
  where last.account_id = $3
  on conflict on constraint event_notification_attempt do nothing`;

// An address that has not confirmed is asked for it once more, within the bounds.
const ASK = 'select ask_to_confirm(endpoint_id, $2) from event_destination where id = $1';

const INSERT_TEST = `
  insert into event_notification (id, account_id, alert_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
  select $1, alert.account_id, alert.id, $2, 1, destination.channel, destination.id, destination.address, 'PENDING', $4, $4, $4
  from alert join event_destination destination on destination.id = alert.destination_id where alert.id = $3`;

const SELECT_ENDED = `
  select begun.id, begun.delivery_id
  from event_notification begun
  cross join lateral (select status from event_notification attempt where attempt.delivery_id = begun.delivery_id order by attempt_number desc limit 1) last
  where begun.alert_id = $1 and begun.attempt_number = 1 and begun.event_id is not null and begun.created_at >= $2 and ($3::timestamptz is null or begun.created_at < $3)
    and ($6::uuid is null or begun.id > $6)
    and case when $4 then last.status = 'FAILED' else last.status not in ('PENDING', 'SUSPENDED') end
  order by begun.id limit $5`;
