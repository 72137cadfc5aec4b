import { afterSign, originSign, type OriginSign, type OriginState } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { inOrderOfEnd, lastEnd, type DeliveryResult, type SettledResult } from './delivery-rows.js';
import { originState, writeOrigins, type OriginRow } from './origin-rows.js';
import { LOCK_ORIGINS, READ_ORIGINS, WAKE_ENDPOINTS_OF_ORIGINS } from './statements/write-origins.js';

/** Locks the origins that the results may change. An answer of one that answers anyway changes nothing. */
export async function lockOrigins(
  transaction: Transaction,
  results: readonly DeliveryResult[],
): Promise<Map<number, OriginRow>> {
  const ids = [...new Set(results.flatMap(({ delivery: { originId } }) => (originId === null ? [] : [originId])))];
  if (ids.length === 0) return new Map();
  const seen = new Map((await transaction.query<OriginRow>(READ_ORIGINS, [ids])).map((row) => [row.id, row]));
  const mayChange = (result: DeliveryResult): boolean => {
    const row = seen.get(result.delivery.originId ?? 0);
    if (row === undefined) return false;
    const sign = signOf(result);
    return sign === 'SILENT' || ((sign === 'ANSWERED' || result.delivery.isProbe) && row.failures > 0);
  };
  const touched = ids.filter((id) => results.some((each) => each.delivery.originId === id && mayChange(each)));
  if (touched.length === 0) return new Map();
  return new Map((await transaction.query<OriginRow>(LOCK_ORIGINS, [touched])).map((row) => [row.id, row]));
}

/** Applies results to their origins in the order in which they ended, and wakes what waited for one that answers. */
export async function applyToOrigins(
  transaction: Transaction,
  settled: readonly SettledResult[],
  origins: ReadonlyMap<number, OriginRow>,
): Promise<void> {
  if (origins.size === 0) return;
  const states = new Map<number, OriginState>([...origins].map(([id, row]) => [id, originState(row)]));
  for (const { result } of inOrderOfEnd(settled)) {
    const { originId, endpointId, isProbe } = result.delivery;
    const before = originId === null ? undefined : states.get(originId);
    if (before === undefined) continue;
    const at = result.endedAt.getTime();
    states.set(originId!, afterSign(before, { sign: signOf(result), endpointId, isProbe, at }));
  }
  await writeOrigins(
    transaction,
    [...states].map(([id, state]) => ({ id, state })),
  );
  const closed = [...states].flatMap(([id, { openedAt }]) =>
    openedAt === null && origins.get(id)!.opened_at !== null ? [id] : [],
  );
  if (closed.length === 0) return;
  await transaction.query(WAKE_ENDPOINTS_OF_ORIGINS, [closed, lastEnd(settled), WOKEN_AT_ONCE]);
}

function signOf({ outcome }: DeliveryResult): OriginSign {
  return outcome.kind === 'tried' ? originSign(outcome.verdict) : null;
}

/** What waits beyond them comes at the time that the next probe would have been. */
const WOKEN_AT_ONCE = 1_000;
