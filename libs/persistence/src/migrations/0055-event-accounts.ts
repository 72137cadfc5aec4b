import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events name the account of their alert, so that the events of all its alerts are read in one order. Those of an
 * earlier release do not: to write so many rows anew would be a large part of the store.
 */
export class EventAccounts1764800000055 implements MigrationInterface {
  name = 'EventAccounts1764800000055';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table alert_event add column if not exists account_id uuid');
    await runner.query(`
      comment on column alert_event.account_id is
        'The account of the alert; null in events that an earlier release recorded.'`);
    // One that was cut short is there and of no use.
    await runner.query(`drop index concurrently if exists ${INDEX}`);
    await runner.query(`
      create index concurrently ${INDEX} on alert_event (account_id, id) where account_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index ${INDEX};
      alter table alert_event drop column account_id`);
  }
}

const INDEX = 'alert_event_account';
