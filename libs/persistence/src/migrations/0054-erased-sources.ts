import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A source that was erased leaves the id of its domain: alerts name it by that, and it may come back. */
export class ErasedSources1764800000054 implements MigrationInterface {
  name = 'ErasedSources1764800000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table erased_source (
        domain text primary key,
        source_id uuid not null,
        erased_at timestamptz(3) not null
      );
      create index erased_source_id on erased_source (source_id);
      comment on table erased_source is
        'Sources that were erased: a source that comes back under the domain has the id that alerts know.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table erased_source');
  }
}
