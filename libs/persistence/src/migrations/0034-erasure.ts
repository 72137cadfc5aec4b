import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Listings that were erased, so that a killed erasure goes on and no feed brings back what is to stay away; accounts
 * that were erased, while alerts still name them.
 */
export class Erasure1764800000034 implements MigrationInterface {
  name = 'Erasure1764800000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table erased_listing (
        listing_id uuid primary key,
        source_domain text not null,
        external_id text,
        erased_at timestamptz(3) not null,
        fence xid8,
        is_done boolean not null default false
      );
      create index erased_listing_kept_out on erased_listing (source_domain, external_id)
        where external_id is not null;
      create index erased_listing_open on erased_listing (listing_id) where not is_done;
      alter table account add column erased_at timestamptz(3);
      comment on column account.erased_at is
        'Set when all that it had is gone: the row stays while removed alerts name it.';
      comment on table erased_listing is
        'Listings that were erased: those whose events are still to be removed, and those that no feed may bring back.';
      comment on column erased_listing.external_id is
        'Set where no feed may bring it back; null: it may come again.';
      comment on column erased_listing.fence is
        'Taken once the listing was gone for all: when every transaction with a lower id has ended, nobody writes '
        'events of it any more.';
      comment on column erased_listing.is_done is 'Its events and what was to be sent of them are gone, too.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table erased_listing; alter table account drop column erased_at');
  }
}
