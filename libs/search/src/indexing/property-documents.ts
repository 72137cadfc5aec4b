import {
  DOCUMENT_LISTING_COLUMNS,
  DOCUMENT_PROPERTY_COLUMNS,
  toSearchDocument,
  type SearchableListingRow,
  type SearchablePropertyRow,
  type SearchDocument,
} from '../opensearch/document.js';
import type { QueryPort } from '../query-port.js';

/** A property as it has to stand in the index: its document, or null where no search may find it (merged, or without an online listing). */
export interface IndexedState {
  readonly id: string;
  readonly revision: number;
  readonly document: SearchDocument | null;
}

/** What identifies a state of a document: enough to compare index and store. */
export interface Revision {
  readonly id: string;
  readonly revision: number;
}

/** Reads from PostgreSQL what the index is made of. A property and its listings come from one statement, so that they belong to one moment. */
export class PropertyDocuments {
  constructor(private readonly database: QueryPort) {}

  /** These properties as they are now; those that do not exist are left out. */
  async read(ids: readonly string[]): Promise<IndexedState[]> {
    return statesOf(await this.database.query<Row>(`${SELECT_ROWS} where property.id = any($1::uuid[])`, [ids]));
  }

  /** The next properties that a search may find, before an id or from the end, by falling id. */
  async before(id: string | null, limit: number): Promise<IndexedState[]> {
    const states = statesOf(
      await this.database.query<Row>(
        `
      ${SELECT_ROWS} where property.id = any(array(select id from property where id < coalesce($1, '${LAST_ID}')::uuid and ${IS_FOUND} order by id desc limit $2))`,
        [id, limit],
      ),
    );
    return states.sort((one, other) => (one.id > other.id ? -1 : 1));
  }

  /** Where a stretch of at most `limit` properties after an id ends; null where it is the last one. */
  async endOfStretch(after: string | null, limit: number): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      `
      select id from property where id > coalesce($1, '${FIRST_ID}')::uuid and ${IS_FOUND} order by id offset $2 limit 1`,
      [after, limit - 1],
    );
    return row?.id ?? null;
  }

  /** Number and checksum of a stretch: (`after`, `to`], null = open. */
  async digest(after: string | null, to: string | null): Promise<Digest> {
    const [row] = await this.database.query<Digest>(
      `
      select count(*)::integer as count, md5(coalesce(string_agg(id || ':' || revision, ',' order by id), '')) as checksum from property where ${STRETCH}`,
      [after, to],
    );
    return row!;
  }

  /** Ids and revisions of a stretch, by id. */
  async revisions(after: string | null, to: string | null): Promise<Revision[]> {
    return this.database.query<Revision>(
      `select id, revision::float8 as revision from property where ${STRETCH} order by id`,
      [after, to],
    );
  }

  /** What these properties are now: their revision, and whether a search may find them. Those that do not exist are left out. */
  async standing(ids: readonly string[]): Promise<Map<string, Standing>> {
    const rows = await this.database.query<Standing & { id: string }>(
      `
      select id, revision::float8 as revision, ${IS_FOUND} as "isFound",
        exists (select from index_dirty where property_id = property.id) or exists (select from index_refused where property_id = property.id) as "isExcused"
      from property where id = any($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, ...standing }) => [id, standing]));
  }

  /** How many properties a search may find. */
  async count(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::integer as count from property where ${IS_FOUND}`,
    );
    return row!.count;
  }
}

/** Number of documents and a hash over their ids and revisions in order. */
export interface Digest {
  readonly count: number;
  readonly checksum: string;
}

export interface Standing {
  readonly revision: number;
  readonly isFound: boolean;
  /** Marked to be indexed, or refused by the engine: the index may differ. */
  readonly isExcused: boolean;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'; // no property's: theirs are of version 7
/** With `online_count` alone: a merged property has no listings. */
const IS_FOUND = 'online_count > 0';
const STRETCH = `id > coalesce($1, '${FIRST_ID}')::uuid and id <= coalesce($2, '${LAST_ID}')::uuid and ${IS_FOUND}`;

const SELECT_ROWS = `
  select ${DOCUMENT_PROPERTY_COLUMNS.map((column) => `property.${column}`).join(', ')}, property.${IS_FOUND} as is_found, listing.id as listing_id,
    ${DOCUMENT_LISTING_COLUMNS.map((column) => `listing.${column}`).join(', ')}
  from property left join listing on listing.property_id = property.id and listing.online`;

type Row = SearchablePropertyRow &
  SearchableListingRow & { readonly is_found: boolean; readonly listing_id: string | null };

function statesOf(rows: readonly Row[]): IndexedState[] {
  const byId = new Map<string, Row[]>();
  for (const row of rows) {
    const known = byId.get(row.id);
    if (known) known.push(row);
    else byId.set(row.id, [row]);
  }
  return [...byId.values()].map((all) => {
    const [first] = all as [Row];
    // In one order, so that the same rows always make the same document.
    const listings = all
      .filter(({ listing_id }) => listing_id !== null)
      .sort((one, other) => (one.listing_id! < other.listing_id! ? -1 : 1));
    return {
      id: first.id,
      revision: Number(first.revision),
      document: first.is_found ? toSearchDocument(first, listings) : null,
    };
  });
}
