import { MOST_WEBHOOK_BYTES, withinBytes, type Shown } from './within-bytes.js';
import type { EventMessage, TestMessage } from './event-message.js';

/**
 * Version of the body, the `apiVersion` in it; its JSON Schema is schemas/webhook-v1.schema.json. Fields are only ever
 * added to a version.
 */
export const WEBHOOK_API_VERSION = '1';

/**
 * The body of a webhook, UTF-8: rendered once per delivery and kept, so that every attempt signs and sends the same
 * bytes. At most MOST_WEBHOOK_BYTES: longer records are shortened and say so.
 */
export function renderWebhook(message: EventMessage): Buffer {
  const { createdAt, eventId, alertId, alertName, eventType, propertyId, listingId, revisionId } = message;
  const render = ({ change, listing, property, isShortened }: Shown): Buffer =>
    envelope(eventType, createdAt, {
      eventId,
      alertId,
      alertName,
      eventType,
      propertyId,
      listingId,
      revisionId,
      change,
      listing,
      property,
      ...(isShortened && { isShortened }),
    });
  return withinBytes(message, MOST_WEBHOOK_BYTES, render);
}

/** The body of a test, of type `alert.test`. */
export function renderTestWebhook({ alertId, alertName, createdAt }: TestMessage): Buffer {
  return envelope('TEST', createdAt, { alertId, alertName });
}

/** As Standard Webhooks 1.0.0 advises: a dotted type, when it happened, and the data. */
function envelope(type: string, timestamp: Date, data: object): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: `alert.${type.toLowerCase()}`,
      apiVersion: WEBHOOK_API_VERSION,
      timestamp: timestamp.toISOString(),
      data,
    }),
  );
}
