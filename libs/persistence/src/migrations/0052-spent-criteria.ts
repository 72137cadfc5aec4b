import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Criteria that were replaced say when, so that upkeep finds those that made no event: an alert that was written again
 * and again left all of them. Of those that are there nothing is known; they stay until their alert's events go.
 */
export class SpentCriteria1764800000052 implements MigrationInterface {
  name = 'SpentCriteria1764800000052';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table alert_criteria_history
        add column if not exists replaced_at timestamptz(3), add column if not exists explains boolean`);
    await runner.query('alter table alert_criteria_history alter column replaced_at set default clock_timestamp()');
    await runner.query(`
      comment on column alert_criteria_history.replaced_at is 'Null: before this was kept.';
      comment on column alert_criteria_history.explains is
        'Whether events were made by them; null: not looked at yet. Those that made none are removed.'`);
    await runner.query(`drop index concurrently if exists ${INDEX}`);
    await runner.query(`
      create index concurrently ${INDEX} on alert_criteria_history (replaced_at)
        where explains is null and replaced_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index ${INDEX};
      alter table alert_criteria_history drop column replaced_at, drop column explains`);
  }
}

const INDEX = 'alert_criteria_history_unsettled';
