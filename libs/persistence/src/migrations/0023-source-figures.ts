import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Figures of a source are kept with every batch, so that nobody counts its listings to know them. */
export class SourceFigures1764800000023 implements MigrationInterface {
  name = 'SourceFigures1764800000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table source_figures (
        source_id uuid primary key,
        online integer not null,
        last_observed_at timestamptz(3),
        snapshot_at timestamptz(3)
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    await runner.query(`
      create table source_reject (
        source_id uuid,
        hour timestamptz(3),
        rejects integer not null,
        primary key (source_id, hour)
      ) with (fillfactor = 50)`);
    await runner.query('create index source_reject_hour on source_reject (hour)');
    // A state from the future says nothing of when a source was seen.
    await runner.query(`
      insert into source_figures (source_id, online, last_observed_at)
      select source_id, count(*) filter (where online),
        max(observed_at) filter (where observed_at <= clock_timestamp() + interval '24 hours')
      from listing group by source_id`);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table source_figures, source_reject');
  }
}

const COMMENTS = `
  comment on table source_figures is 'What every batch of ingest adds up of a source.';
  comment on column source_figures.online is 'Listings of it that are online.';
  comment on column source_figures.last_observed_at is 'observedAt of its newest state or snapshot.';
  comment on column source_figures.snapshot_at is 'Of the newest snapshot that was read to its end.';
  comment on table source_reject is 'Refused lines of a source by the hour in which they were read.'`;
