import {
  LEASE_MS,
  mailsAllowed,
  NOTHING,
  planRun,
  type DueEndpoint,
  type EndpointRun,
  type EndpointState,
  type OriginState,
  type WaitsFor,
} from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import type { ClaimOptions } from './claim.js';
import { millis } from './epoch-millis.js';
import { endpointState, type EndpointRow } from './endpoint-rows.js';
import { originState, type OriginRow } from './origin-rows.js';
import { LOCK_FREE_ORIGINS, READ_ORIGINS } from './statements/write-origins.js';

/** An endpoint to serve, locked. */
export interface TakenEndpoint extends EndpointRow {
  readonly endpoint: DueEndpoint;
  /** For how many deliveries there are slots. */
  readonly slots: number;
  readonly is_unconfirmed: boolean;
  readonly is_of_blocked: boolean;
  readonly account_id: string;
  readonly origin_id: number | null;
  /** Of a mail address: no mail before that. */
  readonly next_mail_at: Date | null;
  /** Nothing in its queue is due earlier. */
  readonly from_at: Date;
}

/** A run of an endpoint. One that waits for something takes nothing and comes back when that is there. */
export interface ClaimedRun {
  readonly row: TakenEndpoint;
  readonly state: EndpointState;
  readonly run: EndpointRun;
  /** Deliveries that may be taken now. */
  readonly take: number;
  readonly waitsFor: WaitsFor | null;
  readonly origin: RunOrigin | null;
}

/** An origin that runs of one claim share. Only one of them may probe it. */
export interface RunOrigin {
  readonly id: number;
  state: OriginState;
  /** How it was, for a probe that finds nothing to send. */
  readonly before: OriginState;
}

/** What each endpoint may send now. */
export async function planRuns(
  transaction: Transaction,
  rows: readonly TakenEndpoint[],
  { channels, slots, addressMailsPerDay }: ClaimOptions,
  now: Date,
): Promise<ClaimedRun[]> {
  const origins = await readOrigins(transaction, rows, now);
  return rows.map((row) => {
    const state = endpointState(row);
    const waitsFor = waitsForOf(row, channels);
    const origin = row.origin_id === null ? null : (origins.get(row.origin_id) ?? null);
    const run = waitsFor === null ? planRun(state, origin?.state ?? null, now.getTime()) : NOTHING;
    const mails =
      row.channel === 'EMAIL' ? mailsAllowed(millis(row.next_mail_at), addressMailsPerDay, now.getTime()) : Infinity;
    const take = Math.min(run.take, row.slots, run.underWayLimit - (slots.underWay(row.id) - row.slots), mails);
    if (run.probesOrigin && take > 0) origin!.state = { ...origin!.state, probeAt: now.getTime() + LEASE_MS };
    return { row, state, run, take, waitsFor, origin };
  });
}

/**
 * Origins of these endpoints. One whose breaker is open is locked, since a delivery may probe it; one that somebody
 * else has locked is looked at again in a moment.
 */
async function readOrigins(
  transaction: Transaction,
  rows: readonly TakenEndpoint[],
  now: Date,
): Promise<Map<number, RunOrigin>> {
  const ids = [...new Set(rows.flatMap(({ origin_id: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  const seen = new Map((await transaction.query<OriginRow>(READ_ORIGINS, [ids])).map((row) => [row.id, row]));
  const open = ids.filter((id) => seen.get(id)?.opened_at != null);
  if (open.length > 0) {
    const busy = new Set(open);
    for (const row of await transaction.query<OriginRow>(LOCK_FREE_ORIGINS, [open])) {
      seen.set(row.id, row);
      busy.delete(row.id);
    }
    for (const id of busy) seen.set(id, { ...seen.get(id)!, probe_at: new Date(now.getTime() + BUSY_PAUSE_MS) });
  }
  return new Map(
    [...seen].map(([id, row]) => {
      const state = originState(row);
      return [id, { id, state, before: state }];
    }),
  );
}

/** What waits for an endpoint that was given up is ended, whatever else it waits for. */
function waitsForOf(
  { channel, switched_off_at: offAt, is_unconfirmed: isUnconfirmed, is_of_blocked: isOfBlocked }: TakenEndpoint,
  channels: ClaimOptions['channels'],
): WaitsFor | null {
  if (offAt !== null) return null;
  if (isOfBlocked) return 'ACCOUNT';
  if (!channels.includes(channel)) return 'MAIL_SERVER';
  return isUnconfirmed ? 'CONFIRMATION' : null;
}

const BUSY_PAUSE_MS = 250;
