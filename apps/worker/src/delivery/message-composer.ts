import { describeCriteria } from '@gable/domain/criteria';
import { skipMessage } from '@gable/domain/delivery';
import type { ListingView, PropertyRecordView } from '@gable/domain/property';
import {
  renderEmail,
  renderTestEmail,
  renderTestWebhook,
  renderWebhookParts,
  type EmailMessage,
  type MailContent,
  type WebhookMessage,
} from '@gable/notifications';
import type {
  BodyParts,
  ClaimedDelivery,
  DeliveryMessage,
  DeliveryMessageStore,
  MailStore,
} from '@gable/persistence/delivery';
import type { PlaceNameStore } from '@gable/persistence/geography';
import type { PropertyStore } from '@gable/persistence/properties';

/** A claimed delivery ready to be sent, or the reason why it is not. */
export type Composed =
  | {
      readonly kind: 'webhook';
      readonly delivery: ClaimedDelivery;
      readonly message: Omit<WebhookMessage, 'timestamp'>;
    }
  | { readonly kind: 'email'; readonly delivery: ClaimedDelivery; readonly message: EmailMessage }
  | { readonly kind: 'skip'; readonly delivery: ClaimedDelivery; readonly reason: string }
  | { readonly kind: 'broken'; readonly delivery: ClaimedDelivery; readonly error: unknown };

/**
 * A mail as it is kept: without the link to unsubscribe, which is a secret of the recipient and made anew each time.
 */
type KeptMail = Pick<MailContent, 'events' | 'moreCount'>;

/** Where messages come from. */
export interface ComposerStores {
  readonly messages: Pick<DeliveryMessageStore, 'read' | 'keep'>;
  readonly mails: Pick<MailStore, 'readCriteria' | 'tokensFor'>;
  readonly names: Pick<PlaceNameStore, 'of'>;
  readonly properties: Pick<PropertyStore, 'readCurrent'>;
}

type NewMessage = Extract<DeliveryMessage, { kind: 'new' }>;

/**
 * Puts messages together: a few reads for many deliveries; what the first attempt rendered is what every later one
 * sends.
 */
export class MessageComposer {
  constructor(
    private readonly stores: ComposerStores,
    private readonly settings: { readonly publicUrl: string; readonly listingsPerMail: number },
  ) {}

  async compose(deliveries: readonly ClaimedDelivery[], now: Date): Promise<Composed[]> {
    const read = await this.stores.messages.read(deliveries, { eventsPerMail: this.settings.listingsPerMail, now });
    const fresh = deliveries.flatMap((delivery) => {
      const message = read.get(delivery.id)!;
      return message.kind === 'new' ? [{ delivery, message }] : [];
    });
    const broken = new Map<string, unknown>();
    const rendered = new Map([
      ...(await this.renderWebhooks(fresh, broken)),
      ...(await this.renderMails(fresh, broken)),
    ]);
    const bodies = await this.stores.messages.keep(rendered);
    const tokens = await this.tokens(deliveries, read);
    return deliveries.flatMap((delivery): Composed[] => {
      const message = read.get(delivery.id)!;
      if (message.kind === 'skip') return [{ kind: 'skip', delivery, reason: skipMessage(message.reason) }];
      if (broken.has(delivery.id)) return [{ kind: 'broken', delivery, error: broken.get(delivery.id) }];
      const body = message.kind === 'kept' ? message.body : bodies.get(delivery.id);
      if (body === undefined) return []; // another worker renders it this moment: the lease brings it back
      return [ready(delivery, message, body, `${this.settings.publicUrl}/u/${tokens.get(delivery.id)}`)];
    });
  }

  private async renderWebhooks(
    fresh: readonly { delivery: ClaimedDelivery; message: NewMessage }[],
    broken: Map<string, unknown>,
  ): Promise<Map<string, BodyParts>> {
    const webhooks = fresh.filter(({ delivery }) => delivery.channel === 'WEBHOOK');
    const ids = [
      ...new Set(webhooks.flatMap(({ message }) => message.events.slice(0, 1).map(({ propertyId }) => propertyId))),
    ];
    const views = await this.stores.properties.readCurrent(ids); // a property may have been merged since the event
    return rendered(webhooks, broken, ({ delivery, message }) => webhookBody(delivery, message, views));
  }

  private async renderMails(
    fresh: readonly { delivery: ClaimedDelivery; message: NewMessage }[],
    broken: Map<string, unknown>,
  ): Promise<Map<string, BodyParts>> {
    const mails = fresh.filter(({ delivery }) => delivery.channel === 'EMAIL');
    const criteria = await this.stores.mails.readCriteria(
      mails.flatMap(({ delivery: { alertId }, message }) =>
        message.events.map(({ id, criteriaVersion }) => ({ id, criteriaVersion, alertId })),
      ),
    );
    const names = await this.stores.names.of(criteria.values());
    return rendered(mails, broken, ({ message: { events, total } }) => {
      const found = events.filter(({ id }) => criteria.has(id));
      const kept: KeptMail = {
        events: found.map(({ id, type, listing, change }) => ({
          eventType: type,
          listing: asMailsShow(listing),
          change,
          whyMatched: describeCriteria(criteria.get(id)!, names),
        })),
        moreCount: total - found.length,
      };
      return undivided(Buffer.from(JSON.stringify(kept)));
    });
  }

  private async tokens(
    deliveries: readonly ClaimedDelivery[],
    read: ReadonlyMap<string, DeliveryMessage>,
  ): Promise<Map<string, string>> {
    const mails = deliveries.filter(({ id, channel }) => channel === 'EMAIL' && read.get(id)!.kind !== 'skip');
    const tokens = mails.length === 0 ? [] : await this.stores.mails.tokensFor(mails);
    return new Map(mails.map(({ id }, i) => [id, tokens[i]!]));
  }
}

function rendered<Item extends { delivery: ClaimedDelivery }>(
  items: readonly Item[],
  broken: Map<string, unknown>,
  render: (item: Item) => BodyParts,
): Map<string, BodyParts> {
  const bodies = new Map<string, BodyParts>();
  for (const item of items) {
    try {
      bodies.set(item.delivery.id, render(item));
    } catch (error) {
      broken.set(item.delivery.id, error);
    }
  }
  return bodies;
}

const NOTHING = Buffer.alloc(0);

/** A body of which nobody shares a part. */
const undivided = (body: Buffer): BodyParts => ({ head: body, told: NOTHING });

/** Without what no mail shows and what may be long: twenty of these are kept with each delivery. */
function asMailsShow(listing: ListingView): ListingView {
  return { ...listing, description: null, pictures: listing.pictures.slice(0, 1) };
}

function webhookBody(
  { alertId, queuedAt }: ClaimedDelivery,
  { alertName, events: [event] }: NewMessage,
  views: ReadonlyMap<string, PropertyRecordView>,
): BodyParts {
  if (event === undefined) return undivided(renderTestWebhook({ alertId, alertName, createdAt: queuedAt }));
  const { id, type, propertyId, listingId, revisionId, createdAt, change, listing } = event;
  return renderWebhookParts({
    eventId: id,
    alertId,
    alertName,
    eventType: type,
    propertyId,
    listingId,
    revisionId,
    createdAt,
    change,
    listing,
    property: views.get(propertyId) ?? null,
  });
}

function ready(
  delivery: ClaimedDelivery,
  { alertName, signingKeys }: Exclude<DeliveryMessage, { kind: 'skip' }>,
  body: Buffer,
  unsubscribeUrl: string,
): Composed {
  const { id, accountId: ownerId, channel, address, alertId, eventId } = delivery;
  if (channel === 'WEBHOOK')
    return { kind: 'webhook', delivery, message: { url: address, ownerId, webhookId: `msg_${id}`, body, signingKeys } };
  const kept = JSON.parse(body.toString('utf8')) as KeptMail;
  const mail =
    eventId === null
      ? renderTestEmail({ alertName, unsubscribeUrl })
      : renderEmail({ alertName, ...kept, unsubscribeUrl });
  return {
    kind: 'email',
    delivery,
    message: { to: address, messageId: id, list: { id: alertId, unsubscribeUrl }, ...mail },
  };
}
