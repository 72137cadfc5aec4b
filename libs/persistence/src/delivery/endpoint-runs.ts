import {
  LEASE_MS,
  nextLookAt,
  planRun,
  probing,
  type EndpointRun,
  type EndpointState,
  type WaitsFor,
} from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { blockQueues } from './blocked-queues.js';
import type { ClaimOptions } from './claim-store.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { endpointState, writeEndpoints, type EndpointRow } from './endpoint-rows.js';
import { endQueue } from './given-up.js';
import {
  CLAIM_DELIVERIES,
  PUT_BACK,
  READ_QUEUES,
  REMOVE_DELIVERIES,
  REMOVE_WAKEUPS,
} from './statements/claim-deliveries.js';
import { takeMails } from './take-mails.js';

/** An endpoint to serve, as read by PICK_ENDPOINTS. */
export interface PickedRow extends EndpointRow {
  is_unconfirmed: boolean;
  waiting_since: Date;
  from_at: Date;
  wakeups_read_to: Date | null;
}

/** A run of an endpoint. One that waits for something takes nothing and comes back when that is there. */
export interface ClaimedRun {
  row: PickedRow;
  state: EndpointState;
  run: EndpointRun;
  room: number;
  waitsFor: WaitsFor | null;
}

/** What an endpoint may send now. */
export function runFor(row: PickedRow, { channels, underWay }: ClaimOptions, now: Date): ClaimedRun {
  const state = endpointState(row);
  const waitsFor = waitsForOf(row, channels);
  const run = waitsFor === null ? planRun(state, now.getTime()) : { take: 0, underWayLimit: 0, isProbe: false };
  return { row, state, run, room: run.underWayLimit - (underWay.get(row.id) ?? 0), waitsFor };
}

/** What waits for an endpoint that was given up is ended, whatever else it waits for. */
function waitsForOf(
  { channel, switched_off_at: offAt, is_unconfirmed: isUnconfirmed }: PickedRow,
  channels: ClaimOptions['channels'],
): WaitsFor | null {
  if (offAt !== null) return null;
  if (!channels.includes(channel)) return 'MAIL_SERVER';
  return isUnconfirmed ? 'CONFIRMATION' : null;
}

/** Removes the wake-ups of these endpoints, and begins their queues where the earliest of them says. */
export async function takeWakeUps(
  transaction: Transaction,
  picked: readonly PickedRow[],
  low: Date,
): Promise<PickedRow[]> {
  const readTo = picked[0]!.wakeups_read_to;
  if (readTo === null) return [...picked];
  const removed = await transaction.query<{ id: number; at: Date }>(REMOVE_WAKEUPS, [
    picked.map(({ id }) => id),
    low,
    readTo,
  ]);
  const earliest = new Map(removed.map(({ id, at }) => [id, at]));
  return picked.map((row) =>
    earliest.has(row.id) && earliest.get(row.id)! < row.from_at ? { ...row, from_at: earliest.get(row.id)! } : row,
  );
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
  const open = runs.filter(({ run, room }) => run.take > 0 && room > 0);
  if (open.length === 0) return [];
  const rows = await transaction.query<ClaimedDelivery & { taken: boolean; waiting: boolean }>(CLAIM_DELIVERIES, [
    open.map(({ row }) => row.id),
    open.map(({ run, room }) => Math.min(run.take, room)),
    open.map(({ row }) => row.from_at),
    open.map(({ run }) => run.isProbe),
    now,
    leaseEnd(now),
    owner,
  ]);
  const over = rows.filter(({ waiting }) => !waiting).map(({ id }) => id);
  if (over.length > 0) await transaction.query(REMOVE_DELIVERIES, [over]);
  const waiting = rows.filter((row) => row.waiting);
  const isGathered = ({ channel, attemptNumber, eventId, taken }: (typeof rows)[number]) =>
    channel === 'EMAIL' && attemptNumber === 1 && eventId !== null && !taken;
  const back = await takeMails(transaction, waiting.filter(isGathered), mailGatherMs, now);
  if (back.length > 0) await transaction.query(PUT_BACK, [back.map(({ id }) => id), back.map(({ until }) => until)]);
  const putBack = new Set(back.map(({ id }) => id));
  return waiting.filter(({ id }) => !putBack.has(id)).map(({ taken, waiting: _, ...delivery }) => delivery);
}

/** Writes when each endpoint is to be looked at again. */
export async function endRuns(
  transaction: Transaction,
  runs: readonly ClaimedRun[],
  deliveries: readonly ClaimedDelivery[],
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
  await writeEndpoints(
    transaction,
    runs
      .filter((each) => !isBlocked(each))
      .map(({ row, state, run, room }) => {
        const took = taken.get(row.id) ?? 0;
        const after =
          run.isProbe && took > 0 ? { ...state, breaker: probing(state.breaker, leaseEnd(now).getTime()) } : state;
        const queue = { earliest: earliest.get(row.id)!, isFull: run.take > 0 && took >= room };
        const lookAt = lookAgainAt(after, queue, now.getTime());
        return {
          id: row.id,
          state: after,
          switchedOffReason: row.switched_off_reason,
          wake: lookAt === null ? null : { at: lookAt, from: queue.earliest },
        };
      }),
  );
}

function lookAgainAt(
  state: EndpointState,
  queue: { earliest: number | null; isFull: boolean },
  now: number,
): number | null {
  if (queue.earliest === null) return null;
  if (state.breaker.switchedOffAt !== null) return now + ENDING_PAUSE_MS; // what waits is ended whenever it is due
  return nextLookAt(state, queue, now);
}

const ENDING_PAUSE_MS = 50;

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
