import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import { LIST_FIELD_TABLE, LIST_FIELDS, type ListField } from '@gable/domain/criteria';
import type { Queryable } from '@gable/persistence';
import { FLAG_COLUMNS, LIST_COLUMNS, RANGE_COLUMNS, readFoldedText } from '@gable/persistence/listings';
import {
  type Digest,
  type IndexedState,
  type PropertyDocuments,
  type Revision,
  type SearchableListing,
  type SearchableProperty,
  type Standing,
  toSearchDocument,
} from '@gable/search';

/**
 * `PropertyDocuments` on PostgreSQL. A property and its listings come from one statement, so that they belong to one
 * moment.
 */
export class PostgresPropertyDocuments implements PropertyDocuments {
  constructor(private readonly database: Queryable) {}

  async read(ids: readonly string[]): Promise<IndexedState[]> {
    return statesOf(await this.database.query<Row>(`${SELECT_ROWS} where property.id = any($1::uuid[])`, [ids]));
  }

  async before(id: string | null, limit: number): Promise<IndexedState[]> {
    const states = statesOf(
      await this.database.query<Row>(
        `
      ${SELECT_ROWS} where property.id = any(array(
        select id from property where id < coalesce($1, '${LAST_ID}')::uuid and ${IS_FOUND} order by id desc limit $2
      ))`,
        [id, limit],
      ),
    );
    return states.sort((one, other) => (one.id > other.id ? -1 : 1));
  }

  async endOfStretch(after: string | null, limit: number): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      `
      select id from property where id > coalesce($1, '${FIRST_ID}')::uuid and ${IS_FOUND}
      order by id offset $2 limit 1`,
      [after, limit - 1],
    );
    return row?.id ?? null;
  }

  async digest(after: string | null, to: string | null): Promise<Digest> {
    const [row] = await this.database.query<Digest>(
      `
      select count(*)::integer as count,
        md5(coalesce(string_agg(id || ':' || revision, ',' order by id), '')) as checksum
      from property where ${STRETCH}`,
      [after, to],
    );
    return row!;
  }

  async revisions(after: string | null, to: string | null): Promise<Revision[]> {
    return this.database.query<Revision>(
      `select id, revision::float8 as revision from property where ${STRETCH} order by id`,
      [after, to],
    );
  }

  async standing(ids: readonly string[]): Promise<Map<string, Standing>> {
    const rows = await this.database.query<Standing & { id: string }>(
      `
      select id, revision::float8 as revision, ${IS_FOUND} as "isFound",
        exists (select from index_dirty where property_id = property.id)
          or exists (select from index_refused where property_id = property.id) as "isExcused"
      from property where id = any($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, ...standing }) => [id, standing]));
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::integer as count from property where ${IS_FOUND}`,
    );
    return row!.count;
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'; // no property's: theirs are of version 7
/** With `online_count` alone: a merged property has no listings. */
const IS_FOUND = 'online_count > 0';
const STRETCH = `id > coalesce($1, '${FIRST_ID}')::uuid and id <= coalesce($2, '${LAST_ID}')::uuid and ${IS_FOUND}`;

/**
 * A property with its listing, named as a search document has it; enumerated words are the integers they are stored as.
 */
const COLUMNS = {
  property: {
    id: 'id',
    revision: 'revision',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    minPrice: 'min_price',
    maxArea: 'max_area',
    minPricePerArea: 'min_price_per_area',
    propertyLat: 'lat',
    propertyLng: 'lng',
  },
  listing: {
    listingId: 'id',
    transactionCode: 'transaction_type',
    propertyCode: 'property_type',
    divisionIds: 'division_ids',
    cityId: 'city_id',
    lat: 'lat',
    lng: 'lng',
    foldedText: 'folded_text',
    ...RANGE_COLUMNS,
    ...FLAG_COLUMNS,
    ...LIST_COLUMNS,
  },
};

const SELECT_ROWS = `
  select ${selected('property')}, property.${IS_FOUND} as "isFound", ${selected('listing')}
  from property left join listing on listing.property_id = property.id and listing.online`;

function selected(table: keyof typeof COLUMNS): string {
  return Object.entries(COLUMNS[table])
    .map(([name, column]) => `${table}.${column} as "${name}"`)
    .join(', ');
}

type Row = Omit<SearchableProperty, 'lat' | 'lng'> &
  Omit<SearchableListing, 'transactionType' | 'propertyType' | 'words' | ListField> & {
    readonly propertyLat: number | null;
    readonly propertyLng: number | null;
    readonly foldedText: string | null;
    readonly isFound: boolean;
    readonly listingId: string | null;
    readonly transactionCode: number | null;
    readonly propertyCode: number | null;
  } & { readonly [F in ListField]: string | number | null };

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
      .filter(({ listingId }) => listingId !== null)
      .sort((one, other) => (one.listingId! < other.listingId! ? -1 : 1))
      .map(listingOf);
    return {
      id: first.id,
      revision: Number(first.revision),
      document: first.isFound
        ? toSearchDocument({ ...first, lat: first.propertyLat, lng: first.propertyLng }, listings)
        : null,
    };
  });
}

function listingOf(row: Row): SearchableListing {
  return {
    ...row,
    transactionType: row.transactionCode === null ? null : TRANSACTION_TYPES[row.transactionCode]!,
    propertyType: row.propertyCode === null ? null : PROPERTY_TYPES[row.propertyCode]!,
    ...(Object.fromEntries(LIST_FIELDS.map((field) => [field, wordOf(field, row[field])])) as Record<
      ListField,
      string | null
    >),
    words: readFoldedText(row.foldedText),
  };
}

/** The word behind its place in a closed list; everything else is stored as it is. */
function wordOf(field: ListField, value: string | number | null): string | null {
  const { entry } = LIST_FIELD_TABLE[field];
  return typeof value === 'number' && entry.kind === 'word' ? entry.words[value]! : (value as string | null);
}
