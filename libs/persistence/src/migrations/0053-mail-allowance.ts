import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail addresses say when they may get the next mail, so that alerts, tests, resends and replays have one bound. */
export class MailAllowance1764800000053 implements MigrationInterface {
  name = 'MailAllowance1764800000053';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_endpoint add column if not exists next_mail_at timestamptz(3)');
    await runner.query(`
      comment on column delivery_endpoint.next_mail_at is
        'Of a mail address: the earliest moment of its next mail (mailsCounted). Null: none was counted.'`);
    await runner.query(`drop index concurrently if exists ${INDEX}`);
    await runner.query(`
      create index concurrently ${INDEX} on delivery_endpoint (next_mail_at) where next_mail_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index ${INDEX};
      alter table delivery_endpoint drop column next_mail_at`);
  }
}

const INDEX = 'delivery_endpoint_next_mail';
