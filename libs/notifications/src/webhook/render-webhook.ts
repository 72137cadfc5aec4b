import type { ListingView } from '@gable/domain/property';
import { MOST_WEBHOOK_BYTES, withinBytes, type Shown } from './within-bytes.js';
import type { EventMessage, TestMessage } from './event-message.js';

/**
 * Version of the body, the `apiVersion` in it; its JSON Schema is schemas/webhook-v1.schema.json. Fields are only ever
 * added to a version.
 */
export const WEBHOOK_API_VERSION = '1';

/** A body in two parts, to be sent one behind the other. Messages about one state of a home share the second. */
export interface BodyParts {
  /** Whom it is for. */
  readonly head: Buffer;
  /** What is told; one and the same buffer where the message has the same listing, change and property. */
  readonly told: Buffer;
  /** Of both. */
  readonly length: number;
}

/**
 * The body of a webhook, UTF-8: rendered once per delivery and kept, so that every attempt signs and sends the same
 * bytes. At most MOST_WEBHOOK_BYTES: longer records are shortened and say so.
 */
export function renderWebhook(message: EventMessage): Buffer {
  const { head, told } = renderWebhookParts(message);
  return Buffer.concat([head, told]);
}

/** The same in two parts. */
export function renderWebhookParts(message: EventMessage): BodyParts {
  const { createdAt, eventId, alertId, alertName, eventType, propertyId, listingId, revisionId } = message;
  const data = { eventId, alertId, alertName, eventType, propertyId, listingId, revisionId };
  const head = Buffer.from(`${JSON.stringify(envelope(eventType, createdAt, data)).slice(0, -2)},`);
  return withinBytes(message, MOST_WEBHOOK_BYTES, (shown) => {
    const told = toldOf(shown);
    return { head, told, length: head.length + told.length };
  });
}

/** By listing, for as long as somebody has it: an event goes to many alerts. */
const TOLD = new WeakMap<ListingView, Pick<Shown, 'change' | 'property'> & { readonly told: Buffer }>();

function toldOf({ change, listing, property, isShortened }: Shown): Buffer {
  const known = TOLD.get(listing);
  if (known?.change === change && known.property === property) return known.told;
  const text = JSON.stringify({ change, listing, property, ...(isShortened && { isShortened }) });
  const told = Buffer.from(`${text.slice(1)}}`);
  TOLD.set(listing, { change, property, told });
  return told;
}

/** The body of a test, of type `alert.test`. */
export function renderTestWebhook({ alertId, alertName, createdAt }: TestMessage): Buffer {
  return Buffer.from(JSON.stringify(envelope('TEST', createdAt, { alertId, alertName })));
}

/** As Standard Webhooks 1.0.0 advises: a dotted type, when it happened, and the data, which stands last. */
function envelope(type: string, timestamp: Date, data: object): object {
  return {
    type: `alert.${type.toLowerCase()}`,
    apiVersion: WEBHOOK_API_VERSION,
    timestamp: timestamp.toISOString(),
    data,
  };
}
