import type { Database } from '@gable/persistence';
import { checkRecords, committedChanges, recordedEvents, recordedNotifications, type Findings } from '@gable/testing';
import { checkArrivals, type DeliveryFindings, type InFlight } from '../delivery/check-arrivals.js';
import type { Arrival } from '../delivery/faulty-receivers.js';
import { recordedDeliveries } from '../delivery/recorded-deliveries.js';
import type { Span } from './outages.js';
import type { PoliteTenant } from './polite-tenant.js';

/** What is wrong with what polite customers were to be notified of; a line each. */
export type RecordFindings = Findings &
  Omit<DeliveryFindings, 'lost'> & {
    /** Notified and accepted by no receiver. */
    readonly undelivered: readonly string[];
    /** Changes, and alerts of polite customers, that were set aside. */
    readonly deadLetters: readonly string[];
  };

/** What a phase left behind, as far as it is of polite customers. */
export interface CheckedPhase {
  readonly events: number;
  readonly deliveries: number;
  /** Accepted again, which a kill explains. */
  readonly duplicates: number;
  readonly findings: RecordFindings;
  /** From each event to the first attempt of its delivery. */
  readonly attempts: readonly Span[];
}

/** Compares events with the oracle, and deliveries with what the receivers of polite customers got. */
export async function checkPhase(
  database: Database,
  polite: readonly PoliteTenant[],
  arrivals: readonly Arrival[],
  inFlight: readonly InFlight[],
): Promise<CheckedPhase> {
  const alertIds = polite.flatMap((tenant) => tenant.alertIds);
  const events = await recordedEvents(database, alertIds);
  const records = checkRecords(
    polite.flatMap(({ alerts }) => alerts.timelines),
    await committedChanges(database),
    events,
    await recordedNotifications(database, alertIds),
  );
  const expected = await recordedDeliveries(database, alertIds);
  const { findings, duplicates } = checkArrivals(expected, arrivals, inFlight);
  const { lost: undelivered, ...delivered } = findings;
  return {
    events: events.length,
    deliveries: expected.length,
    duplicates,
    findings: { ...records, ...delivered, undelivered, deadLetters: await deadLetters(database, alertIds) },
    attempts: await attemptsOf(database, alertIds, arrivals),
  };
}

async function deadLetters(database: Database, alertIds: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    `select kind || ' ' || left(subject::text, 200) || ': ' || reason as line from dead_letter
     where kind <> 'ALERT' or exists (
       select from unnest($1::text[]) as polite (id) where subject::text like '%' || id || '%')`,
    [alertIds],
  );
  return rows.map(({ line }) => line);
}

async function attemptsOf(
  database: Database,
  alertIds: readonly string[],
  arrivals: readonly Arrival[],
): Promise<Span[]> {
  const first = new Map<string, number>();
  for (const { eventId, at } of arrivals) first.set(eventId, Math.min(at, first.get(eventId) ?? Infinity));
  const rows = await database.query<{ id: string; at: Date }>(
    'select id, created_at as at from alert_event where alert_id = any($1::uuid[]) and delivery_id is not null',
    [alertIds],
  );
  return rows.flatMap(({ id, at }) => {
    const to = first.get(id);
    return to === undefined ? [] : [{ from: at.getTime(), to: Math.max(to, at.getTime()) }];
  });
}
