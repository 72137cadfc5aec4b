import type { BreakerState, EndpointState } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import type { Transaction } from '../database.js';

/** A receiver of one account as stored: host and path, or a mail address. */
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

/** The columns of EndpointRow, of a table called endpoint. */
export const ENDPOINT_COLUMNS = `
  endpoint.id, endpoint.channel, endpoint.failures, endpoint.failing_since, endpoint.opened_at, endpoint.failed_probes, endpoint.probe_at, endpoint.switched_off_at,
  endpoint.switched_off_reason, endpoint.answers_well`;

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

/** An endpoint after its turn or after results; what is null stays as it is. */
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

// Of a queue that is looked at sooner already, the sooner time stays when the change only adds a look.
const UPDATE_ENDPOINTS = `
  update delivery_endpoint endpoint set failures = new.failures, failing_since = new.failing_since, opened_at = new.opened_at, failed_probes = new.failed_probes,
    probe_at = new.probe_at, switched_off_at = new.switched_off_at, switched_off_reason = new.reason, answers_well = new.answers_well,
    wake_at = case when new.keeps_wake then endpoint.wake_at else new.wake_at end, wake_from = case when new.keeps_wake then endpoint.wake_from else new.wake_from end
  from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::timestamptz[], $7::timestamptz[], $8::text[], $9::boolean[], $10::boolean[],
    $11::timestamptz[], $12::timestamptz[])
    as new(id, failures, failing_since, opened_at, failed_probes, probe_at, switched_off_at, reason, answers_well, keeps_wake, wake_at, wake_from)
  where endpoint.id = new.id`;

const SHOW_SWITCHED_OFF = `
  update event_destination set switched_off_at = endpoint.switched_off_at, switched_off_reason = endpoint.switched_off_reason
  from delivery_endpoint endpoint
  where endpoint.id = any($1::bigint[]) and event_destination.endpoint_id = endpoint.id and event_destination.switched_off_at is distinct from endpoint.switched_off_at`;

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
