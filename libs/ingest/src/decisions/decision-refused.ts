import type { Contradiction } from '@gable/persistence/properties';

/** A decision that cannot be taken. `code` is stable; the message says what is in the way and what to do. */
export class DecisionRefused extends Error {
  override readonly name = 'DecisionRefused';

  constructor(
    readonly code:
      'UNKNOWN_PROPERTY' | 'UNKNOWN_DECISION' | 'NOT_OF_THE_PROPERTY' | 'NOTHING_LEFT' | 'CONTRADICTS_DECISION',
    message: string,
  ) {
    super(message);
  }
}

/** Refuses what a standing decision forbids, and says how to go on. */
export function refuseContradiction(found: Contradiction | null): void {
  if (found === null) return;
  const {
    decision: { id, kind, decidedBy, decidedAt, reason },
    listingId,
    otherId,
  } = found;
  const why = reason === null ? '' : ` (${reason})`;
  const said = kind === 'MERGE' ? 'are one home' : 'are not one home';
  throw new DecisionRefused(
    'CONTRADICTS_DECISION',
    `${decidedBy} decided on ${decidedAt.toISOString()} that listings ${listingId} and ${otherId} ${said}${why}. ` +
      `Take that decision back first: gable properties withdraw ${id}`,
  );
}
