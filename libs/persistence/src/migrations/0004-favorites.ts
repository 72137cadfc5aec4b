import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Properties that accounts keep. */
export class Favorites1763900000004 implements MigrationInterface {
  name = 'Favorites1763900000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table favorite_property (
        id uuid primary key,
        account_id uuid not null references account (id),
        property_id uuid not null,
        created_at timestamptz(3) not null,
        unique (account_id, property_id)
      );
      create index favorite_property_property on favorite_property (property_id);
      create index source_name on source (name, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table favorite_property; drop index source_name');
  }
}
