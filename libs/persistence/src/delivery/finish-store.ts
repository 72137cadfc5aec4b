import { holdsLease, applyOutcome, settleAttempt, type AttemptVerdict, type Settlement } from '@gable/domain/delivery';
import type { Database, Transaction } from '../database.js';
import { newId } from '../new-id.js';
import { PUT_BACK, REMOVE_DELIVERIES, SHORT_PATIENCE } from './claim-statements.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import {
  ENDPOINT_COLUMNS,
  endpointState,
  showSwitchedOff,
  writeEndpoints,
  type EndpointChange,
  type EndpointRow,
} from './endpoint-rows.js';
import {
  INSERT_NEXT_ATTEMPTS,
  KNOCK,
  LOCK_ATTEMPTS,
  READ_LEASES,
  WRITE_OUTCOMES,
  WRITE_RHYTHMS,
  readEndpoints,
} from './finish-statements.js';
import { SUPPRESSED_MESSAGE, switchedOffReasonOf } from './given-up.js';

/** What came of a claimed delivery. */
export interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  readonly endedAt: Date;
  /** An attempt that was made; or the reason why it is not made any more; or that it was not made and is due again then. */
  readonly outcome:
    | { readonly kind: 'tried'; readonly verdict: AttemptVerdict }
    | { readonly kind: 'skip'; readonly message: string }
    | { readonly kind: 'put-back'; readonly until: Date };
}

/** What a worker's results are settled by. */
export interface FinishOptions {
  readonly scheduleMs: readonly number[];
  readonly mailGatherMs: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** What was written. */
export interface Finished {
  readonly applied: readonly { readonly result: DeliveryResult; readonly settlement: Settlement | null }[];
  /** No longer ours: the lease was taken over, or the delivery has ended. Nothing was changed. */
  readonly stale: readonly DeliveryResult[];
  /** Another transaction holds the rows this moment: to be handed in again. */
  readonly busy: readonly DeliveryResult[];
}

/** Writes down how attempts ended: the attempt, the one that follows, and what is learned of the endpoint, in one transaction. */
export class DeliveryFinishStore {
  constructor(private readonly database: Database) {}

  /** Results of one owner. Only those whose lease still holds change anything. */
  async finish(results: readonly DeliveryResult[], options: FinishOptions): Promise<Finished> {
    if (results.length === 0) return { applied: [], stale: [], busy: [] };
    return this.database.transaction(async (transaction) => {
      await transaction.query(SHORT_PATIENCE);
      const endpoints = await lockEndpoints(transaction, results);
      const { ours, stale, busy } = await lockAttempts(transaction, results);
      const settled = ours.map(({ result, status }) => ({ result, status, settlement: settle(result, options) }));
      await writeAttempts(transaction, settled);
      await writeMails(transaction, settled, options.mailGatherMs);
      await writeOutcomes(transaction, settled, endpoints);
      return { applied: settled, stale, busy };
    });
  }
}

interface Settled {
  result: DeliveryResult;
  status: string;
  settlement: Settlement | null;
}

/** Locks what the results may change. A success of an endpoint that answers well anyway changes nothing, and claims need not wait for it. */
async function lockEndpoints(
  transaction: Transaction,
  results: readonly DeliveryResult[],
): Promise<Map<number, EndpointRow>> {
  const ids = [...new Set(results.map(({ delivery }) => delivery.endpointId))];
  const seen = new Map(
    (await transaction.query<EndpointRow>(readEndpoints(ENDPOINT_COLUMNS, false), [ids])).map((row) => [row.id, row]),
  );
  const touched = new Set(
    results
      .filter((result) => mayChange(result, seen.get(result.delivery.endpointId)))
      .map(({ delivery }) => delivery.endpointId),
  );
  if (touched.size === 0) return new Map();
  return new Map(
    (await transaction.query<EndpointRow>(readEndpoints(ENDPOINT_COLUMNS, true), [[...touched]])).map((row) => [
      row.id,
      row,
    ]),
  );
}

function mayChange({ delivery, outcome }: DeliveryResult, row: EndpointRow | undefined): boolean {
  if (row === undefined) return false;
  if (outcome.kind !== 'tried' || outcome.verdict.kind === 'BROKEN_OFF') return delivery.isProbe;
  return outcome.verdict.kind !== 'DELIVERED' || !row.answers_well || row.failures > 0 || row.opened_at !== null;
}

async function lockAttempts(
  transaction: Transaction,
  results: readonly DeliveryResult[],
): Promise<{ ours: { result: DeliveryResult; status: string }[]; stale: DeliveryResult[]; busy: DeliveryResult[] }> {
  const ids = results.map(({ delivery }) => delivery.id);
  const locked = new Map(
    (await transaction.query<LeaseRow & { status: string }>(LOCK_ATTEMPTS, [ids])).map((row) => [row.id, row]),
  );
  const missing = ids.filter((id) => !locked.has(id));
  const held =
    missing.length === 0
      ? new Map<string, LeaseRow>()
      : new Map((await transaction.query<LeaseRow>(READ_LEASES, [missing])).map((row) => [row.id, row]));
  const ours: { result: DeliveryResult; status: string }[] = [];
  const stale: DeliveryResult[] = [];
  const busy: DeliveryResult[] = [];
  for (const result of results) {
    const row = locked.get(result.delivery.id);
    if (row !== undefined && holdsLease(row, result.delivery)) ours.push({ result, status: row.status });
    else if (row === undefined && holdsLease(held.get(result.delivery.id), result.delivery)) busy.push(result);
    else stale.push(result);
  }
  return { ours, stale, busy };
}

interface LeaseRow {
  id: string;
  owner: string | null;
  attemptNumber: number;
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

async function writeAttempts(transaction: Transaction, settled: readonly Settled[]): Promise<void> {
  // A write of the alert may have skipped it while it was under way: then only a success is news.
  const told = settled.filter(
    ({ result, status, settlement }) =>
      (status === 'PENDING' || settlement?.kind === 'DELIVERED') && statusOf(result, settlement) !== null,
  );
  if (told.length > 0) {
    const verdicts = told.map(({ result: { outcome } }) =>
      outcome.kind === 'tried'
        ? outcome.verdict
        : { responseStatus: null, message: outcome.kind === 'skip' ? outcome.message : null },
    );
    await transaction.query(WRITE_OUTCOMES, [
      told.map(({ result }) => result.delivery.accountId),
      told.map(({ result }) => result.delivery.notificationId),
      told.map(({ result, settlement }) => statusOf(result, settlement)),
      told.map(({ result }) => result.endedAt),
      verdicts.map(({ responseStatus }) => responseStatus),
      verdicts.map(({ message }) => message),
    ]);
  }
  const again = settled.flatMap(({ result, status, settlement }) =>
    status === 'PENDING' && settlement?.kind === 'AGAIN' ? [{ result, nextAt: settlement.nextAt }] : [],
  );
  if (again.length > 0) {
    await transaction.query(INSERT_NEXT_ATTEMPTS, [
      again.map(() => newId()),
      again.map(({ result }) => result.delivery.accountId),
      again.map(({ result }) => result.delivery.notificationId),
      again.map(({ nextAt }) => new Date(nextAt)),
      again.map(({ result }) => result.endedAt),
    ]);
  }
  const back = settled.filter(isPutBack);
  if (back.length > 0)
    await transaction.query(PUT_BACK, [
      back.map(({ result }) => result.delivery.id),
      back.map(({ result }) => untilOf(result)),
    ]);
  const over = settled.filter((each) => isOver(each)).map(({ result }) => result.delivery.id);
  if (over.length > 0) await transaction.query(REMOVE_DELIVERIES, [over]);
}

function statusOf({ outcome }: DeliveryResult, settlement: Settlement | null): string | null {
  if (outcome.kind === 'skip') return 'SKIPPED';
  if (settlement === null || settlement.kind === 'PUT_BACK') return null;
  return settlement.kind === 'DELIVERED' ? 'DELIVERED' : 'FAILED';
}

const isPutBack = ({ result, status, settlement }: Settled): boolean =>
  status === 'PENDING' && (result.outcome.kind === 'put-back' || settlement?.kind === 'PUT_BACK');
const untilOf = ({ outcome, endedAt }: DeliveryResult): Date => (outcome.kind === 'put-back' ? outcome.until : endedAt);

function isOver(each: Settled): boolean {
  return !isPutBack(each) && !(each.status === 'PENDING' && each.settlement?.kind === 'AGAIN');
}

async function writeMails(transaction: Transaction, settled: readonly Settled[], gatherMs: number): Promise<void> {
  const tried = settled.filter(
    ({ result }) =>
      result.delivery.channel === 'EMAIL' && result.delivery.eventId !== null && result.outcome.kind === 'tried',
  );
  if (tried.length === 0) return;
  await transaction.query(WRITE_RHYTHMS, [
    tried.map(({ result }) => result.delivery.alertId),
    tried.map(({ result }) => new Date(result.endedAt.getTime() + gatherMs)),
  ]);
}

/** Applies the results to each endpoint in the order in which they ended. */
async function writeOutcomes(
  transaction: Transaction,
  settled: readonly Settled[],
  endpoints: ReadonlyMap<number, EndpointRow>,
): Promise<void> {
  const changes = new Map<number, EndpointChange>();
  for (const { result } of [...settled].sort((a, b) => a.result.endedAt.getTime() - b.result.endedAt.getTime())) {
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
      (change.state.breaker.probeAt ?? 0) <= lastEnd(settled),
  );
  if (ready.length > 0) await transaction.query(KNOCK, [ready.map(({ id }) => id), new Date(lastEnd(settled))]);
}

const lastEnd = (settled: readonly Settled[]): number =>
  Math.max(...settled.map(({ result }) => result.endedAt.getTime()));

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
