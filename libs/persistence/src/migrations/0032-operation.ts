import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worker process runs which stages, and whether deliveries are held back. */
export class Operation1764800000032 implements MigrationInterface {
  name = 'Operation1764800000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table worker_process (
        id uuid primary key,
        host text not null,
        pid integer not null,
        stages text[] not null,
        started_at timestamptz(3) not null,
        seen_at timestamptz(3) not null
      );
      comment on table worker_process is
        'Worker processes and the stages that they run. Of this server alone: no backup has them.';
      comment on column worker_process.pid is 'On its host.';
      comment on column worker_process.seen_at is 'Written every few seconds for as long as the process lives.';
      create table delivery_pause (
        only_row boolean primary key default true,
        paused_at timestamptz(3) not null,
        paused_by text not null,
        constraint delivery_pause_only_row_check check (only_row)
      );
      comment on table delivery_pause is
        'While its row is there, no worker sends anything. Written under an advisory lock that claims share.';
      comment on column delivery_pause.only_row is 'Always true.';
      comment on column delivery_pause.paused_by is 'Who or what did it, for people.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table worker_process; drop table delivery_pause');
  }
}
