import type { AreaGeometry } from '@gable/domain/geo';
import type { DivisionType } from '@gable/domain';
import type { Database } from '../database/database.js';
import {
  FIND_DIVISION,
  LINK_ANCESTORS,
  RAISE_EDITION,
  SELECT_ANCESTORS,
  SELECT_CHILDREN,
  SELECT_DIVISION_IDS,
  SELECT_DIVISION_NAMES,
  SELECT_EDITION,
  SELECT_LISTED_DIVISIONS,
  SELECT_OUTLINES,
  UPSERT_DIVISIONS,
} from './statements/divisions.js';

/** An administrative area as it is stored. */
export interface Division {
  id: number;
  type: DivisionType;
  name: string;
  parentId: number | null;
  countryCode: string;
  centroid: { lat: number; lng: number } | null;
  geometry: AreaGeometry | null;
  postalCodes: string[];
}

/** What placing a listing needs of a division. */
export interface PlacedDivision {
  id: number;
  type: DivisionType;
  ancestorIds: number[];
  geometry: AreaGeometry | null;
}

/** A division without its outline, as lists show it. */
export interface ListedDivision extends Omit<Division, 'geometry' | 'parentId'> {
  /** Every ancestor, nearest first. */
  ancestorIds: number[];
}

/** A division where another one is shown: above or below it. */
export interface RelatedDivision extends Pick<Division, 'id' | 'type' | 'name'> {
  /** Properties with an online listing in it, as last counted. */
  propertyCount: number;
}

/** A division with those around it. */
export interface DivisionInPlace extends ListedDivision, RelatedDivision {
  geometry: AreaGeometry | null;
  /** Nearest first. */
  ancestors: RelatedDivision[];
  /** By name, the first ones; `childCount` is the number of all. */
  children: RelatedDivision[];
  childCount: number;
}

/** Administrative areas. They belong to nobody and are the same for every account. */
export class DivisionStore {
  constructor(private readonly database: Database) {}

  /** Writes or replaces; parents must be stored already or stand earlier in the list. */
  async write(divisions: readonly Division[]): Promise<void> {
    if (divisions.length === 0) return;
    await this.database.transaction(async (transaction) => {
      await transaction.query(RAISE_EDITION);
      await transaction.query(UPSERT_DIVISIONS, [
        JSON.stringify(divisions.map(({ centroid, ...division }) => ({ ...division, ...centroid }))),
      ]);
    });
  }

  /** Works out everybody's ancestors anew; to be called once after the last `write` of a load. */
  async linkAncestors(): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(RAISE_EDITION);
      await transaction.query(LINK_ANCESTORS);
    });
  }

  /** A number that rises with every write. */
  async edition(): Promise<number> {
    const [row] = await this.database.query<{ version: number }>(SELECT_EDITION);
    return row!.version;
  }

  async ids(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(SELECT_DIVISION_IDS)).map(({ id }) => id);
  }

  /** Names of those that exist. */
  async names(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; name: string }>(SELECT_DIVISION_NAMES, [ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** All divisions without their outlines, to find names among. */
  async listed(): Promise<ListedDivision[]> {
    return (await this.database.query<ListedRow>(SELECT_LISTED_DIVISIONS)).map(listedDivision);
  }

  /** Null when there is no such division. */
  async find(id: number, mostChildren: number): Promise<DivisionInPlace | null> {
    const [row] = await this.database.query<
      ListedRow & Pick<DivisionInPlace, 'geometry' | 'propertyCount' | 'childCount'>
    >(FIND_DIVISION, [id]);
    if (!row) return null;
    const { geometry, propertyCount, childCount } = row;
    const division = listedDivision(row);
    const ancestors = await this.database.query<RelatedDivision>(SELECT_ANCESTORS, [division.ancestorIds]);
    const children = await this.database.query<RelatedDivision>(SELECT_CHILDREN, [id, mostChildren]);
    return { ...division, geometry, propertyCount, ancestors, children, childCount };
  }

  /** All divisions with their outlines, to place points by. */
  async outlines(): Promise<PlacedDivision[]> {
    return this.database.query<PlacedDivision>(SELECT_OUTLINES);
  }
}

interface ListedRow extends Omit<ListedDivision, 'centroid'> {
  lat: number | null;
  lng: number | null;
}

function listedDivision({
  id,
  type,
  name,
  countryCode,
  lat,
  lng,
  postalCodes,
  ancestorIds,
}: ListedRow): ListedDivision {
  return {
    id,
    type,
    name,
    countryCode,
    centroid: lat === null || lng === null ? null : { lat, lng },
    postalCodes,
    ancestorIds,
  };
}
