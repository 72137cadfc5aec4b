import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Large markets (a city's month) summed up, so that a question about a big city need not read its events.
 *
 * - market_month: the months that are summed up or are to be. Whatever is done to their events raises their version in the same transaction, by
 *   statement, so that ingest pays for it once per COPY; months that are not listed, nearly all, cost it a look.
 * - market_rollup_month: which version was summed up. A month is answered from its rollup only where both versions are the same in the
 *   reader's snapshot; else from its events. `fence`: every transaction with a lower number may have written events without seeing that the month is
 *   listed; it is summed up only once all of them have ended.
 * - market_rollup: the sums. Values stand sorted, 8 bytes each, most significant first, outside of the row and not compressed: they are fetched only
 *   for a percentile.
 */
export class Rollups1764600000012 implements MigrationInterface {
  name = 'Rollups1764600000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger market_event_inserted on market_event;
      drop trigger market_event_updated_from on market_event;
      drop trigger market_event_updated_to on market_event;
      drop trigger market_event_deleted on market_event;
      drop trigger market_event_truncated on market_event;
      drop function market_events_written;
      drop table market_rollup, market_rollup_month, market_month;
    `);
  }
}

const FIELDS = [
  'price',
  'price_displayed',
  'price_per_sqm',
  'area',
  'area_displayed',
  'rooms',
  'bedrooms',
  'days_between_events',
];

const TABLES = `
  create table market_month (
    city_id bigint not null,
    -- months since the year 0, as in market_event
    event_month integer not null,
    version bigint not null default 0,
    changed_at timestamptz(3) not null default clock_timestamp(),
    primary key (city_id, event_month)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

  create table market_rollup_month (
    city_id bigint not null,
    event_month integer not null,
    fence xid8 not null,
    -- null until it was summed up for the first time
    version bigint,
    events bigint not null default 0,
    rolled_up_at timestamptz(3),
    primary key (city_id, event_month)
  ) with (fillfactor = 70);

  -- One row for what events say of these three; null is a value of its own.
  create table market_rollup (
    city_id bigint not null,
    event_month integer not null,
    transaction_type smallint,
    property_type smallint,
    event_type smallint not null,
    events bigint not null,
    first_at timestamptz(3) not null,
    last_at timestamptz(3) not null,
    ${FIELDS.map((field) => `${field}_n bigint not null, ${field}_sum double precision, ${field}_min double precision, ${field}_max double precision`).join(',\n    ')},
    ${FIELDS.map((field) => `${field}_values bytea storage external`).join(',\n    ')}
  );
  create unique index market_rollup_group on market_rollup (city_id, event_month, transaction_type, property_type, event_type) nulls not distinct;
`;

const TRIGGERS = `
  create function market_events_written() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      update market_month set version = version + 1, changed_at = clock_timestamp();
      return null;
    end if;
    -- A transaction with one snapshot for all of it would not see a month that was listed since.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'market events are written in transactions that are read committed' using errcode = 'feature_not_supported';
    end if;
    update market_month set version = version + 1, changed_at = clock_timestamp()
    from (select distinct city_id, event_month from touched where city_id is not null) written
    where market_month.city_id = written.city_id and market_month.event_month = written.event_month;
    return null;
  end $$;
  create trigger market_event_inserted after insert on market_event referencing new table as touched for each statement execute function market_events_written();
  create trigger market_event_updated_from after update on market_event referencing old table as touched for each statement execute function market_events_written();
  create trigger market_event_updated_to after update on market_event referencing new table as touched for each statement execute function market_events_written();
  create trigger market_event_deleted after delete on market_event referencing old table as touched for each statement execute function market_events_written();
  create trigger market_event_truncated after truncate on market_event for each statement execute function market_events_written();
`;
