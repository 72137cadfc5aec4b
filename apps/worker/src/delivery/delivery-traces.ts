import { eventSpanOf } from '@gable/persistence/listings';
import type { EventCause } from '@gable/persistence/alerts';
import type { ClaimedDelivery } from '@gable/persistence/delivery';
import { tracing } from '@gable/runtime';

/** Reads what events are about: alert and id of each. */
export type ReadCauses = (events: readonly { alertId: string; eventId: string }[]) => Promise<Map<string, EventCause>>;

/** Attempts as spans below their event. A gathered mail stands below the first of its events. */
export class DeliveryTraces {
  private readonly causes = new WeakMap<ClaimedDelivery, EventCause>();

  constructor(private readonly read: ReadCauses) {}

  /** Finds out what deliveries are about; asks nothing while traces are off. A failure costs their traces alone. */
  async follow(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (tracing() === undefined) return;
    const events = deliveries.flatMap(({ alertId, eventId }) => (eventId === null ? [] : [{ alertId, eventId }]));
    const causes = events.length === 0 ? undefined : await this.read(events).catch(() => undefined);
    for (const delivery of deliveries) {
      const cause = delivery.eventId === null ? undefined : causes?.get(delivery.eventId);
      if (cause !== undefined) this.causes.set(delivery, cause);
    }
  }

  attempt<T>(delivery: ClaimedDelivery, work: () => Promise<T>): Promise<T> {
    const tracer = tracing();
    const cause = tracer === undefined ? undefined : this.causes.get(delivery);
    if (tracer === undefined || cause === undefined) return work();
    const { traceId, spanId: parentId } = eventSpanOf(cause, delivery.alertId, cause.type);
    const attributes = {
      'gable.delivery.id': delivery.id,
      'gable.delivery.attempt': delivery.attemptNumber,
      'gable.alert.id': delivery.alertId,
      ...(delivery.origin !== null && { 'server.address': delivery.origin }),
    };
    const name = delivery.channel === 'WEBHOOK' ? 'send webhook' : 'send mail';
    return tracer.during({ name, traceId, parentId, kind: 'client', attributes }, work);
  }
}
