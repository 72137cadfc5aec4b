import {
  ALERT_EVENT_TYPES,
  shardOf,
  type AlertEventType,
  type DestinationChannel,
  type NotificationConfig,
} from '@gable/domain/alert';
import type { Listing } from '@gable/domain/listing';
import { firstAttempt } from '@gable/domain/delivery';
import { ensureDestination, queueAttempts, welcomeDestination } from '@gable/persistence/delivery';
import { newId, type Queryable } from '@gable/persistence';
import type { Sealer } from '@gable/runtime';

/** An alert with a destination, as deliveries see it. */
export interface FixtureAlert {
  readonly id: string;
  readonly accountId: string;
  readonly destinationId: string;
  readonly endpointId: number;
  readonly channel: DestinationChannel;
  readonly address: string;
}

/** An attempt that waits. */
export interface FixtureDelivery {
  readonly notificationId: string;
  readonly deliveryId: string;
  readonly eventId: string | null;
}

/** Signing key of every alert of a fixture. */
export const FIXTURE_SIGNING_KEY = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** Writes what deliveries begin with, as the API and the matching stage would. */
export class DeliveryFixture {
  private listings = 0;

  constructor(
    private readonly database: Queryable,
    private readonly sealer?: Sealer,
  ) {}

  async account(): Promise<string> {
    const id = newId(new Date());
    await this.database.query('insert into account (id, name, created_at) values ($1, $2, now())', [
      id,
      `account ${id}`,
    ]);
    return id;
  }

  async destination(accountId: string, channel: DestinationChannel, address: string): Promise<string> {
    return (await ensureDestination(this.database, accountId, { channel, address }, new Date())).id;
  }

  async alert({
    accountId,
    channel = 'WEBHOOK',
    address,
    notificationConfig = null,
    now = new Date(),
  }: {
    accountId: string;
    channel?: DestinationChannel;
    address: string;
    notificationConfig?: NotificationConfig | null;
    now?: Date;
  }): Promise<FixtureAlert> {
    const id = newId(new Date());
    const { id: destinationId, endpointId } = await ensureDestination(
      this.database,
      accountId,
      { channel, address },
      now,
    );
    const signingKey =
      this.sealer?.seal(FIXTURE_SIGNING_KEY, { table: 'alert', column: 'signing_key', rowId: id }) ?? Buffer.of();
    await this.database.query(
      `
      insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version,
        notification_config, destination_id, signing_key, active_since, xid, created_at, updated_at)
      values ($1, $2, $3, 'Flats in Lyon', true, 'advanced', '{"operator":"AND","conditions":[],"children":[]}', 1,
        $4, $5, $6, pg_current_snapshot(), pg_current_xact_id(), $7, $7)`,
      [
        id,
        accountId,
        shardOf(id),
        notificationConfig && JSON.stringify(notificationConfig),
        destinationId,
        signingKey,
        now,
      ],
    );
    await welcomeDestination(this.database, endpointId, now);
    return { id, accountId, destinationId, endpointId, channel, address };
  }

  /** An event of a new listing, that no delivery notifies yet. */
  async event(
    { id: alertId }: { id: string },
    type: AlertEventType = 'NEW_MATCH',
    listing: Listing = { title: 'A flat', price: 250_000, currency: 'EUR' },
  ): Promise<string> {
    const [id, listingId, propertyId] = [newId(new Date()), newId(new Date()), newId(new Date())];
    await this.database.query(
      `insert into source (id, domain, name, created_at) values ($1, 'portal.example', 'Portal', now())
       on conflict do nothing`,
      [newId(new Date())],
    );
    await this.database.query(
      'insert into property (id, created_at, updated_at, online_count, revision) values ($1, now(), now(), 1, 1)',
      [propertyId],
    );
    await this.database.query(
      `
      insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
        content_hash, created_at, updated_at)
      values ($1, (select id from source where domain = 'portal.example'), $2, $3, 1, true, now(), now(), '',
        now(), now())`,
      [listingId, `${listingId} ${this.listings++}`, propertyId],
    );
    await this.database.query(
      `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
       values ($1, 1, true, now(), now(), $2)`,
      [listingId, JSON.stringify(listing)],
    );
    await this.database.query(
      `
      insert into alert_event (id, alert_id, account_id, property_id, listing_id, revision_id, event_type,
        criteria_version, created_at)
      select $1, alert.id, alert.account_id, $3, $4, 1, $5, 1, now() from alert where alert.id = $2`,
      [id, alertId, propertyId, listingId, ALERT_EVENT_TYPES.indexOf(type)],
    );
    return id;
  }

  /**
   * Queues deliveries of an alert in one statement, as a step of matching does: events that do not exist unless they
   * are given.
   */
  async queue(
    alert: FixtureAlert,
    now: Date,
    {
      count = 1,
      eventIds = Array.from({ length: count }, () => newId(now)),
    }: { count?: number; eventIds?: readonly string[] } = {},
  ): Promise<FixtureDelivery[]> {
    const rows = eventIds.map((eventId) => ({
      notificationId: newId(now),
      deliveryId: alert.channel === 'WEBHOOK' ? eventId : newId(now),
      eventId,
    }));
    const [mail] = await this.database.query<{ nextMailAt: Date }>(
      `select next_mail_at as "nextMailAt" from alert_mail where alert_id = $1 and $2 = 'EMAIL'`,
      [alert.id, alert.channel],
    );
    await queueAttempts(
      this.database,
      rows.map(({ notificationId, ...delivery }) => ({
        ...alert,
        ...delivery,
        ...firstAttempt(now.getTime(), mail?.nextMailAt.getTime()),
        alertId: alert.id,
        id: notificationId,
        writtenAt: now.getTime(),
      })),
    );
    await this.database.query(
      `
      update alert_event set delivery_id = notified.delivery_id
      from unnest($2::uuid[], $3::uuid[]) as notified(event_id, delivery_id)
      where alert_event.alert_id = $1 and alert_event.id = notified.event_id`,
      [alert.id, rows.map(({ eventId }) => eventId), rows.map(({ deliveryId }) => deliveryId)],
    );
    return rows;
  }
}
