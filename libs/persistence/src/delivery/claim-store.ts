import {
  LEASE_MS,
  nextLookAt,
  probing,
  nextRun,
  type EndpointState,
  type EndpointRun,
  type WaitsFor,
} from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import type { Database, Transaction } from '../database.js';
import {
  CLAIM_DELIVERIES,
  FREE_EXPIRED,
  PICK_ENDPOINTS,
  PUT_BACK,
  READ_QUEUES,
  REMOVE_DELIVERIES,
  REMOVE_KNOCKS,
  SHORT_PATIENCE,
} from './claim-statements.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { endpointState, writeEndpoints, type EndpointRow } from './endpoint-rows.js';
import { endQueue } from './given-up.js';
import { holdQueues, releaseQueues } from './queue-requests.js';
import { takeMails } from './take-mails.js';

/** Who claims, and what it can send. */
export interface ClaimOptions {
  /** One id per process, for as long as it lives. */
  readonly owner: string;
  /** Channels that are configured; deliveries of others wait and say why. */
  readonly channels: readonly DestinationChannel[];
  /** At most so many endpoints; each gives a few deliveries. */
  readonly endpoints: number;
  /** Deliveries under way with this owner, by endpoint. */
  readonly underWay: ReadonlyMap<number, number>;
  /** At least this long between two mails of an alert. */
  readonly mailGatherMs: number;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Endpoints served: 0 = nothing was due. */
  readonly turns: number;
  /** Deliveries ended because their endpoint was given up. */
  readonly ended: number;
}

/**
 * Hands out deliveries, the endpoint that waits longest first and a few of each, so that a receiver with a long queue or a slow answer keeps nobody waiting.
 * Leases what it hands out: a delivery whose worker is gone comes back by itself, at the same attempt.
 */
export class DeliveryClaimStore {
  private low = EVERYTHING;
  private sweptAt = -Infinity;
  private freedAt = -Infinity;
  private freedAllAt = -Infinity;
  private releasedAt = -Infinity;

  constructor(private readonly database: Database) {}

  async claim(options: ClaimOptions, now: Date): Promise<Claim> {
    await this.freeExpired(now);
    if (options.channels.includes('EMAIL')) await this.release(now);
    const low = this.lowWatermark(now);
    return this.database.transaction(async (transaction) => {
      await transaction.query(SHORT_PATIENCE);
      const picked = await transaction.query<PickedRow>(PICK_ENDPOINTS, [now, low, options.endpoints, KNOCKS_READ]);
      this.low = picked.length < options.endpoints ? before(now) : before(picked.at(-1)!.waiting_since);
      if (picked.length === 0) return { deliveries: [], turns: 0, ended: 0 };
      const turns = (await takeWakeUps(transaction, picked, low)).map((row) => turnFor(row, options, now));
      const ended = await endQueues(transaction, turns, now);
      const deliveries = await lease(transaction, turns, options, now);
      await endRuns(transaction, turns, deliveries, now);
      return { deliveries, turns: turns.length, ended };
    });
  }

  /** At the start, and now and then. */
  private async release(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.releasedAt) < RELEASE_EVERY_MS) return;
    await releaseQueues(this.database, now);
    this.releasedAt = now.getTime();
  }

  /** Now and then; the deliveries of a worker that is gone are due at once. */
  private async freeExpired(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.freedAt) < FREE_EVERY_MS) return;
    const isSweep = Math.abs(now.getTime() - this.freedAllAt) >= SWEEP_MS;
    await this.database.query(FREE_EXPIRED, [
      now,
      isSweep ? EVERYTHING : before(new Date(this.freedAt)),
      FREED_AT_ONCE,
    ]);
    this.freedAt = now.getTime();
    if (isSweep) this.freedAllAt = now.getTime();
  }

  /**
   * Where to begin to look. Removed rows stay in an index for as long as somebody's old transaction is open, and reading past them would take ever
   * longer; what a slow commit put below the mark is found by a full sweep now and then.
   */
  private lowWatermark(now: Date): Date {
    if (Math.abs(now.getTime() - this.sweptAt) < SWEEP_MS) return this.low;
    this.sweptAt = now.getTime();
    return EVERYTHING;
  }
}

const EVERYTHING = new Date(0);
const KNOCKS_READ = 1_000;
const SWEEP_MS = 5_000;
const FREE_EVERY_MS = 500;
const FREED_AT_ONCE = 5_000;
/** Commits of those who queue take less than this. */
const LATE_COMMIT_MS = 2_000;
const ENDING_PAUSE_MS = 50;
const RELEASE_EVERY_MS = 60_000;

interface PickedRow extends EndpointRow {
  is_unconfirmed: boolean;
  waiting_since: Date;
  from_at: Date;
  knocks_read_to: Date | null;
}
/** A turn that waits for something takes nothing and comes back when that is there. */
interface ClaimedRun {
  row: PickedRow;
  state: EndpointState;
  turn: EndpointRun;
  room: number;
  waitsFor: WaitsFor | null;
}

const before = (at: Date): Date => new Date(at.getTime() - LATE_COMMIT_MS);

function turnFor(row: PickedRow, { channels, underWay }: ClaimOptions, now: Date): ClaimedRun {
  const state = endpointState(row);
  const waitsFor = waitsForOf(row, channels);
  const turn = waitsFor === null ? nextRun(state, now.getTime()) : { take: 0, underWayLimit: 0, isProbe: false };
  return { row, state, turn, room: turn.underWayLimit - (underWay.get(row.id) ?? 0), waitsFor };
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

/** Removes the knocks of these endpoints, and begins their queues where the earliest of them says. */
async function takeWakeUps(transaction: Transaction, picked: readonly PickedRow[], low: Date): Promise<PickedRow[]> {
  const readTo = picked[0]!.knocks_read_to;
  if (readTo === null) return [...picked];
  const removed = await transaction.query<{ id: number; at: Date }>(REMOVE_KNOCKS, [
    picked.map(({ id }) => id),
    low,
    readTo,
  ]);
  const earliest = new Map(removed.map(({ id, at }) => [id, at]));
  return picked.map((row) =>
    earliest.has(row.id) && earliest.get(row.id)! < row.from_at ? { ...row, from_at: earliest.get(row.id)! } : row,
  );
}

async function endQueues(transaction: Transaction, turns: readonly ClaimedRun[], now: Date): Promise<number> {
  let ended = 0;
  for (const { row } of turns.filter(({ state }) => state.breaker.switchedOffAt !== null))
    ended += await endQueue(transaction, row, now);
  return ended;
}

async function lease(
  transaction: Transaction,
  turns: readonly ClaimedRun[],
  { owner, mailGatherMs }: ClaimOptions,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const open = turns.filter(({ turn, room }) => turn.take > 0 && room > 0);
  if (open.length === 0) return [];
  const rows = await transaction.query<ClaimedDelivery & { taken: boolean; waiting: boolean }>(CLAIM_DELIVERIES, [
    open.map(({ row }) => row.id),
    open.map(({ turn, room }) => Math.min(turn.take, room)),
    open.map(({ row }) => row.from_at),
    open.map(({ turn }) => turn.isProbe),
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

async function endRuns(
  transaction: Transaction,
  turns: readonly ClaimedRun[],
  deliveries: readonly ClaimedDelivery[],
  now: Date,
): Promise<void> {
  const queues = await transaction.query<{ id: number; earliest: Date | null }>(READ_QUEUES, [
    turns.map(({ row }) => row.id),
    turns.map(({ row }) => row.from_at),
  ]);
  const earliest = new Map(queues.map((queue) => [queue.id, queue.earliest?.getTime() ?? null]));
  const taken = new Map<number, number>();
  for (const { endpointId } of deliveries) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
  const isHeld = ({ row, waitsFor }: ClaimedRun): boolean => waitsFor !== null && earliest.get(row.id) !== null;
  await holdQueues(
    transaction,
    turns.filter(isHeld).map(({ row, waitsFor }) => ({
      endpointId: row.id,
      waitsFor: waitsFor!,
      earliest: new Date(earliest.get(row.id)!),
    })),
    now,
  );
  await writeEndpoints(
    transaction,
    turns
      .filter((each) => !isHeld(each))
      .map(({ row, state, turn, room }) => {
        const took = taken.get(row.id) ?? 0;
        const after =
          turn.isProbe && took > 0 ? { ...state, breaker: probing(state.breaker, leaseEnd(now).getTime()) } : state;
        const queue = { earliest: earliest.get(row.id)!, isFull: turn.take > 0 && took >= room };
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

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
