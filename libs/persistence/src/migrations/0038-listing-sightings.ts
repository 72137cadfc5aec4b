import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A listing that is seen again as it was moves an instant in a narrow row of its own, and no longer a kilobyte with a
 * dozen indexes. Nothing is moved: the later of both instants counts, whoever wrote it.
 */
export class ListingSightings1764800000038 implements MigrationInterface {
  name = 'ListingSightings1764800000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table listing_sighting (
        listing_id uuid primary key,
        observed_at timestamptz(3) not null
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);
      comment on table listing_sighting is
        'When a source saw a listing again that had not changed; of no account where listing.observed_at is later. The '
        'view listing_seen has the later of both.';
      comment on column listing.observed_at is
        'When the source saw its newest state first; listing_seen knows when it saw it last.';
      create view listing_seen as
        select listing.id, greatest(listing.observed_at, sighting.observed_at) as observed_at
        from listing left join listing_sighting sighting on sighting.listing_id = listing.id`);
    // A fifth of a large table, as by default, is too much to vacuum at once.
    for (const table of LARGE) await runner.query(`alter table ${table} set (autovacuum_vacuum_scale_factor = 0.05)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of LARGE) await runner.query(`alter table ${table} reset (autovacuum_vacuum_scale_factor)`);
    await runner.query(`
      update listing set observed_at = seen.observed_at from listing_seen seen
      where seen.id = listing.id and seen.observed_at > listing.observed_at;
      drop view listing_seen;
      drop table listing_sighting;
      comment on column listing.observed_at is 'When the source last saw it.'`);
  }
}

/** Tables whose rows are replaced, updated or removed by their age. */
const LARGE = [
  'listing',
  'property',
  'listing_block',
  'listing_revision',
  'listing_state',
  'former_listing',
  'alert_event',
  'event_notification',
];
