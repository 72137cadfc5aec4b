import { commitSpanOf, eventSpanOf } from '@gable/persistence/listings';
import { tracing } from '@gable/runtime';
import type { StepReport } from './change-consumer.js';

/** Notes each event as a span below the commit of its change; nothing while traces are off. */
export function noteEvents({ events, seconds, committedAt }: StepReport): void {
  const tracer = tracing();
  if (tracer === undefined) return;
  for (const { alertId, change, type, isNotified } of events) {
    const { traceId, spanId: parentId } = commitSpanOf(change);
    if (!tracer.keeps(traceId)) continue;
    const attributes = {
      'gable.alert.id': alertId,
      'gable.event.type': type,
      'gable.event.notified': isNotified,
      'gable.change.waited_ms': Math.max(0, committedAt - change.createdAt.getTime()),
    };
    const step = { ...eventSpanOf(change, alertId, type), parentId, name: 'match alert', attributes };
    tracer.note(step, committedAt - seconds * 1_000, committedAt);
  }
}
