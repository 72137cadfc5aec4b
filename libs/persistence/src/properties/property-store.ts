import type { Highlight } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { groupBy, TRANSACTION_TYPES, type TransactionType } from '@gable/domain';
import {
  MOST_EXPIRED,
  mergedView,
  viewOfListing,
  viewOfProperty,
  type ListingRecord,
  type ListingView,
  type PropertyRecordView,
  type PropertyView,
} from '@gable/domain/property';
import type { Queryable } from '../database/database.js';
import { DecisionStore } from './decision-store.js';
import { urlHash } from '../database/url-hash.js';
import { isoOf } from '../records/utc-text.js';
import { readHistory, type ListingHistory } from './property-history.js';
import { readRecords, recordOf, type ShownState } from '../records/shown-state.js';
import {
  SELECT_BY_URL,
  SELECT_LAST_STATES,
  SELECT_PLACES,
  SELECT_PROPERTIES,
  SELECT_PROPERTY,
  SELECT_PROPERTY_REVISIONS,
  SELECT_RECORD_EDITION,
} from './statements/properties.js';

/** Where a property stands on a map, and its lowest price. */
export interface PropertyPlace {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly minPrice: number | null;
  /** Null where its online listings are of both. */
  readonly transactionType: TransactionType | null;
}

/** A record with the revision that the property had when it was read. It rises with every change. */
export interface Revised<View> {
  readonly revision: number;
  readonly view: View;
}

/** Property records as answers show them. They belong to nobody and are the same for every account. */
export class PropertyStore {
  constructor(private readonly database: Queryable) {}

  /** Places of these properties, by id; those that have none are left out. */
  async places(ids: readonly string[]): Promise<Map<string, PropertyPlace>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<Omit<PropertyPlace, 'transactionType'> & { deal: number | null }>(
      SELECT_PLACES,
      [ids],
    );
    return new Map(
      rows.map(({ deal, ...place }) => [
        place.id,
        { ...place, transactionType: deal === null ? null : TRANSACTION_TYPES[deal]! },
      ]),
    );
  }

  /**
   * The records of these properties with their online listings, in the order asked for; those that do not exist are
   * left out. With `highlight`, every listing has what it answers.
   */
  async read(ids: readonly string[], highlight?: (listing: Listing) => Highlight): Promise<PropertyView[]> {
    const view =
      highlight &&
      ((record: ListingRecord): ListingView => ({ ...viewOfListing(record), highlight: highlight(record.listing) }));
    return (await this.rowsOf(ids)).map((rows) => propertyView(rows, recordsOf(rows), view));
  }

  /** As `read`, with revisions. */
  async readRevised(ids: readonly string[]): Promise<Revised<PropertyView>[]> {
    return (await this.rowsOf(ids)).map((rows) => ({
      revision: rows[0]!.revision,
      view: propertyView(rows, recordsOf(rows)),
    }));
  }

  /** The same whole: with what the listings say together, and the last states of a property without online listings. */
  async readRecords(ids: readonly string[]): Promise<PropertyRecordView[]> {
    return (await this.readRecordsRevised(ids)).map(({ view }) => view);
  }

  /** The revisions that these properties have now, by id; those that do not exist, or were merged, are left out. */
  async revisionsOf(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<Pick<PropertyRow, 'id' | 'revision'>>(SELECT_PROPERTY_REVISIONS, [ids]);
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  }

  /**
   * A text that changes with what records show and their revisions do not tell. Null while that changes without it: a
   * worker brings listings up to date.
   */
  async recordEdition(): Promise<string | null> {
    const [row] = await this.database.query<{ edition: string | null }>(SELECT_RECORD_EDITION);
    return row!.edition;
  }

  /** As `readRecords`, with revisions. */
  async readRecordsRevised(ids: readonly string[]): Promise<Revised<PropertyRecordView>[]> {
    const properties = await this.rowsOf(ids);
    const gone = await this.lastStates(properties.flatMap(([row]) => (isWithoutListing(row!) ? [row!.id] : [])));
    return properties.map((rows) => {
      const records = recordsOf(rows);
      const { id, revision } = rows[0]!;
      const expired = gone.get(id);
      const view = {
        ...propertyView(rows, records),
        merged: mergedView(expired ?? records),
        ...(expired && { expired: expired.map(viewOfListing) }),
      };
      return { revision, view };
    });
  }

  /**
   * The whole records that these properties are now, by the id asked for: of a merged one that of its survivor. Those
   * that do not exist are left out.
   */
  async readCurrent(ids: readonly string[]): Promise<Map<string, PropertyRecordView>> {
    if (ids.length === 0) return new Map();
    const survivors = await new DecisionStore(this.database).survivorsOf(ids);
    const views = new Map((await this.readRecords([...new Set(survivors.values())])).map((view) => [view.uuid, view]));
    return new Map(
      [...survivors].flatMap(([id, survivor]) => (views.has(survivor) ? [[id, views.get(survivor)!]] : [])),
    );
  }

  /** What happened to each listing of the property; null when there is no such property. */
  history(id: string): Promise<ListingHistory[] | null> {
    return readHistory(this.database, id);
  }

  /** Of each property that exists its rows, in the order asked for. */
  private async rowsOf(ids: readonly string[]): Promise<PropertyRow[][]> {
    if (ids.length === 0) return [];
    const rows =
      ids.length === 1
        ? await this.database.query<PropertyRow>(SELECT_PROPERTY, ids)
        : await this.database.query<PropertyRow>(SELECT_PROPERTIES, [ids]);
    const byId = groupBy(rows, ({ id }) => id);
    return ids.flatMap((id) => (byId.has(id) ? [byId.get(id)!] : []));
  }

  private async lastStates(ids: readonly string[]): Promise<Map<string, ListingRecord[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<LastStateRow>(SELECT_LAST_STATES, [ids, MOST_EXPIRED]);
    const records = await readRecords(this.database, rows);
    const found = new Map<string, ListingRecord[]>(ids.map((id) => [id, []]));
    rows.forEach(({ property_id }, i) => found.get(property_id)!.push(records[i]!));
    return found;
  }

  /** The property one of whose listings has this address, an online one first; null when none has. */
  async idByUrl(url: string): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(SELECT_BY_URL, [String(urlHash(url)), url]);
    return row?.id ?? null;
  }

  /** Where a property's listings went when it was merged into another; null when it was not. */
  async survivorOf(id: string): Promise<string | null> {
    const [survivor] = (await new DecisionStore(this.database).survivorsOf([id])).values();
    return survivor === undefined || survivor === id.toLowerCase() ? null : survivor;
  }
}

interface PropertyRow extends ShownState {
  id: string;
  revision: number;
  /** Both as `isoOf` reads them. */
  created_at: string;
  updated_at: string;
  min_price: number | null;
  max_price: number | null;
  cityName: string | null;
  districtName: string | null;
  neighborhoodName: string | null;
}

/** Null in every column of its listing: a property without online listings. */
const isWithoutListing = (row: PropertyRow): boolean => (row.listing_id as string | null) === null;

interface LastStateRow extends ShownState {
  property_id: string;
}

function recordsOf(rows: readonly PropertyRow[]): ListingRecord[] {
  return isWithoutListing(rows[0]!) ? [] : rows.map((row) => recordOf(row, row));
}

function propertyView(
  rows: readonly PropertyRow[],
  records: readonly ListingRecord[],
  view: (record: ListingRecord) => ListingView = viewOfListing,
): PropertyView {
  const [{ id, created_at, updated_at, min_price, max_price }] = rows as [PropertyRow];
  return viewOfProperty({
    id,
    listings: records.map(view),
    minPrice: min_price,
    maxPrice: max_price,
    createdAt: isoOf(created_at),
    updatedAt: isoOf(updated_at),
  });
}
