import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import { intArray, uuidArray } from '../database/array-literals.js';
import type { Queryable } from '../database/database.js';
import { viewStates, type ShownState } from '../records/shown-state.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { READ_EVENTS, READ_TOLD_STATES } from './statements/read-messages.js';

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

/** The events of deliveries, by delivery. `codesOf` says which types are notified, as an array in text. */
export async function readEvents(
  database: Queryable,
  deliveries: readonly ClaimedDelivery[],
  codesOf: (delivery: ClaimedDelivery) => string,
  eventsPerMail: number,
): Promise<Map<string, ReadEvent[]>> {
  if (deliveries.length === 0) return new Map();
  const rows = await database.query<EventRow>(READ_EVENTS, [
    uuidArray(deliveries, ({ id }) => id),
    uuidArray(deliveries, ({ alertId }) => alertId),
    uuidArray(deliveries, ({ eventId }) => eventId),
    deliveries.map(codesOf),
    eventsPerMail,
  ]);
  const told = await readToldStates(database, rows);
  const byDelivery = new Map<string, ReadEvent[]>(deliveries.map(({ id }) => [id, []]));
  for (const row of rows) {
    const state = told.get(stateOf(row));
    if (state !== undefined) byDelivery.get(row.delivery_id)!.push({ row, ...state });
  }
  return byDelivery;
}

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
