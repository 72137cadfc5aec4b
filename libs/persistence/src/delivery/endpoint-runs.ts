import { LEASE_MS, nextLookAt, probing, type DuePick, type EndpointState } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { blockQueues } from './blocked-queues.js';
import type { ClaimOptions } from './claim.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { LATE_COMMIT_MS } from './due-reader.js';
import { writeEndpoints } from './endpoint-rows.js';
import { endQueue } from './given-up.js';
import { writeOrigins } from './origin-rows.js';
import type { ClaimedRun, RunOrigin, TakenEndpoint } from './plan-runs.js';
import {
  CLAIM_DELIVERIES,
  LOCK_FREE_ENDPOINTS,
  PUT_BACK,
  READ_QUEUES,
  REMOVE_DELIVERIES,
  REMOVE_WAKEUPS,
} from './statements/claim-deliveries.js';
import { takeMails } from './take-mails.js';

/**
 * Locks the endpoints that were picked and removes their wake-ups. Answers those that have something due indeed, in
 * their order, and those that somebody else has locked.
 */
export async function takeEndpoints(
  transaction: Transaction,
  picks: readonly DuePick[],
  now: Date,
): Promise<{ due: TakenEndpoint[]; locked: DuePick[] }> {
  const ids = picks.map(({ endpoint }) => endpoint.endpointId);
  const rows = new Map((await transaction.query<LockedRow>(LOCK_FREE_ENDPOINTS, [ids])).map((row) => [row.id, row]));
  const mine = picks.filter(({ endpoint }) => rows.has(endpoint.endpointId));
  const removed = await transaction.query<{ id: number; at: Date }>(REMOVE_WAKEUPS, [
    mine.map(({ endpoint }) => endpoint.endpointId),
    mine.map(({ endpoint }) => new Date(endpoint.dueFrom - LATE_COMMIT_MS)),
    now,
  ]);
  const woken = new Map(removed.map(({ id, at }) => [id, at]));
  const due = mine.flatMap(({ endpoint, take }): TakenEndpoint[] => {
    const row = rows.get(endpoint.endpointId)!;
    const times = [woken.get(row.id), row.wake_at !== null && row.wake_at <= now ? row.wake_at : undefined];
    if (times.every((at) => at === undefined)) return [];
    const from = Math.min(...[woken.get(row.id), row.wake_from].map((at) => at?.getTime() ?? Infinity));
    return [{ ...row, endpoint, slots: take, from_at: new Date(Number.isFinite(from) ? from : 0) }];
  });
  return { due, locked: picks.filter(({ endpoint }) => !rows.has(endpoint.endpointId)) };
}

interface LockedRow extends Omit<TakenEndpoint, 'endpoint' | 'slots' | 'from_at'> {
  wake_at: Date | null;
  wake_from: Date | null;
}

/** Ends what waits for endpoints that were given up, and answers how much. */
export async function endQueues(transaction: Transaction, runs: readonly ClaimedRun[], now: Date): Promise<number> {
  let ended = 0;
  for (const { row } of runs.filter(({ state }) => state.breaker.switchedOffAt !== null))
    ended += await endQueue(transaction, row, now);
  return ended;
}

/** Hands out the deliveries of these runs; mails that have to wait are put back. */
export async function lease(
  transaction: Transaction,
  runs: readonly ClaimedRun[],
  { owner, mailGatherMs }: ClaimOptions,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const open = runs.filter(({ take }) => take > 0);
  if (open.length === 0) return [];
  const leasedUntil = leaseEnd(now);
  const rows = await transaction.query<ClaimedRow>(CLAIM_DELIVERIES, [
    open.map(({ row }) => row.id),
    open.map(({ take }) => take),
    open.map(({ row }) => row.from_at),
    open.map(({ run }) => run.isProbe),
    now,
    leasedUntil,
    owner,
  ]);
  const over = rows.filter(({ waiting }) => !waiting).map(({ id }) => id);
  if (over.length > 0) await transaction.query(REMOVE_DELIVERIES, [over]);
  const endpoints = new Map(open.map(({ row }) => [row.id, row]));
  const taken = new Set(rows.filter((row) => row.taken).map(({ id }) => id));
  const deliveries = rows
    .filter(({ waiting }) => waiting)
    .map((row) => claimedDelivery(row, endpoints.get(row.endpointId)!, owner, leasedUntil));
  const isGathered = ({ id, channel, attemptNumber, eventId }: ClaimedDelivery): boolean =>
    channel === 'EMAIL' && attemptNumber === 1 && eventId !== null && !taken.has(id);
  const back = await takeMails(transaction, deliveries.filter(isGathered), mailGatherMs, now);
  if (back.length === 0) return deliveries;
  await transaction.query(PUT_BACK, [back.map(({ id }) => id), back.map(({ until }) => until)]);
  const putBack = new Set(back.map(({ id }) => id));
  return deliveries.filter(({ id }) => !putBack.has(id));
}

interface ClaimedRow extends Pick<
  ClaimedDelivery,
  | 'id'
  | 'notificationId'
  | 'alertId'
  | 'eventId'
  | 'endpointId'
  | 'destinationId'
  | 'address'
  | 'attemptNumber'
  | 'roundStart'
  | 'isProbe'
> {
  readonly dueAt: number;
  readonly queuedAt: number;
  readonly taken: boolean;
  readonly waiting: boolean;
}

/** Named one by one: an object spread out of a row is a dictionary to V8, and whatever reads it takes longer. */
function claimedDelivery(
  row: ClaimedRow,
  { endpoint, channel, account_id: accountId, origin_id: originId, answers_well: isProven }: TakenEndpoint,
  owner: string,
  leasedUntil: Date,
): ClaimedDelivery {
  return {
    id: row.id,
    notificationId: row.notificationId,
    accountId,
    alertId: row.alertId,
    eventId: row.eventId,
    endpointId: row.endpointId,
    originId,
    origin: endpoint.origin,
    isProven,
    destinationId: row.destinationId,
    channel,
    address: row.address,
    attemptNumber: row.attemptNumber,
    roundStart: row.roundStart,
    isProbe: row.isProbe,
    owner,
    leasedUntil,
    dueAt: new Date(row.dueAt),
    queuedAt: new Date(row.queuedAt),
  };
}

/** Writes when each endpoint is to be looked at again; `nextMails`: addresses that may get no mail before. */
export async function endRuns(
  transaction: Transaction,
  runs: readonly ClaimedRun[],
  deliveries: readonly ClaimedDelivery[],
  nextMails: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  const queues = await transaction.query<{ id: number; earliest: Date | null }>(READ_QUEUES, [
    runs.map(({ row }) => row.id),
    runs.map(({ row }) => row.from_at),
  ]);
  const earliest = new Map(queues.map((queue) => [queue.id, queue.earliest?.getTime() ?? null]));
  const taken = new Map<number, number>();
  for (const { endpointId } of deliveries) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
  const isBlocked = ({ row, waitsFor }: ClaimedRun): boolean => waitsFor !== null && earliest.get(row.id) !== null;
  await blockQueues(
    transaction,
    runs.filter(isBlocked).map(({ row, waitsFor }) => ({
      endpointId: row.id,
      waitsFor: waitsFor!,
      earliest: new Date(earliest.get(row.id)!),
    })),
    now,
  );
  const tookOf = ({ row }: ClaimedRun): number => taken.get(row.id) ?? 0;
  const origins = new Set(runs.flatMap(({ origin }) => (origin === null ? [] : [origin])));
  for (const origin of origins) {
    const isProbed = runs.some((each) => each.origin === origin && each.run.probesOrigin && tookOf(each) > 0);
    if (!isProbed) origin.state = origin.before;
  }
  await writeOrigins(
    transaction,
    [...origins].filter(({ state, before }) => state !== before),
  );
  await writeEndpoints(
    transaction,
    runs
      .filter((each) => !isBlocked(each))
      .map((each) => {
        const { row, state, run, origin } = each;
        const after =
          run.isProbe && tookOf(each) > 0
            ? { ...state, breaker: probing(state.breaker, leaseEnd(now).getTime()) }
            : state;
        const first = earliest.get(row.id)!;
        const lookAt = lookAgainAt(after, origin, first, nextMails.get(row.id) ?? null, now.getTime());
        return {
          id: row.id,
          state: after,
          switchedOffReason: row.switched_off_reason,
          wake: lookAt === null ? null : { at: lookAt, from: first },
        };
      }),
  );
}

function lookAgainAt(
  state: EndpointState,
  origin: RunOrigin | null,
  earliest: number | null,
  nextMailAt: number | null,
  now: number,
): number | null {
  if (earliest === null) return null;
  if (state.breaker.switchedOffAt !== null) return now + ENDING_PAUSE_MS; // what waits is ended whenever it is due
  return nextLookAt(state, origin?.state ?? null, Math.max(earliest, nextMailAt ?? earliest), now);
}

const ENDING_PAUSE_MS = 50;

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
