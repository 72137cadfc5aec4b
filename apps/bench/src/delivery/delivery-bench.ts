import type { Database } from '@gable/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS, makeAlerts, criteriaOfKind } from './delivery-data.js';
import type { Arrival } from './receivers.js';
import type { ReceiversProcess } from './receivers-process.js';
import { quantile } from '../harness/times.js';
import { WorkerProcess } from '../harness/worker-process.js';

/** How much each part of the bench does. */
export interface DeliveryPlan {
  readonly deliveries: number;
  readonly rate: number;
  readonly seconds: number;
  readonly backlog: number;
  /** Endpoints that hang, of each kind and account. */
  readonly endpoints: number;
  /** Notifications of an alert that is switched off. */
  readonly waiting: number;
}

/** What a part of the bench is given for itself. */
export interface DeliveryBench {
  readonly database: Database;
  readonly url: string;
  readonly home: string;
  readonly receivers: ReceiversProcess;
  readonly plan: DeliveryPlan;
}

export const WARM_UP_SECONDS = 5;
/** Deliveries queued with one statement. */
export const LOT = 5_000;
const PATIENCE_MS = 60_000;

/** One alert per receiver, for one kind of properties each. */
export function alertsOfKinds({ database, home, receivers }: DeliveryBench): Promise<string[]> {
  return makeAlerts(
    database,
    home,
    Array.from({ length: KINDS }, (_, kind) => ({
      criteria: criteriaOfKind(kind),
      address: receivers.urlOf(kind, 'hook'),
    })),
  );
}

export async function startWorker({ url, home }: DeliveryBench): Promise<WorkerProcess> {
  return (await WorkerProcess.start(url, { GABLE_HOME: home, DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8' })).worker;
}

/** Collects until so many different deliveries arrived. */
export async function allArrived({ receivers }: DeliveryBench, count: number): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const seen = new Set<string>();
  for (let last = performance.now(); seen.size < count; await sleep(50)) {
    const taken = await receivers.take();
    if (taken.length > 0) last = performance.now();
    if (performance.now() - last > PATIENCE_MS)
      throw new Error(`Nothing arrived for ${PATIENCE_MS / 1_000} s; ${seen.size} of ${count} deliveries did.`);
    arrivals.push(...taken);
    for (const [, id] of taken) seen.add(id);
  }
  return arrivals;
}

/** When each event was recorded and its change stored, by delivery, in milliseconds since 1970. */
export async function timesOf(database: Database): Promise<Map<string, { event: number; change: number }>> {
  const rows = await database.query<{ id: string; event: Date; change: Date }>(`
    select event.delivery_id as id, event.created_at as event, revision.recorded_at as change
    from alert_event event join listing_revision revision on revision.listing_id = event.listing_id and
      revision.revision_id = event.revision_id`);
  return new Map(rows.map(({ id, event, change }) => [id, { event: event.getTime(), change: change.getTime() }]));
}

export function firstAttemptsAfter(
  arrivals: readonly Arrival[],
  times: ReadonlyMap<string, { event: number; change: number }>,
): { event: number; change: number }[] {
  const first = new Map<string, number>();
  for (const [, id, at] of arrivals) first.set(id, Math.min(at, first.get(id) ?? Infinity));
  return [...first].map(([id, at]) => ({ event: at - times.get(id)!.event, change: at - times.get(id)!.change }));
}

export function spread(name: string, times: readonly number[]): Record<string, number> {
  return {
    [`${name}P50Ms`]: quantile(times, 0.5),
    [`${name}P99Ms`]: quantile(times, 0.99),
    [`${name}MaxMs`]: Math.max(...times),
  };
}

export const head = (name: string) => ({ bench: 'delivery', case: name });
