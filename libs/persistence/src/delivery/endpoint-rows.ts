import { reopened, type BreakerState, type EndpointState } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import type { Queryable, Transaction } from '../database/database.js';
import { date, millis } from './epoch-millis.js';
import { REOPEN_ENDPOINT, SHOW_SWITCHED_OFF, UPDATE_ENDPOINTS } from './statements/write-endpoints.js';

/** A receiver of one account as stored (`ENDPOINT_COLUMNS`): host and path, or a mail address. */
export interface EndpointRow {
  id: number;
  channel: DestinationChannel;
  failures: number;
  failing_since: Date | null;
  opened_at: Date | null;
  failed_probes: number;
  probe_at: Date | null;
  switched_off_at: Date | null;
  switched_off_reason: string | null;
  answers_well: boolean;
}

/** As the domain's rules read it. */
export function endpointState(row: EndpointRow): EndpointState {
  return {
    answersWell: row.answers_well,
    breaker: {
      failures: row.failures,
      failingSince: millis(row.failing_since),
      openedAt: millis(row.opened_at),
      failedProbes: row.failed_probes,
      probeAt: millis(row.probe_at),
      switchedOffAt: millis(row.switched_off_at),
    },
  };
}

/** An endpoint after its run or after results; what is null stays as it is. */
export interface EndpointChange {
  readonly id: number;
  readonly state: EndpointState;
  /** Set with the moment it is switched off. */
  readonly switchedOffReason: string | null;
  /** When to look at the queue next, and from where on; undefined leaves both alone. */
  readonly wake?: { readonly at: number; readonly from: number } | null;
}

/** Writes endpoints that the transaction has locked. */
export async function writeEndpoints(transaction: Transaction, changes: readonly EndpointChange[]): Promise<void> {
  if (changes.length === 0) return;
  const states = changes.map(({ state }) => state);
  const breakers = states.map(({ breaker }) => breaker);
  const times = (read: (breaker: BreakerState) => number | null): (Date | null)[] =>
    breakers.map((breaker) => date(read(breaker)));
  await transaction.query(UPDATE_ENDPOINTS, [
    changes.map(({ id }) => id),
    breakers.map(({ failures }) => failures),
    times(({ failingSince }) => failingSince),
    times(({ openedAt }) => openedAt),
    breakers.map(({ failedProbes }) => failedProbes),
    times(({ probeAt }) => probeAt),
    times(({ switchedOffAt }) => switchedOffAt),
    changes.map(({ switchedOffReason }) => switchedOffReason),
    states.map(({ answersWell }) => answersWell),
    changes.map(({ wake }) => wake === undefined),
    changes.map(({ wake }) => date(wake?.at ?? null)),
    changes.map(({ wake }) => date(wake?.from ?? null)),
  ]);
}

/** Writes what alerts show of a destination that was given up, or is tried again. */
export async function showSwitchedOff(transaction: Transaction, endpointIds: readonly number[]): Promise<void> {
  if (endpointIds.length > 0) await transaction.query(SHOW_SWITCHED_OFF, [endpointIds]);
}

/** Somebody asks for an endpoint again, which gives one that was switched off a try. */
export async function reopenEndpoint(queryable: Queryable, endpointId: number, now: Date): Promise<void> {
  const { failures, failingSince, openedAt, failedProbes, probeAt } = reopened(now.getTime());
  await queryable.query(REOPEN_ENDPOINT, [
    endpointId,
    failures,
    date(failingSince),
    date(openedAt),
    failedProbes,
    date(probeAt),
  ]);
}
