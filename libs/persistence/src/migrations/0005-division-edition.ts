import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the writes of divisions, so that whoever keeps them in memory knows whether they are still the same. */
export class DivisionEdition1763900000005 implements MigrationInterface {
  name = 'DivisionEdition1763900000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table division_edition (version bigint not null)');
    await runner.query('insert into division_edition values (0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table division_edition');
  }
}
