import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of ingest wait for an advisory lock; the row of ingest_lock only numbers them. */
export class IngestLock1764800000019 implements MigrationInterface {
  name = 'IngestLock1764800000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `comment on table ingest_lock is 'Numbers the batches of ingest, one row. An advisory lock lets one at a time through.'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `comment on table ingest_lock is 'The one row whose lock lets one batch of ingest at a time through.'`,
    );
  }
}
