import { holdsLease, settleAttempt, type Settlement } from '@gable/domain/delivery';
import { uuidArray } from '../database/array-literals.js';
import type { Database, Transaction } from '../database/database.js';
import type { EndpointRow } from './endpoint-rows.js';
import { applyOutcomes } from './apply-outcomes.js';
import type { DeliveryResult, FinishOptions, Finished } from './delivery-rows.js';
import { isUnsentMail, returnMails } from './mail-allowances.js';
import { applyToOrigins, lockOrigins } from './origin-outcomes.js';
import { SHORT_PATIENCE } from './statement-fragments.js';
import { LOCK_ATTEMPTS, LOCK_ENDPOINTS, READ_ENDPOINTS, READ_LEASES } from './statements/finish-deliveries.js';
import { writeAttempts } from './write-attempts.js';

/**
 * Writes down how attempts ended: the attempt, the one that follows, and what it says of the endpoint and its origin,
 * in one transaction.
 */
export class DeliveryFinishStore {
  constructor(private readonly database: Database) {}

  /** Results of one owner. Only those whose lease still holds change anything. */
  async finish(results: readonly DeliveryResult[], options: FinishOptions): Promise<Finished> {
    if (results.length === 0) return { applied: [], stale: [], busy: [] };
    return this.database.transaction(async (transaction) => {
      const endpoints = await lockEndpoints(transaction, results);
      const origins = await lockOrigins(transaction, results);
      const { ours, stale, busy } = await lockAttempts(transaction, results);
      const settled = ours.map(({ result, status }) => ({ result, status, settlement: settle(result, options) }));
      await writeAttempts(transaction, settled, options.mailGatherMs);
      await applyOutcomes(transaction, settled, endpoints);
      await applyToOrigins(transaction, settled, origins);
      await returnMails(transaction, settled, options);
      return { applied: settled, stale, busy };
    }, SHORT_PATIENCE);
  }
}

/**
 * Locks what the results may change. A success of an endpoint that answers well anyway changes nothing, and claims need
 * not wait for it.
 */
async function lockEndpoints(
  transaction: Transaction,
  results: readonly DeliveryResult[],
): Promise<Map<number, EndpointRow>> {
  const ids = [...new Set(results.map(({ delivery }) => delivery.endpointId))];
  const seen = new Map((await transaction.query<EndpointRow>(READ_ENDPOINTS, [ids])).map((row) => [row.id, row]));
  const touched = new Set(
    results
      .filter((result) => mayChange(result, seen.get(result.delivery.endpointId)))
      .map(({ delivery }) => delivery.endpointId),
  );
  if (touched.size === 0) return new Map();
  return new Map((await transaction.query<EndpointRow>(LOCK_ENDPOINTS, [[...touched]])).map((row) => [row.id, row]));
}

function mayChange(result: DeliveryResult, row: EndpointRow | undefined): boolean {
  if (row === undefined) return false;
  if (isUnsentMail(result)) return true;
  const { delivery, outcome } = result;
  if (outcome.kind !== 'tried' || outcome.verdict.kind === 'BROKEN_OFF') return delivery.isProbe;
  return outcome.verdict.kind !== 'DELIVERED' || !row.answers_well || row.failures > 0 || row.opened_at !== null;
}

async function lockAttempts(
  transaction: Transaction,
  results: readonly DeliveryResult[],
): Promise<{ ours: { result: DeliveryResult; status: string }[]; stale: DeliveryResult[]; busy: DeliveryResult[] }> {
  const ids = results.map(({ delivery }) => delivery.id);
  const locked = new Map(
    (await transaction.query<LeaseRow & { status: string }>(LOCK_ATTEMPTS, [uuidArray(ids, (id) => id)])).map((row) => [
      row.id,
      row,
    ]),
  );
  const missing = ids.filter((id) => !locked.has(id));
  const leases =
    missing.length === 0
      ? new Map<string, LeaseRow>()
      : new Map((await transaction.query<LeaseRow>(READ_LEASES, [missing])).map((row) => [row.id, row]));
  const ours: { result: DeliveryResult; status: string }[] = [];
  const stale: DeliveryResult[] = [];
  const busy: DeliveryResult[] = [];
  for (const result of results) {
    const row = locked.get(result.delivery.id);
    if (row !== undefined && holdsLease(row, result.delivery)) ours.push({ result, status: row.status });
    else if (row === undefined && holdsLease(leases.get(result.delivery.id), result.delivery)) busy.push(result);
    else stale.push(result);
  }
  return { ours, stale, busy };
}

interface LeaseRow {
  id: string;
  owner: string | null;
  attemptNumber: number;
  leasedUntil: Date | number | null;
}

function settle(
  { delivery, outcome, endedAt }: DeliveryResult,
  { scheduleMs, random }: FinishOptions,
): Settlement | null {
  if (outcome.kind !== 'tried') return null;
  return settleAttempt(
    {
      attemptNumber: delivery.attemptNumber,
      roundStart: delivery.roundStart,
      verdict: outcome.verdict,
      endedAt: endedAt.getTime(),
    },
    scheduleMs,
    random,
  );
}
