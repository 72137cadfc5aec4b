import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long an advert has been on offer when something happens to it. Events written before do not know it. */
export class DaysOnOffer1764800000043 implements MigrationInterface {
  name = 'DaysOnOffer1764800000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_event add column days_since_first_seen double precision;
      comment on column market_event.days_since_first_seen is
        'Since the first state of the listing; null in events of releases that did not write it.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_event drop column days_since_first_seen');
  }
}
