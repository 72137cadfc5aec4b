import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a removed alert recorded stays readable: its row stays with it, reduced to what that needs. */
export class RemovedAlerts1764800000021 implements MigrationInterface {
  name = 'RemovedAlerts1764800000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table alert alter column signing_key drop not null, add column is_reduced boolean not null default false;
      drop index alert_deleted;
      create index alert_deleted on alert (is_reduced, deleted_at) where deleted_at is not null;
      ${COMMENTS}`);
  }

  /** Reduced alerts are removed ones: the version before sweeps them, with all they have. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update alert set signing_key = '' where signing_key is null;
      drop index alert_deleted;
      alter table alert alter column signing_key set not null, drop column is_reduced;
      create index alert_deleted on alert (deleted_at) where deleted_at is not null;
      ${OLD_COMMENTS}`);
  }
}

const COMMENTS = `
  comment on column alert.signing_key is
    'AES-256-GCM, bound to table, column and row. Null once the removed alert is reduced.';
  comment on column alert.deleted_at is
    'Removed for its owner. The row stays while workers need to see that, and as long as its events.';
  comment on column alert.is_reduced is
    'Of a removed alert: only what its events need is left; its criteria stand in alert_criteria_history.';
  comment on table alert_criteria_history is
    'The criteria of an alert before it was given others or removed: its events are explained by them.'`;

const OLD_COMMENTS = `
  comment on column alert.signing_key is 'AES-256-GCM, bound to table, column and row.';
  comment on column alert.deleted_at is 'The row stays a while for the workers to see, then it is swept with its events.';
  comment on table alert_criteria_history is
    'The criteria of an alert before they were replaced: an event is explained by the criteria that made it.'`;
