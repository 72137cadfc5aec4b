import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many properties every division shows, counted now and then by upkeep: of what state of the listings, and how long that took. */
export class DivisionSearch1764200000008 implements MigrationInterface {
  name = 'DivisionSearch1764200000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table division_property_count (
        division_id bigint primary key,
        properties integer not null
      );
      create table division_count_state (
        -- ingest_turn.version that was counted
        ingest_version bigint not null,
        counted_at timestamptz(3) not null,
        took_ms integer not null
      );
      insert into division_count_state values (-1, 'epoch', 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table division_property_count, division_count_state');
  }
}
