import { commitSpanOf, type BatchRows } from '@gable/persistence/listings';
import { tracing } from '@gable/runtime';

/** Notes the commit of each state as the first span of its trace; nothing while traces are off. */
export function noteCommit({ changes }: Pick<BatchRows, 'changes'>, startedAt: number): void {
  const tracer = tracing();
  if (tracer === undefined) return;
  const endedAt = Date.now();
  for (const { listingId, propertyId, revisionId } of changes) {
    const step = commitSpanOf({ listingId, revisionId });
    if (!tracer.keeps(step.traceId)) continue;
    const attributes = {
      'gable.listing.id': listingId,
      'gable.listing.revision': revisionId,
      'gable.property.id': propertyId,
      'gable.batch.changes': changes.length,
    };
    tracer.note({ ...step, name: 'commit listing', attributes }, startedAt, endedAt);
  }
}
