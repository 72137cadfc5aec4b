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
import { KEEP_BODIES, READ_BODIES, READ_SITUATIONS } from './statements/read-messages.js';

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
    const situations = new Map(
      (
        await this.database.query<SituationRow>(READ_SITUATIONS, [
          uuidArray(deliveries, ({ id }) => id),
          uuidArray(deliveries, ({ alertId }) => alertId),
          deliveries.map(({ address }) => address),
        ])
      ).map((row) => [row.id, row]),
    );
    const fresh = deliveries.filter(({ id, eventId }) => eventId !== null && situations.get(id)!.body === null);
    const codesOf = ({ id }: ClaimedDelivery): string => notifiedCodes(situations.get(id)!.notification_config);
    const events = await readEvents(this.database, fresh, codesOf, eventsPerMail);
    const keys = new Map<string, string[]>(); // those of an alert are opened once for all of its deliveries
    return new Map(
      deliveries.map((delivery) => {
        const { id, alertId } = delivery;
        const row = situations.get(id)!;
        const open = (): string[] => {
          const opened = keys.get(alertId) ?? this.signingKeys(alertId, row, now);
          keys.set(alertId, opened);
          return opened;
        };
        return [id, messageOf(delivery, row, events.get(id), open)];
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

  private signingKeys(alertId: string, row: SituationRow, now: Date): string[] {
    const current = this.sealer.open(row.signing_key!, signingKeyPlace(alertId));
    const isRotating =
      row.previous_signing_key !== null &&
      row.previous_signing_key_until !== null &&
      row.previous_signing_key_until > now;
    return isRotating
      ? [current, this.sealer.open(row.previous_signing_key!, previousSigningKeyPlace(alertId))]
      : [current];
  }
}

function messageOf(
  delivery: ClaimedDelivery,
  row: SituationRow,
  events: readonly ReadEvent[] | undefined,
  openKeys: () => string[],
): DeliveryMessage {
  const reason =
    row.skip_reason ??
    skipReason({
      alert:
        row.name === null
          ? null
          : { deleted: row.deleted!, active: row.active!, notificationConfig: row.notification_config },
      destination:
        row.destination_id === delivery.destinationId ? 'CURRENT' : row.destination_id === null ? 'REMOVED' : 'CHANGED',
      unsubscribed: row.unsubscribed,
      isTest: delivery.eventId === null,
      eventTypes:
        row.body === null && events !== undefined
          ? events.map(({ row: { event_type } }) => ALERT_EVENT_TYPES[event_type]!)
          : null,
    });
  if (reason !== null) return { kind: 'skip', reason };
  const signingKeys = delivery.channel === 'WEBHOOK' ? openKeys() : [];
  if (row.body !== null) return { kind: 'kept', alertName: row.name!, signingKeys, body: row.body };
  return {
    kind: 'new',
    alertName: row.name!,
    signingKeys,
    events: (events ?? []).filter(({ row }) => row.is_notified).map(messageEvent),
    total: events?.[0]?.row.total ?? 0,
  };
}

interface SituationRow {
  id: string;
  name: string | null;
  active: boolean | null;
  deleted: boolean | null;
  notification_config: NotificationConfig | null;
  destination_id: string | null;
  signing_key: Buffer | null;
  previous_signing_key: Buffer | null;
  previous_signing_key_until: Date | null;
  unsubscribed: boolean;
  /** It was queued before a write of the alert that ended it. */
  skip_reason: SkipReason | null;
  body: Buffer | null;
}

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

/** The codes of the types that are notified, as an array in text. */
function notifiedCodes(config: NotificationConfig | null): string {
  return `{${ALERT_EVENT_TYPES.flatMap((type, code) => (isNotified(config, type) ? [code] : [])).join(',')}}`;
}
