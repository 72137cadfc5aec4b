import { readUrl } from '../values/read-url.js';

/**
 * Scheme, host and port that a webhook is sent to: what its connections, its slots and the breaker of an unreachable
 * host belong to. Null for a mail: every mail goes to our own mail server.
 */
export function deliveryOrigin(channel: 'EMAIL' | 'WEBHOOK', address: string): string | null {
  return channel === 'EMAIL' ? null : (readUrl(address)?.origin ?? address);
}
