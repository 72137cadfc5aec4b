import { ALERT_EVENT_TYPES, type AlertEventType, type NotificationConfig } from '@gable/domain/alert';
import type { AttributeChange } from '@gable/domain/listing';
import { isNotified, skipReason, type SkipReason } from '@gable/domain/delivery';
import type { ListingView } from '@gable/domain/property';
import type { Sealer } from '@gable/runtime';
import { uuidArray } from '../database/array-literals.js';
import type { Queryable } from '../database/database.js';
import { previousSigningKeyPlace, signingKeyPlace } from '../database/signing-key-places.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { readEvents, type ReadEvent } from './read-events.js';
import { bodyColumns, joined, type BodyParts, type KeptBody } from './rendered-bodies.js';
import { KEEP_BODIES, READ_ALERTS, READ_BODIES, READ_EXCEPTIONS } from './statements/read-messages.js';

/** An event as a delivery shows it. */
export interface MessageEvent {
  readonly id: string;
  readonly type: AlertEventType;
  readonly propertyId: string;
  readonly listingId: string;
  readonly revisionId: number;
  readonly criteriaVersion: number;
  readonly createdAt: Date;
  /** The state that made the event, whole; of one that went offline, as it was last online. */
  readonly listing: ListingView;
  readonly change: readonly AttributeChange[];
}

/** What a claimed delivery is to say. */
export type DeliveryMessage =
  /** It may not go any more. */
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** It was rendered by an earlier attempt. */
  | {
      readonly kind: 'kept';
      readonly alertName: string;
      readonly signingKeys: readonly string[];
      readonly body: Buffer;
    }
  /** It is to be rendered: a test where there are no events. `total` counts those that are cut, too. */
  | {
      readonly kind: 'new';
      readonly alertName: string;
      readonly signingKeys: readonly string[];
      readonly events: readonly MessageEvent[];
      readonly total: number;
    };

/**
 * What deliveries say, read when they are sent: the alert's state is looked at once more, which closes the gap between
 * its write and a step of matching under way.
 */
export class DeliveryMessageStore {
  constructor(
    private readonly database: Queryable,
    private readonly sealer: Sealer,
  ) {}

  /** By delivery, for all of them. Events beyond `eventsPerMail` are counted, not read. */
  async read(
    deliveries: readonly ClaimedDelivery[],
    { eventsPerMail, now }: { eventsPerMail: number; now: Date },
  ): Promise<Map<string, DeliveryMessage>> {
    const alerts = await this.readAlerts(deliveries, now);
    const exceptions = await readExceptions(this.database, deliveries);
    const fresh = deliveries.filter(
      ({ id, eventId }) => eventId !== null && (exceptions.get(id)?.body ?? null) === null,
    );
    const codesOf = ({ alertId }: ClaimedDelivery): readonly number[] => alerts.get(alertId)?.notifiedCodes ?? [];
    const events = await readEvents(this.database, fresh, codesOf, eventsPerMail);
    return new Map(
      deliveries.map((delivery) => {
        const { id, alertId } = delivery;
        return [id, messageOf(delivery, alerts.get(alertId), exceptions.get(id) ?? NO_EXCEPTION, events.get(id))];
      }),
    );
  }

  /**
   * Keeps what was rendered until each delivery ends, and answers what is to be sent: of two that rendered the same
   * delivery, the first one's.
   */
  async keep(rendered: ReadonlyMap<string, BodyParts>): Promise<Map<string, Buffer>> {
    if (rendered.size === 0) return new Map();
    const earlier = await this.database.query<{ id: string }>(KEEP_BODIES, bodyColumns(rendered));
    const ids = earlier.map(({ id }) => id);
    const others = ids.length === 0 ? [] : await this.database.query<KeptBody>(READ_BODIES, [ids]);
    return new Map([...joined(rendered, new Set(ids)), ...others.map(({ id, body }) => [id, body] as const)]);
  }

  /** Each once for all of its deliveries. */
  private async readAlerts(deliveries: readonly ClaimedDelivery[], now: Date): Promise<Map<string, AlertNow>> {
    const ids = [...new Set(deliveries.map(({ alertId }) => alertId))];
    const rows = await this.database.query<AlertRow>(READ_ALERTS, [uuidArray(ids, (id) => id)]);
    return new Map(
      rows.map((row) => {
        let opened: string[] | undefined;
        const signingKeys = (): string[] => (opened ??= this.signingKeys(row, now));
        return [row.id, { row, notifiedCodes: notifiedCodes(row.notification_config), signingKeys }];
      }),
    );
  }

  private signingKeys(row: AlertRow, now: Date): string[] {
    const current = this.sealer.open(row.signing_key!, signingKeyPlace(row.id));
    const isRotating =
      row.previous_signing_key !== null &&
      row.previous_signing_key_until !== null &&
      row.previous_signing_key_until > now;
    return isRotating
      ? [current, this.sealer.open(row.previous_signing_key!, previousSigningKeyPlace(row.id))]
      : [current];
  }
}

async function readExceptions(
  database: Queryable,
  deliveries: readonly ClaimedDelivery[],
): Promise<Map<string, Exception>> {
  const rows = await database.query<Exception & { id: string }>(READ_EXCEPTIONS, [
    uuidArray(deliveries, ({ id }) => id),
    uuidArray(deliveries, ({ alertId }) => alertId),
    deliveries.map(({ channel, address }) => (channel === 'EMAIL' ? address : null)),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

function messageOf(
  delivery: ClaimedDelivery,
  alert: AlertNow | undefined,
  { body, unsubscribed, skip_reason }: Exception,
  events: readonly ReadEvent[] | undefined,
): DeliveryMessage {
  const reason =
    skip_reason ??
    skipReason({
      alert: alert === undefined ? null : situationOf(alert.row),
      destination: destinationOf(delivery, alert?.row.destination_id ?? null),
      unsubscribed,
      isTest: delivery.eventId === null,
      eventTypes:
        body === null && events !== undefined
          ? events.map(({ row: { event_type } }) => ALERT_EVENT_TYPES[event_type]!)
          : null,
    });
  if (reason !== null) return { kind: 'skip', reason };
  const alertName = alert!.row.name;
  const signingKeys = delivery.channel === 'WEBHOOK' ? alert!.signingKeys() : [];
  if (body !== null) return { kind: 'kept', alertName, signingKeys, body };
  return {
    kind: 'new',
    alertName,
    signingKeys,
    events: (events ?? []).filter(({ row }) => row.is_notified).map(messageEvent),
    total: events?.[0]?.row.total ?? 0,
  };
}

const situationOf = ({ deleted, active, notification_config: notificationConfig }: AlertRow) => ({
  deleted,
  active,
  notificationConfig,
});

function destinationOf(delivery: ClaimedDelivery, current: string | null): 'CURRENT' | 'CHANGED' | 'REMOVED' {
  if (current === null) return 'REMOVED';
  return current === delivery.destinationId ? 'CURRENT' : 'CHANGED';
}

interface AlertRow {
  id: string;
  name: string;
  active: boolean;
  deleted: boolean;
  notification_config: NotificationConfig | null;
  destination_id: string | null;
  signing_key: Buffer | null;
  previous_signing_key: Buffer | null;
  previous_signing_key_until: Date | null;
}

/** An alert as it is now. */
interface AlertNow {
  readonly row: AlertRow;
  readonly notifiedCodes: readonly number[];
  /** Opened when they are asked for, once. */
  readonly signingKeys: () => readonly string[];
}

/** What is to be known of one delivery beside its alert. */
interface Exception {
  /** An earlier attempt rendered it. */
  readonly body: Buffer | null;
  readonly unsubscribed: boolean;
  /** It was queued before a write of the alert that ended it. */
  readonly skip_reason: SkipReason | null;
}

const NO_EXCEPTION: Exception = { body: null, unsubscribed: false, skip_reason: null };

function messageEvent({ row, listing, change }: ReadEvent): MessageEvent {
  return {
    id: row.id,
    type: ALERT_EVENT_TYPES[row.event_type]!,
    propertyId: row.property_id,
    listingId: row.listing_id,
    revisionId: row.revision_id,
    criteriaVersion: row.criteria_version,
    createdAt: row.created_at,
    listing,
    change,
  };
}

/** The codes of the types that are notified. */
function notifiedCodes(config: NotificationConfig | null): number[] {
  return ALERT_EVENT_TYPES.flatMap((type, code) => (isNotified(config, type) ? [code] : []));
}
