import type { AreaGeometry, DivisionType } from '@gable/domain';
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

/** Administrative areas. They belong to nobody and are the same for every account. */
export class DivisionStore {
  constructor(private readonly database: Database) {}

  /** Writes or replaces; parents must be stored already or stand earlier in the list. */
  async write(divisions: readonly Division[]): Promise<void> {
    if (divisions.length === 0) return;
    await this.database.transaction(async (transaction) => {
      await transaction.query(COUNT_EDITION);
      await transaction.query(UPSERT, [JSON.stringify(divisions.map(({ centroid, ...division }) => ({ ...division, ...centroid })))]);
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
    const rows = await this.database.query<{ id: number; name: string }>('select id, name from division where id = any($1::bigint[])', [ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** All divisions with their outlines, to place points by. */
  async outlines(): Promise<PlacedDivision[]> {
    return this.database.query<PlacedDivision>('select id, type, ancestor_ids as "ancestorIds", geometry from division order by id');
  }
}

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
