import type { Listing, ListingPast } from '@gable/domain/listing';
import { viewOfListing, type ListingRecord, type ListingView } from '@gable/domain/property';
import type { Queryable } from '../database/database.js';
import { isoOf } from './utc-text.js';
import { SELECT_DIVISION_NAMES } from '../geography/statements/divisions.js';

/** A row of a statement that reads states to show them: `SHOWN_STATE` in its list of columns. */
export interface ShownState {
  listing_id: string;
  external_id: string;
  source_id: string;
  source_domain: string;
  source_name: string;
  /** Both as `isoOf` reads them. */
  listing_created_at: string;
  recorded_at: string;
  state: Listing;
  past: ListingPast | null;
}

type Names = Pick<ListingRecord, 'cityName' | 'districtName' | 'neighborhoodName'>;

/** The record behind a row, under the names that its divisions have. */
export function recordOf(row: ShownState, names: Names): ListingRecord {
  return {
    id: row.listing_id,
    listing: row.state,
    externalId: row.external_id,
    source: { id: row.source_id, domain: row.source_domain, name: row.source_name },
    cityName: names.cityName,
    districtName: names.districtName,
    neighborhoodName: names.neighborhoodName,
    createdAt: isoOf(row.listing_created_at),
    updatedAt: isoOf(row.recorded_at),
    past: row.past,
  };
}

/** The records behind rows, in their order; one statement looks up the names of all divisions. */
export async function readRecords(database: Queryable, rows: readonly ShownState[]): Promise<ListingRecord[]> {
  const ids = new Set(
    rows.flatMap(({ state: { location = {} } }) =>
      [location.cityId, location.districtId, location.neighborhoodId].filter((id) => id !== undefined),
    ),
  );
  const named =
    ids.size === 0 ? [] : await database.query<{ id: number; name: string }>(SELECT_DIVISION_NAMES, [[...ids]]);
  const names = new Map<number | undefined, string>(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const { cityId, districtId, neighborhoodId } = row.state.location ?? {};
    const [cityName, districtName, neighborhoodName] = [cityId, districtId, neighborhoodId].map(
      (id) => names.get(id) ?? null,
    ) as [string | null, string | null, string | null];
    return recordOf(row, { cityName, districtName, neighborhoodName });
  });
}

/** The listings behind rows as answers show them, in their order. */
export async function viewStates(database: Queryable, rows: readonly ShownState[]): Promise<ListingView[]> {
  return (await readRecords(database, rows)).map(viewOfListing);
}
