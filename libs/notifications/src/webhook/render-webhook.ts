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
  const head = { eventId, alertId, alertName, eventType, propertyId, listingId, revisionId };
  const render = ({ change, listing, property, isShortened }: Shown): Buffer => {
    const told = `"change":${textOf(change)},"listing":${textOf(listing)},"property":${textOf(property)}`;
    const data = `${JSON.stringify(head).slice(0, -1)},${told}${isShortened ? ',"isShortened":true' : ''}}`;
    return envelope(eventType, createdAt, data);
  };
  return withinBytes(message, MOST_WEBHOOK_BYTES, render);
}

/** Texts of what many messages tell, for as long as somebody has it: an event goes to many alerts. */
const TEXTS = new WeakMap<object, string>();

function textOf(told: object | null): string {
  if (told === null) return 'null';
  const text = TEXTS.get(told) ?? JSON.stringify(told);
  TEXTS.set(told, text);
  return text;
}

/** The body of a test, of type `alert.test`. */
export function renderTestWebhook({ alertId, alertName, createdAt }: TestMessage): Buffer {
  return envelope('TEST', createdAt, JSON.stringify({ alertId, alertName }));
}

/** As Standard Webhooks 1.0.0 advises: a dotted type, when it happened, and the data, which is given as JSON. */
function envelope(type: string, timestamp: Date, data: string): Buffer {
  const head = {
    type: `alert.${type.toLowerCase()}`,
    apiVersion: WEBHOOK_API_VERSION,
    timestamp: timestamp.toISOString(),
  };
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":${data}}`);
}
