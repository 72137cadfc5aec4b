import type { AreaGeometry } from '@gable/domain/geo';
import type { DivisionType } from '@gable/domain';
import type { Database } from '../database.js';

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
      await transaction.query(COUNT_EDITION);
      await transaction.query(UPSERT, [
        JSON.stringify(divisions.map(({ centroid, ...division }) => ({ ...division, ...centroid }))),
      ]);
    });
  }

  /** Works out everybody's ancestors anew; to be called once after the last `write` of a load. */
  async linkAncestors(): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(COUNT_EDITION);
      await transaction.query(LINK_ANCESTORS);
    });
  }

  /** A number that rises with every write. */
  async edition(): Promise<number> {
    const [row] = await this.database.query<{ version: number }>('select version from division_edition');
    return row!.version;
  }

  async ids(): Promise<number[]> {
    return (await this.database.query<{ id: number }>('select id from division')).map(({ id }) => id);
  }

  /** Names of those that exist. */
  async names(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; name: string }>(
      'select id, name from division where id = any($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** All divisions without their outlines, to find names among. */
  async listed(): Promise<ListedDivision[]> {
    return (await this.database.query<ListedRow>(`select ${LISTED} from division order by id`)).map(listedDivision);
  }

  /** Null when there is no such division. */
  async find(id: number, mostChildren: number): Promise<DivisionInPlace | null> {
    const [row] = await this.database.query<
      ListedRow & Pick<DivisionInPlace, 'geometry' | 'propertyCount' | 'childCount'>
    >(FIND, [id]);
    if (!row) return null;
    const { geometry, propertyCount, childCount } = row;
    const division = listedDivision(row);
    const ancestors = await this.database.query<RelatedDivision>(
      `${RELATED} where division.id = any($1::bigint[]) order by array_position($1::bigint[], division.id)`,
      [division.ancestorIds],
    );
    const children = await this.database.query<RelatedDivision>(
      `${RELATED} where parent_id = $1 order by name, id limit $2`,
      [id, mostChildren],
    );
    return { ...division, geometry, propertyCount, ancestors, children, childCount };
  }

  /** All divisions with their outlines, to place points by. */
  async outlines(): Promise<PlacedDivision[]> {
    return this.database.query<PlacedDivision>(
      'select id, type, ancestor_ids as "ancestorIds", geometry from division order by id',
    );
  }
}

const LISTED =
  'id, type, name, country_code as "countryCode", lat, lng, postal_codes as "postalCodes", ancestor_ids as "ancestorIds"';

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

const PROPERTY_COUNT =
  'coalesce((select properties from division_property_count where division_id = division.id), 0) as "propertyCount"';

const FIND = `
  select ${LISTED}, geometry, ${PROPERTY_COUNT}, (select count(*) from division child where child.parent_id = division.id) as "childCount"
  from division where id = $1`;

const RELATED = `select id, type, name, ${PROPERTY_COUNT} from division`;

const COUNT_EDITION = 'update division_edition set version = version + 1';

const UPSERT = `
  insert into division (id, type, name, parent_id, country_code, lat, lng, geometry, postal_codes)
  select d.id, d.type, d.name, d."parentId", d."countryCode", d.lat, d.lng, d.geometry, coalesce(d."postalCodes", '{}')
  from jsonb_to_recordset($1::jsonb) as d(
    id bigint, type text, name text, "parentId" bigint, "countryCode" text, lat double precision, lng double precision, geometry jsonb, "postalCodes" text[])
  on conflict (id) do update set
    type = excluded.type, name = excluded.name, parent_id = excluded.parent_id, country_code = excluded.country_code,
    lat = excluded.lat, lng = excluded.lng, geometry = excluded.geometry, postal_codes = excluded.postal_codes`;

const LINK_ANCESTORS = `
  with recursive line(id, ancestor_id, depth) as (
    select id, parent_id, 1 from division where parent_id is not null
    union all
    select line.id, division.parent_id, depth + 1 from line join division on division.id = line.ancestor_id
    where division.parent_id is not null and depth < 16 -- a loop of parents must not run for ever
  ), lines as (
    select id, array_agg(ancestor_id order by depth) as ancestor_ids from line group by id
  )
  update division set ancestor_ids = coalesce(lines.ancestor_ids, '{}')
  from division as every left join lines on lines.id = every.id
  where division.id = every.id and division.ancestor_ids is distinct from coalesce(lines.ancestor_ids, '{}')`;
