import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ForcedFeeds1764800000027 implements MigrationInterface {
  readonly name = 'ForcedFeeds1764800000027';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table feed_job add column force boolean not null default false;
      comment on column feed_job.force is
        'A snapshot takes offline what it does not name, however many: an operator said so.'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table feed_job drop column force');
  }
}
