import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import { intArray, uuidArray } from '../database/array-literals.js';
import type { Queryable } from '../database/database.js';
import { viewStates, type ShownState } from '../records/shown-state.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { READ_EVENTS, READ_NAMED_EVENTS, READ_TOLD_STATES } from './statements/read-messages.js';

/** An event as it is stored, with the state that made it. */
export interface ReadEvent extends ToldState {
  readonly row: EventRow;
}

/** A state as messages tell it. Those about one state share it, so that it is read, and written out, once. */
interface ToldState {
  readonly listing: ListingView;
  readonly change: readonly AttributeChange[];
}

interface EventRow {
  delivery_id: string;
  id: string;
  event_type: number;
  property_id: string;
  listing_id: string;
  revision_id: number;
  criteria_version: number;
  created_at: Date;
  is_notified: boolean;
  total: number;
}

/** The events of deliveries, by delivery. `codesOf` says which types are notified, by their codes. */
export async function readEvents(
  database: Queryable,
  deliveries: readonly ClaimedDelivery[],
  codesOf: (delivery: ClaimedDelivery) => readonly number[],
  eventsPerMail: number,
): Promise<Map<string, ReadEvent[]>> {
  const webhooks = deliveries.filter(({ channel }) => channel === 'WEBHOOK');
  const mails = deliveries.filter(({ channel }) => channel === 'EMAIL');
  const rows = [
    ...(await readNamedEvents(database, webhooks, codesOf)),
    ...(await readGatheredEvents(database, mails, codesOf, eventsPerMail)),
  ];
  const told = await readToldStates(database, rows);
  const byDelivery = new Map<string, ReadEvent[]>(deliveries.map(({ id }) => [id, []]));
  for (const row of rows) {
    const state = told.get(stateOf(row));
    if (state !== undefined) byDelivery.get(row.delivery_id)!.push({ row, ...state });
  }
  return byDelivery;
}

/** A webhook tells the one event that it names. */
async function readNamedEvents(
  database: Queryable,
  webhooks: readonly ClaimedDelivery[],
  codesOf: (delivery: ClaimedDelivery) => readonly number[],
): Promise<EventRow[]> {
  if (webhooks.length === 0) return [];
  const rows = await database.query<NamedEventRow>(READ_NAMED_EVENTS, idColumns(webhooks));
  const codes = new Map(webhooks.map((delivery) => [delivery.id, codesOf(delivery)]));
  return rows.map((row) => {
    const isNotified = codes.get(row.delivery_id)!.includes(row.event_type);
    return {
      delivery_id: row.delivery_id,
      id: row.id,
      event_type: row.event_type,
      property_id: row.property_id,
      listing_id: row.listing_id,
      revision_id: row.revision_id,
      criteria_version: row.criteria_version,
      created_at: new Date(row.created_at),
      is_notified: isNotified,
      total: isNotified ? 1 : 0,
    };
  });
}

interface NamedEventRow extends Omit<EventRow, 'created_at' | 'is_notified' | 'total'> {
  created_at: number;
}

async function readGatheredEvents(
  database: Queryable,
  mails: readonly ClaimedDelivery[],
  codesOf: (delivery: ClaimedDelivery) => readonly number[],
  eventsPerMail: number,
): Promise<EventRow[]> {
  if (mails.length === 0) return [];
  const codes = mails.map((delivery) => `{${codesOf(delivery).join(',')}}`);
  return database.query<EventRow>(READ_EVENTS, [...idColumns(mails), codes, eventsPerMail]);
}

/** Deliveries, their alerts, and the events that they name. */
const idColumns = (deliveries: readonly ClaimedDelivery[]): string[] => [
  uuidArray(deliveries, ({ id }) => id),
  uuidArray(deliveries, ({ alertId }) => alertId),
  uuidArray(deliveries, ({ eventId }) => eventId),
];

async function readToldStates(database: Queryable, events: readonly EventRow[]): Promise<Map<string, ToldState>> {
  const asked = [...new Map(events.map((event) => [stateOf(event), event])).values()];
  if (asked.length === 0) return new Map();
  const rows = await database.query<ShownState & { revision_id: number; state_before: Listing | null }>(
    READ_TOLD_STATES,
    [uuidArray(asked, (event) => event.listing_id), intArray(asked, (event) => event.revision_id)],
  );
  const listings = await viewStates(database, rows);
  return new Map(
    rows.map((row, i) => {
      const change = row.state_before === null ? [] : diffListings(row.state_before, row.state);
      return [stateOf(row), { listing: listings[i]!, change }];
    }),
  );
}

const stateOf = (row: { listing_id: string; revision_id: number }): string => `${row.listing_id} ${row.revision_id}`;
