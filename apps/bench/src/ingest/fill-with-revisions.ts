import type { Database } from '@gable/persistence';

/** States of each listing that fills the store. */
const STATES = 20;

/** The id of the source of all that fills the store, in SQL. */
export const YEARS = `md5('years')::uuid`;

const ID = (kind: string) => `md5('${kind} ' || l)::uuid`;
const AT = `timestamptz '2016-01-01' + l % 3000 * interval '1 day' + n * interval '1 day'`;

/** What years of ingest leave: $1 listings with 20 states each, an event of the market for each. */
const STATEMENTS = [
  `insert into property (id, created_at, updated_at, online_count, revision)
   select ${ID('property')}, '2016-01-01', '2016-01-01', 0, 1
   from generate_series(1, $1::int) l`,
  `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
     content_hash, created_at, updated_at, derivation)
   select ${ID('listing')}, ${YEARS}, l::text, ${ID('property')}, ${STATES}, false, '2016-01-01',
     '2016-01-01',
     '', '2016-01-01', '2016-01-01', 99 from generate_series(1, $1::int) l`,
  `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
   select ${ID('listing')}, n, n < ${STATES}, ${AT}, ${AT}, json_build_object('title', 'A flat with a view ' || l,
     'price', 100000 + l + 1000 * n, 'currency', 'EUR', 'area', 30 + l % 90, 'rooms', 1 + l % 5, 'description',
     repeat('Bright and quiet, near the station. ', 8))
   from generate_series(1, $1::int) l, generate_series(1, ${STATES}) n`,
  `insert into listing_state (listing_id, revision_id, past)
   select ${ID('listing')}, n, json_build_object('firstSeenAt', 1, 'lastChangedAt', n)
   from generate_series(1, $1::int) l, generate_series(1, ${STATES}) n`,
  `insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, price)
   select ${ID('listing')}, n, ${ID('property')}, ${YEARS}, 1, ${AT}, l % 5000, 100000 + l
   from generate_series(1, $1::int) l, generate_series(1, ${STATES}) n`,
  `insert into source (id, domain, name, created_at) values (${YEARS}, 'years.example', 'Years', now())`,
];

/** Fills an empty store with so many revisions, and answers how large it is. */
export async function fillWithRevisions(database: Database, revisions: number): Promise<{ gigabytes: number }> {
  const listings = Math.ceil(revisions / STATES);
  for (const statement of STATEMENTS) await database.query(statement, statement.includes('$1') ? [listings] : []);
  await database.query('vacuum analyze');
  const [size] = await database.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return { gigabytes: Number((size!.bytes / 1e9).toFixed(1)) };
}
