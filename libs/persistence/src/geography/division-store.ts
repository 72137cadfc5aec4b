import type { AreaGeometry, Point } from '@gable/domain/geo';
import type { DivisionType } from '@gable/domain';
import type { Database } from '../database/database.js';
import { inPortions } from '../database/in-portions.js';
import {
  FIND_DIVISION,
  RAISE_EDITION,
  RAISE_EDITION_FROM,
  SELECT_ALL_ANCESTORS,
  SELECT_ANCESTORS,
  SELECT_CHILDREN,
  SELECT_DIVISION_IDS,
  SELECT_DIVISION_NAMES,
  SELECT_EDITION,
  SELECT_LISTED_DIVISIONS,
  SELECT_OUTLINES,
  SELECT_OUTLINES_IN_BOX,
  SELECT_WRONG_ANCESTORS,
  UPDATE_ANCESTORS,
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

/** A division and, where that is known, every ancestor of it, nearest first. */
export interface WrittenDivision extends Division {
  ancestorIds?: readonly number[];
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

/** A division as a map draws it. */
export interface OutlinedDivision extends Pick<Division, 'id' | 'type' | 'name' | 'centroid'> {
  geometry: AreaGeometry;
}

/** Degrees; a box across the 180th meridian has its west east of its east. */
export interface MapBox {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** Administrative areas. They belong to nobody and are the same for every account. */
export class DivisionStore {
  constructor(private readonly database: Database) {}

  /**
   * Writes or replaces; parents must be stored already or stand earlier in the list. In portions, each a transaction of
   * its own: outlines are large.
   */
  async write(divisions: readonly WrittenDivision[]): Promise<void> {
    for (const portion of inPortions(asJson(divisions), ({ length }) => length, PORTION_CHARACTERS)) {
      await this.database.transaction(async (transaction) => {
        await transaction.query(RAISE_EDITION);
        await transaction.query(UPSERT_DIVISIONS, [`[${portion.join(',')}]`]);
      });
    }
  }

  /** Corrects the ancestors that are not as the parents say; to be called once after the last `write` of a load. */
  async linkAncestors(): Promise<void> {
    while (!(await this.tryToLink()));
  }

  /** False where somebody wrote divisions meanwhile: what was worked out may be wrong. */
  private async tryToLink(): Promise<boolean> {
    let edition = await this.edition();
    const wrong = await this.database.query<{ id: number; ancestorIds: string }>(SELECT_WRONG_ANCESTORS);
    for (let i = 0; i === 0 || i < wrong.length; i += LINKED_AT_ONCE) {
      const portion = wrong.slice(i, i + LINKED_AT_ONCE);
      const isRaised = await this.database.transaction(async (transaction) => {
        if ((await transaction.query(RAISE_EDITION_FROM, [edition])).length === 0) return false;
        const ids = portion.map(({ id }) => id);
        await transaction.query(UPDATE_ANCESTORS, [ids, portion.map(({ ancestorIds }) => ancestorIds)]);
        return true;
      });
      if (!isRaised) return false;
      edition += 1;
    }
    return true;
  }

  /** A number that rises with every write. */
  async edition(): Promise<number> {
    const [row] = await this.database.query<{ version: number }>(SELECT_EDITION);
    return row!.version;
  }

  async ids(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(SELECT_DIVISION_IDS)).map(({ id }) => id);
  }

  /** All ids, each with its ancestors as they are kept. */
  async ancestors(): Promise<Map<number, readonly number[]>> {
    const rows = await this.database.query<{ id: number; ancestorIds: number[] }>(SELECT_ALL_ANCESTORS);
    return new Map(rows.map(({ id, ancestorIds }) => [id, ancestorIds]));
  }

  /** Names of those that exist. */
  async names(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; name: string }>(SELECT_DIVISION_NAMES, [ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** All divisions without their outlines, to find names among. */
  async listed(): Promise<ListedDivision[]> {
    const listed: ListedDivision[] = [];
    for (let last = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await this.database.query<ListedRow>(SELECT_LISTED_DIVISIONS, [last, LISTED_AT_ONCE]);
      for (const row of rows) listed.push(listedDivision(row));
      if (rows.length < LISTED_AT_ONCE) return listed;
      last = rows.at(-1)!.id;
    }
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

  /** Divisions with an outline whose place lies in the box, and those around them: the widest first. */
  async outlinesIn({ north, south, east, west }: MapBox, limit: number): Promise<OutlinedDivision[]> {
    const rows = await this.database.query<OutlinedRow>(SELECT_OUTLINES_IN_BOX, [south, north, west, east, limit]);
    return rows.map(({ lat, lng, ...division }) => ({ ...division, centroid: placeOf(lat, lng) }));
  }

  /** All divisions with their outlines, to place points by. */
  async outlines(): Promise<PlacedDivision[]> {
    return this.database.query<PlacedDivision>(SELECT_OUTLINES);
  }
}

/** Some 30 ms of one transaction each: until it ends, alerts are not matched with what others commit meanwhile. */
const LINKED_AT_ONCE = 1_000;
/** What comes at once is parsed at once, in some milliseconds. */
const LISTED_AT_ONCE = 2_000;
/** Of a portion that is written in a few milliseconds. */
const PORTION_CHARACTERS = 500_000;

function* asJson(divisions: readonly WrittenDivision[]): Generator<string> {
  for (const { centroid, ...division } of divisions) yield JSON.stringify({ ...division, ...centroid });
}

interface OutlinedRow extends Omit<OutlinedDivision, 'centroid'> {
  lat: number | null;
  lng: number | null;
}

function placeOf(lat: number | null, lng: number | null): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
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
    centroid: placeOf(lat, lng),
    postalCodes,
    ancestorIds,
  };
}
