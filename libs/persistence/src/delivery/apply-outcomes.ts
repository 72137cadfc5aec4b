import { applyOutcome } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { inOrderOfEnd, lastEnd, type DeliveryResult, type SettledResult } from './delivery-rows.js';
import {
  endpointState,
  showSwitchedOff,
  writeEndpoints,
  type EndpointChange,
  type EndpointRow,
} from './endpoint-rows.js';
import { SUPPRESSED_MESSAGE, switchedOffReasonOf } from './given-up.js';
import { WAKE_ENDPOINTS } from './statements/finish-deliveries.js';

/** Applies results to their endpoints in the order in which they ended, and wakes the endpoints that may send. */
export async function applyOutcomes(
  transaction: Transaction,
  settled: readonly SettledResult[],
  endpoints: ReadonlyMap<number, EndpointRow>,
): Promise<void> {
  const changes = new Map<number, EndpointChange>();
  for (const { result } of inOrderOfEnd(settled)) {
    const row = endpoints.get(result.delivery.endpointId);
    if (row === undefined) continue;
    const before = changes.get(row.id) ?? {
      id: row.id,
      state: endpointState(row),
      switchedOffReason: row.switched_off_reason,
    };
    changes.set(row.id, afterResult(before, result));
  }
  await writeEndpoints(transaction, [...changes.values()]);
  const isOff = ({ state }: EndpointChange): boolean => state.breaker.switchedOffAt !== null;
  await showSwitchedOff(
    transaction,
    [...changes.values()].filter(isOff).map(({ id }) => id),
  );
  const ready = [...changes.values()].filter(
    (change) =>
      isOff(change) ||
      change.state.breaker.openedAt === null ||
      (change.state.breaker.probeAt ?? 0) <= lastEnd(settled).getTime(),
  );
  if (ready.length > 0) await transaction.query(WAKE_ENDPOINTS, [ready.map(({ id }) => id), lastEnd(settled)]);
}

function afterResult(
  { id, state: before, switchedOffReason: reasonBefore }: EndpointChange,
  { delivery, outcome, endedAt }: DeliveryResult,
): EndpointChange {
  const verdict = outcome.kind === 'tried' ? outcome.verdict : null;
  const { state, givenUp } = applyOutcome(before, { isProbe: delivery.isProbe, verdict, at: endedAt.getTime() });
  const switchedOffReason =
    givenUp === null
      ? reasonBefore
      : givenUp === 'NO_MAILBOX'
        ? SUPPRESSED_MESSAGE
        : switchedOffReasonOf(verdict?.message ?? '');
  return { id, state, switchedOffReason };
}
