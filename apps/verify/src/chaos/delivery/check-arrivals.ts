import type { Arrival } from './faulty-receivers.js';

/** An event that an alert sends, and what the database says of its delivery. */
export interface RecordedDelivery {
  readonly eventId: string;
  readonly deliveryId: string;
  /** Of the alert. */
  readonly url: string;
  /** Of its attempts in their order. */
  readonly statuses: readonly string[];
}

/** Deliveries that were in flight at one disturbance: what it may have doubled. */
export type InFlight = ReadonlySet<string>;

/** What is wrong, a line each; nothing of it may be. */
export interface DeliveryFindings {
  /** Sent and accepted by nobody. */
  readonly lost: readonly string[];
  /** Accepted more often than disturbances caught the delivery in flight, and once. */
  readonly doubledWithoutCause: readonly string[];
  /** Of no event, elsewhere, or under another webhook-id than the delivery's. */
  readonly madeUp: readonly string[];
  readonly notVerified: readonly string[];
  /** Attempts of one delivery that said different things. */
  readonly changedBytes: readonly string[];
  /** The database does not say that it was delivered, once, by its last attempt. */
  readonly misrecorded: readonly string[];
}

/** Compares what had to be sent with what receivers got, and with what the database says of it. Pure. */
export function checkArrivals(
  expected: readonly RecordedDelivery[],
  arrivals: readonly Arrival[],
  disturbances: readonly InFlight[],
): { findings: DeliveryFindings; duplicates: number } {
  const known = new Map(expected.map((delivery) => [`msg_${delivery.deliveryId}`, delivery]));
  const accepted = new Map<string, number>();
  const bodies = new Map<string, string>();
  const [madeUp, notVerified, changedBytes] = [[] as string[], [] as string[], new Set<string>()];
  for (const arrival of arrivals) {
    const { webhookId, eventId, url, bodyHash } = arrival;
    const delivery = known.get(webhookId);
    if (delivery === undefined || delivery.eventId !== eventId || delivery.url !== url)
      madeUp.push(`${webhookId} with event ${eventId} at ${url}`);
    if (!arrival.isVerified) notVerified.push(`${webhookId} at ${url}`);
    if ((bodies.get(webhookId) ?? bodyHash) !== bodyHash) changedBytes.add(webhookId);
    bodies.set(webhookId, bodyHash);
    if (arrival.isAccepted) accepted.set(webhookId, (accepted.get(webhookId) ?? 0) + 1);
  }
  const [lost, doubled, misrecorded] = [[] as string[], [] as string[], [] as string[]];
  let duplicates = 0;
  for (const [webhookId, { deliveryId, eventId, statuses }] of known) {
    const times = accepted.get(webhookId) ?? 0;
    const caught = disturbances.filter((inFlight) => inFlight.has(deliveryId)).length;
    if (times === 0) lost.push(`event ${eventId}: ${statuses.join(' ') || 'never queued'}`);
    if (times > 1) duplicates += times - 1;
    if (times > 1 + caught) doubled.push(`${webhookId}: accepted ${times} times, in flight at ${caught} disturbances`);
    if (statuses.at(-1) !== 'DELIVERED' || statuses.slice(0, -1).some((status) => status !== 'FAILED'))
      misrecorded.push(`event ${eventId}: ${statuses.join(' ') || 'never queued'}`);
  }
  return {
    findings: { lost, doubledWithoutCause: doubled, madeUp, notVerified, changedBytes: [...changedBytes], misrecorded },
    duplicates,
  };
}
