import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of attempts in one status are looked through in the index alone. The old index serves until the new one does. */
export class AttemptsByStatus1764800000049 implements MigrationInterface {
  name = 'AttemptsByStatus1764800000049';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists event_notification_status_next');
    await runner.query(`
      create index concurrently event_notification_status_next
      on event_notification (account_id, status, id, alert_id, destination_id, channel) where status <> 'DELIVERED'`);
    await runner.query('drop index concurrently if exists event_notification_status');
    await runner.query('alter index event_notification_status_next rename to event_notification_status');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index event_notification_status');
    await runner.query(
      `create index event_notification_status on event_notification (account_id, status, id)
       where status <> 'DELIVERED'`,
    );
  }
}
