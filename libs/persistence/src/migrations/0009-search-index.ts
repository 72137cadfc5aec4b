import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an index beside the database needs: marks that can be claimed, a register of the indices there are, and the documents that were refused. */
export class SearchIndex1764300000009 implements MigrationInterface {
  name = 'SearchIndex1764300000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIMABLE_MARKS);
    await runner.query(INDEX_TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table index_refused, search_index;
      drop index index_dirty_marked_at;
      alter table index_dirty drop column marked_at, drop column leased_until;
    `);
  }
}

const CLAIMABLE_MARKS = `
  -- now() first: a constant, so that rows that are there need not be rewritten
  alter table index_dirty add column marked_at timestamptz not null default now(), add column leased_until timestamptz not null default '-infinity';
  alter table index_dirty alter column marked_at set default clock_timestamp();
  create index index_dirty_marked_at on index_dirty (marked_at);
`;

const INDEX_TABLES = `
  -- The indices that were made for this store, here and not in the search engine: marks are removed and targets read in the same transaction.
  create table search_index (
    name text primary key,
    -- BUILDING and LIVE are written; LIVE is searched; RETIRED is dropped a day later
    state text not null check (state in ('CREATING', 'BUILDING', 'LIVE', 'RETIRED')),
    mapping_version integer not null,
    -- how far the first load is: all properties up to this id
    loaded_to uuid,
    loaded bigint not null default 0,
    is_loaded boolean not null default false,
    created_at timestamptz(3) not null,
    advanced_at timestamptz(3) not null,
    live_at timestamptz(3),
    audited_at timestamptz(3),
    -- what the last audit found, by kind
    drift jsonb,
    retired_at timestamptz(3),
    retired_because text
  );
  create unique index search_index_live on search_index (state) where state = 'LIVE';
  create unique index search_index_in_the_making on search_index ((true)) where state in ('CREATING', 'BUILDING');

  -- Properties whose document the search engine refuses: it would refuse it again, until something changes.
  create table index_refused (
    property_id uuid primary key,
    revision_id bigint not null,
    reason text not null,
    refused_at timestamptz(3) not null
  );
`;
