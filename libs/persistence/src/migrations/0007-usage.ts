import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What keys were answered: one small row per key, route and moment (`at`, when it begins): a tenth of a second at first, whole hours once the hour is
 * past (`UsageStore.fold`). No foreign key: it would lock the key's row with every count, and keys are never deleted.
 *
 * Each process numbers what it writes, and its number stands beside what it wrote, so that no batch counts twice. These rows stay: one per process that ever
 * counted is little, and without its row a batch sent again after a long pause would be new.
 */
export class Usage1764100000007 implements MigrationInterface {
  name = 'Usage1764100000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_count (
        api_key_id uuid not null,
        at timestamptz(3) not null,
        calls integer not null,
        results bigint not null,
        route text not null,
        route_type text not null,
        primary key (api_key_id, at, route)
      ) with (fillfactor = 70); -- rows of this moment and of this hour are counted up in place
      create index usage_count_fine on usage_count (at) where at <> date_bin('1 hour', at, '2000-01-01T00:00:00Z');
      create table usage_writer (
        id uuid primary key,
        batches integer not null,
        written_at timestamptz(3) not null
      ) with (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table usage_count, usage_writer');
  }
}
