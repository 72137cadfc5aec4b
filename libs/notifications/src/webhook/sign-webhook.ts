import { createHmac } from 'node:crypto';

/** What is signed: the id, the time of the attempt and the bytes of the body. */
export interface SignedContent {
  readonly webhookId: string;
  readonly timestamp: Date;
  readonly body: Uint8Array;
}

/** The three headers of Standard Webhooks 1.0.0. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  /** `v1,<base64>`, one per key, separated by spaces. */
  readonly 'webhook-signature': string;
}

/**
 * Signs with every key given: two while one replaces the other, and a receiver takes a message that any of its keys
 * verifies.
 * @throws Error without a key, and when one begins with `whsec_` and is not base64 after it: keys were checked when
 * they were written.
 */
export function signWebhook(
  { webhookId, timestamp, body }: SignedContent,
  signingKeys: readonly string[],
): SignatureHeaders {
  if (signingKeys.length === 0)
    throw new Error('signingKeys: expects at least one key; a webhook without a signature cannot be verified');
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const signatures = signingKeys.map(
    (key) =>
      `v1,${createHmac('sha256', secretOf(key)).update(`${webhookId}.${seconds}.`).update(body).digest('base64')}`,
  );
  return { 'webhook-id': webhookId, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

/** The bytes that a key stands for: what `whsec_` is base64 of, else the characters themselves in UTF-8. */
function secretOf(key: string): Buffer {
  if (!key.startsWith('whsec_')) return Buffer.from(key, 'utf8');
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? [];
  if (text === undefined) throw new Error('A signing key has to be whsec_ and base64.');
  return Buffer.from(text, 'base64');
}
