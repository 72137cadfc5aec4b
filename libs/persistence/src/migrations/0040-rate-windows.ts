import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What all API processes have admitted of each key in its minute. Unlogged: it costs no write to disk, and after a crash
 * of the server minutes begin anew.
 */
export class RateWindows1764800000040 implements MigrationInterface {
  name = 'RateWindows1764800000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table rate_window (
        api_key_id uuid primary key references api_key (id) on delete cascade,
        started_at timestamptz(3) not null,
        maximum integer not null,
        granted integer not null,
        taken integer not null
      ) with (fillfactor = 50);
      comment on table rate_window is
        'What all API processes have taken of the minute of a key, in portions. Not logged: a crash begins it anew.';
      comment on column rate_window.maximum is 'Requests in the minute, as whoever asked last knew it.';
      comment on column rate_window.granted is 'What all have taken together.';
      comment on column rate_window.taken is 'What whoever asked last has taken.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rate_window');
  }
}
