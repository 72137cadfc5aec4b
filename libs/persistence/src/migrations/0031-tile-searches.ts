import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches that vector tiles are asked of, and the properties of a tile by their places. */
export class TileSearches1764800000031 implements MigrationInterface {
  name = 'TileSearches1764800000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tile_search (
        id uuid primary key,
        account_id uuid not null references account (id),
        body_hash bytea not null,
        body text not null,
        expires_at timestamptz(3) not null,
        constraint tile_search_account_id_body_hash_key unique (account_id, body_hash)
      );
      create index tile_search_kept on tile_search (account_id, expires_at, id);
      create index tile_search_expired on tile_search (expires_at);
      comment on table tile_search is 'Searches that vector tiles are asked of, each kept for an hour.';
      comment on column tile_search.body_hash is 'SHA-256 of the body: the same search is kept once.';
      comment on column tile_search.body is 'JSON, as the account sent it.';
      create index property_by_map_key on property (map_key) include (id, lat, lng, min_price) where online_count > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index property_by_map_key; drop table tile_search');
  }
}
